import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AnyEndpoint } from './endpoint.ts';

const NO_STORE = 'no-store';
/**
 * The `as_of` of a list in JSON, which differs in each answer. It is found in the text, since a
 * second `JSON.stringify` would double the cost of a list; inside a string its quotes are escaped.
 */
const AS_OF = /"as_of":"[\dT:.Z-]{24}"/;
const REVALIDATE = 'public, max-age=0, must-revalidate';

/** Lets caches store anonymous answers to GET only, and none that hold profiles. */
export function setCacheHeaders(endpoint: AnyEndpoint, res: Response): void {
  const isPublic = endpoint.auth === 'public' && !endpoint.knowsSender;
  if (!isPublic) res.vary('Authorization').vary('X-Messenger-Auth');
  const isAnonymous = isPublic || res.locals.caller === undefined;
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
export function sendJson(answer: unknown, req: Request, res: Response): void {
  sendText(JSON.stringify(answer), { req, res, mediaType: 'json' });
}

/** `sendJson` for any text. `conditional` adds an ETag also to an answer that no cache may store. */
export function sendText(
  body: string,
  {
    req,
    res,
    mediaType,
    conditional,
  }: { req: Request; res: Response; mediaType: string; conditional?: true | undefined },
): void {
  if (conditional || res.get('Cache-Control') === REVALIDATE) {
    const version = mediaType.endsWith('json') ? body.replace(AS_OF, '') : body;
    const etag = `W/"${createHash('sha1').update(version).digest('base64url')}"`;
    res.set('ETag', etag);
    if (isCurrent(etag, req.get('If-None-Match'))) {
      res.status(304).end();
      return;
    }
  }
  res.type(mediaType).send(body);
}

/**
 * Whether the client has this version. `req.fresh` of Express would say no beside `Cache-Control:
 * no-cache`, which `fetch` adds to every request with an If-None-Match of its caller.
 */
const isCurrent = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some((tag) => ['*', etag, etag.slice('W/'.length)].includes(tag.trim()));
