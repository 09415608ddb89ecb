import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AnyEndpoint } from './endpoint.ts';

const NO_STORE = 'no-store';
/**
 * The `as_of` of a list in JSON, which differs in each answer. It is found in the text, since a
 * second `JSON.stringify` would double the cost of a list; inside a string its quotes are escaped.
 */
const AS_OF = /"as_of":"[\dT:.Z-]{24}"/;
const REVALIDATE = 'public, max-age=0, must-revalidate';
const CREDENTIALS = ['Authorization', 'X-Messenger-Auth'];
const ENCODING_AND_ORIGIN = ['Accept-Encoding', 'Origin'];

/** Lets caches store anonymous answers to GET only, and none that hold profiles. */
export function setCacheHeaders(endpoint: AnyEndpoint, res: Response): void {
  const isPublic = endpoint.auth === 'public' && !endpoint.knowsSender;
  if (!isPublic) vary(CREDENTIALS, res);
  const isAnonymous = isPublic || res.locals.caller === undefined;
  if (!isAnonymous) res.setHeader('Cache-Control', `private, ${NO_STORE}`);
  else if (endpoint.method === 'get' && !endpoint.holdsProfiles) setPublic(res);
  else res.setHeader('Cache-Control', NO_STORE);
}

/** Any cache may store this answer, and revalidates it each time. */
export function setPublic(res: Response): void {
  res.setHeader('Cache-Control', REVALIDATE);
  vary(ENCODING_AND_ORIGIN, res);
}

/** `res.vary` of Express would parse the whole header for each name. */
function vary(names: readonly string[], res: Response): void {
  const before = String(res.getHeader('Vary') ?? '');
  const added = before ? [before, ...names.filter((name) => !before.includes(name))] : names;
  res.setHeader('Vary', added.join(', '));
}

/** Sends JSON; or 304, when the answer may be stored and the client has the current version. */
export function sendJson(answer: unknown, req: Request, res: Response): void {
  sendText(JSON.stringify(answer), { req, res, mediaType: 'application/json' });
}

/**
 * `sendJson` for any text, which is sent in UTF-8. `conditional` adds an ETag also to an answer that no
 * cache may store. Not by `res.send` of Express, which looks up the media type and the length anew.
 */
export function sendText(
  body: string,
  {
    req,
    res,
    mediaType,
    conditional,
  }: { req: Request; res: Response; mediaType: string; conditional?: true | undefined },
): void {
  if (conditional || res.getHeader('Cache-Control') === REVALIDATE) {
    const version = mediaType.endsWith('json') ? body.replace(AS_OF, '') : body;
    const etag = `W/"${hash('sha1', version, 'base64url')}"`;
    res.setHeader('ETag', etag);
    if (isCurrent(etag, req.headers['if-none-match'])) {
      res.status(304).end();
      return;
    }
  }
  const isComplete = mediaType.includes('charset=');
  res.setHeader('Content-Type', isComplete ? mediaType : `${mediaType}; charset=utf-8`);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(req.method === 'HEAD' ? undefined : body);
}

/**
 * Whether the client has this version. `req.fresh` of Express would say no beside `Cache-Control:
 * no-cache`, which `fetch` adds to every request with an If-None-Match of its caller.
 */
const isCurrent = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag, etag.slice('W/'.length)].includes(tag.trim()));
