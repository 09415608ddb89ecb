import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch, type Response, request as requestOnce } from 'undici';
import { AppError, invalid } from '../errors.ts';

/** Whether a connection to an IP address of a host may be made. */
type AddressRule = (address: string, host: string) => boolean;

/** Thrown before the socket connects. */
class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
}

/** The allocated IPv6 unicast space; the rest is reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that inside Azure leads to the host of the virtual machine. */
const AZURE_HOST = '168.63.129.16';

/** Whether an address is public. An IPv4 address mapped into IPv6 is checked as IPv4. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast' || plain.toString() === AZURE_HOST) return false;
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_UNICAST);
};

/**
 * Connects to allowed addresses only. The socket connects to the address that was checked, without a
 * second lookup, which prevents DNS rebinding.
 */
function guardedConnector(isAllowed: AddressRule): buildConnector.connector {
  const connect = buildConnector({ lookup: guardedLookup(isAllowed) });
  return (options, callback) => {
    // Node connects to an IP address without calling `lookup`.
    const address = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) === 0 || isAllowed(address, address)) connect(options, callback);
    else callback(new RefusedAddressError(), null);
  };
}

const guardedLookup =
  (isAllowed: AddressRule): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = found?.filter(({ address }) => isAllowed(address, hostname)) ?? [];
      const [first] = allowed;
      if (error || !first) callback(error ?? new RefusedAddressError(), '', 0);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };

export interface OutboundRequest {
  /** The limit of the decompressed body. */
  readonly maxBytes: number;
  /** Covers name lookup, redirects and the whole body. */
  readonly timeoutMs: number;
  readonly accept: string;
}

/** A POST of these bytes. */
export interface OutboundPost {
  /** All of them; the connection adds its own, such as `host` and `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The limit of the body of the answer, which is read as it is sent. */
  readonly maxBytes: number;
  /** Covers name lookup and the whole body of the answer. */
  readonly timeoutMs: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** An answer of any status, with the seconds of `Retry-After` if it has one. */
export interface PostAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Undefined if it is larger than the limit. */
  readonly body: Buffer | undefined;
}

export interface OutboundAnswer {
  /** The address after all redirects. */
  readonly url: string;
  readonly content_type: string | null;
  readonly body: Buffer;
}

const MAX_REDIRECTS = 5;
const MAX_URL = 2_000;

/**
 * The HTTP client for addresses that callers supply. It connects to public addresses only and sends
 * no credentials, cookies or referer.
 */
export class OutboundHttp {
  readonly #agent: Agent;
  readonly #rule: AddressRule;

  /**
   * `allowPrivate` allows every address, for development, and `allowedHosts` those of these names. Tests
   * replace the rule by `isAllowed`.
   */
  constructor(options: {
    allowPrivate: boolean;
    allowedHosts?: readonly string[];
    isAllowed?: AddressRule;
  }) {
    const { allowPrivate, allowedHosts = [], isAllowed = isPublicAddress } = options;
    this.#rule = (address, host) =>
      allowPrivate || allowedHosts.includes(host) || isAllowed(address, host);
    this.#agent = new Agent({ connect: guardedConnector(this.#rule) });
  }

  /**
   * Fetches `url`, which may be http, https or webcal.
   *
   * @throws AppError VALIDATION_ERROR when the address or a redirect is not allowed; UPSTREAM_ERROR
   *   for a failed connection, an error status, a timeout, or a body that is too large
   */
  async get(url: string, request: OutboundRequest): Promise<OutboundAnswer> {
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      return await this.#follow(allowedUrl(url), request, signal);
    } catch (error) {
      throw translated(error, signal);
    }
  }

  /**
   * Posts bytes and follows no redirect: what `headers` and the body hold reaches this address only.
   *
   * @throws AppError as `get`, but not for an error status or a large body; with the failure as its cause
   */
  async post(url: string, { maxBytes, timeoutMs, ...post }: OutboundPost): Promise<PostAnswer> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = post.signal ? AbortSignal.any([post.signal, timeout]) : timeout;
    try {
      const { statusCode, headers, body } = await requestOnce(allowedUrl(url), {
        ...post,
        dispatcher: this.#agent,
        method: 'POST',
        signal,
      });
      return {
        status: statusCode,
        retryAfterSeconds: secondsUntil(String(headers['retry-after'] ?? '')),
        body: await bytesOf(body, maxBytes),
      };
    } catch (error) {
      throw translated(error, signal);
    }
  }

  /**
   * Looks the host of an address up, and connects to nothing.
   * @throws AppError VALIDATION_ERROR, also for a host that has no address
   */
  async checkHost(url: string): Promise<void> {
    const host = allowedUrl(url).hostname.replace(/^\[|\]$/g, '');
    const look = promisify(guardedLookup(this.#rule));
    await look(host, {}).catch(() => {
      throw invalid('url', NOT_ALLOWED, 'address_not_allowed');
    });
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #follow(start: URL, request: OutboundRequest, signal: AbortSignal) {
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(url, {
        dispatcher: this.#agent,
        redirect: 'manual',
        signal,
        headers: { accept: request.accept, 'user-agent': 'Hallway' },
      });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) {
        return answerOf(url, response, request.maxBytes);
      }
      await response.body?.cancel();
      url = allowedUrl(location, url);
    }
    throw upstream(`The address redirects more than ${MAX_REDIRECTS} times`);
  }
}

const NOT_ALLOWED =
  'expected the http or https address of a public host, without user name or password';

/** Calendar services offer webcal: addresses, which are https for calendar apps. */
function allowedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text.trim().replace(/^webcals?:/i, 'https:'), base?.href);
  const isAllowed =
    url !== null &&
    text.length <= MAX_URL &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '';
  if (!isAllowed) throw invalid('url', NOT_ALLOWED, 'address_not_allowed');
  return url;
}

async function answerOf(url: URL, response: Response, maxBytes: number): Promise<OutboundAnswer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw upstream('The address answers with an error status');
  }
  const body = await bytesOf(response.body ?? Readable.from([]), maxBytes);
  if (!body) throw upstream(`The answer is larger than ${maxBytes} bytes`);
  return { url: url.href, content_type: response.headers.get('content-type'), body };
}

/** Of `Retry-After`, which is a number of seconds or a date. */
function secondsUntil(text: string): number | undefined {
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1_000);
  return seconds >= 0 ? seconds : undefined;
}

/** Undefined if it is larger than `maxBytes`. */
async function bytesOf(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reports which limit was reached, and reveals nothing about the other server or its answer. */
function translated(error: unknown, signal: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedAddressError)
      return invalid('url', NOT_ALLOWED, 'address_not_allowed');
  }
  return upstream(
    signal.aborted ? 'The address does not answer in time' : 'The address cannot be reached',
    error,
  );
}

const upstream = (sentence: string, cause?: unknown) =>
  new AppError('UPSTREAM_ERROR', sentence, { cause });
