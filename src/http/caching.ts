import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { compressed, encodingFor, isWorthCompressing } from './encodings.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { KeptAnswer } from './kept-entries.ts';

const NO_STORE = 'no-store';
/**
 * The `as_of` of a list in JSON, which differs in each answer. It is found in the text, since a
 * second `JSON.stringify` would double the cost of a list; inside a string its quotes are escaped.
 */
const AS_OF = /"as_of":"[\dT:.Z-]{24}"/;
export const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Lets caches store anonymous answers to GET only, and none that hold profiles. */
export function setCacheHeaders(endpoint: AnyEndpoint, res: Response): void {
  if (endpoint.auth !== 'public') res.vary('Authorization').vary('X-Messenger-Auth');
  const isAnonymous = endpoint.auth === 'public' || res.locals.caller === undefined;
  if (endpoint.method !== 'get' || endpoint.holdsProfiles) {
    res.set('Cache-Control', isAnonymous ? NO_STORE : `private, ${NO_STORE}`);
  } else {
    if (isAnonymous) setPublic(res);
    else res.set('Cache-Control', `private, ${NO_STORE}`);
  }
}

/** Any cache may store this answer, and revalidates it each time. */
export function setPublic(res: Response): void {
  res.set('Cache-Control', REVALIDATE).vary('Accept-Encoding').vary('Origin');
}

/** Sends JSON; or 304, when the answer may be stored and the client has the current version. */
export function sendJson(answer: unknown, req: Request, res: Response): Promise<void> {
  return sendText(JSON.stringify(answer), { req, res, mediaType: 'json' });
}

/** Receives an answer with status 200 that any cache may store; `res.locals.keep` of a request. */
export type Keep = (
  answer: Pick<KeptAnswer, 'contentType' | 'etag' | 'disposition'> & { readonly body: string },
) => void;

/**
 * `sendJson` for any text. `conditional` adds an ETag also to an answer that no cache may store.
 *
 * Only what any cache may store is compressed: the length of a compressed answer that mixes a secret
 * with the words of an attacker reveals the secret.
 */
export async function sendText(
  body: string,
  {
    req,
    res,
    mediaType,
    conditional,
  }: { req: Request; res: Response; mediaType: string; conditional?: true | undefined },
): Promise<void> {
  const isPublic = res.get('Cache-Control') === REVALIDATE;
  res.type(mediaType);
  const contentType = String(res.get('Content-Type'));
  if (conditional || isPublic) {
    const version = mediaType.endsWith('json') ? body.replace(AS_OF, '') : body;
    const etag = `W/"${createHash('sha1').update(version).digest('base64url')}"`;
    res.set('ETag', etag);
    if (isPublic && res.statusCode === 200) {
      const keep: Keep | undefined = res.locals.keep;
      keep?.({ body, contentType, etag, disposition: res.get('Content-Disposition') });
    }
    if (isCurrent(etag, req.get('If-None-Match'))) {
      res.removeHeader('Content-Type');
      res.status(304).end();
      return;
    }
  }
  const encoding =
    isPublic && isWorthCompressing(body.length, contentType)
      ? encodingFor(req.get('Accept-Encoding'))
      : 'identity';
  if (encoding === 'identity') res.send(body);
  else res.set('Content-Encoding', encoding).send(await compressed(Buffer.from(body), encoding));
}

/**
 * Whether the client has this version. `req.fresh` of Express would say no beside `Cache-Control:
 * no-cache`, which `fetch` adds to every request with an If-None-Match of its caller.
 */
export const isCurrent = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch.split(',').some((tag) => ['*', etag, etag.slice('W/'.length)].includes(tag.trim()));
