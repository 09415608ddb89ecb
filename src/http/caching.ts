import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AnyEndpoint } from './endpoint.ts';

const NEVER_KEPT = 'no-store';
const ALWAYS_ASKED = 'public, max-age=0, must-revalidate';

/** Says who may keep this answer: whatever was made for one person, or holds people, nobody. */
export function setCacheHeaders(endpoint: AnyEndpoint, res: Response): void {
  if (endpoint.auth !== 'public') res.vary('Authorization').vary('X-Messenger-Auth');
  const isAnonymous = endpoint.auth === 'public' || res.locals.caller === undefined;
  if (endpoint.method !== 'get' || endpoint.holdsProfiles) {
    res.set('Cache-Control', isAnonymous ? NEVER_KEPT : `private, ${NEVER_KEPT}`);
  } else {
    if (isAnonymous) setPublic(res);
    else res.set('Cache-Control', `private, ${NEVER_KEPT}`);
  }
}

/** Anybody may keep this answer, and asks each time whether it still holds. */
export function setPublic(res: Response): void {
  res.set('Cache-Control', ALWAYS_ASKED).vary('Accept-Encoding').vary('Origin');
}

/** Sends JSON, or only 304 when an answer that may be kept is the one the client already has. */
export function sendJson(answer: unknown, req: Request, res: Response): void {
  sendText(JSON.stringify(answer), { req, res, mediaType: 'json' });
}

/** The same for any text. With `conditional`, also what only the client itself may keep. */
export function sendText(
  body: string,
  {
    req,
    res,
    mediaType,
    conditional,
  }: { req: Request; res: Response; mediaType: string; conditional?: true | undefined },
): void {
  if (conditional || res.get('Cache-Control') === ALWAYS_ASKED) {
    res.set('ETag', `W/"${createHash('sha1').update(body).digest('base64url')}"`);
    if (req.fresh) {
      res.status(304).end();
      return;
    }
  }
  res.type(mediaType).send(body);
}
