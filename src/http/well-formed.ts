import type { IncomingMessage } from 'node:http';

/** A path without a host always parses. */
const IS_PLAIN_PATH = /^\/(?:[^/\\]|$)/;

/**
 * The headers that a request has once at most. Node ignores the second one, and a proxy before the
 * service may have decided by it.
 */
const SINGLE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type']);

function hasRepeated(rawHeaders: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

/** A host, or nothing: never a list, a path or a user name. */
const HOST = /^[^\s,/?#@\\]*$/;

/** Whether the request has one host, which HTTP/1.1 requires, and a URL with a path. */
export const isWellFormed = ({
  url = '',
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): boolean =>
  (headers.host !== undefined || httpVersion !== '1.1') &&
  HOST.test(headers.host ?? '') &&
  !hasRepeated(rawHeaders) &&
  (IS_PLAIN_PATH.test(url) ||
    (/^(\/|\*$|https?:\/\/)/i.test(url) && URL.canParse(url, 'http://any')));
