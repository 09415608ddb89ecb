import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { compressed, type Encoding, encodingFor, isWorthCompressing } from './encodings.ts';
import type { AnyEndpoint } from './endpoint.ts';
import type { KeptAnswer } from './kept-entries.ts';

const NO_STORE = 'no-store';
/**
 * `no-transform` also keeps proxies from compressing the answer: the length of a compressed answer that
 * mixes a secret with the words of an attacker reveals the secret.
 */
export const PRIVATE = 'private, no-store, no-transform';
/**
 * The `as_of` of a list in JSON, which differs in each answer. It is found in the text, since a
 * second `JSON.stringify` would double the cost of a list; inside a string its quotes are escaped.
 */
const AS_OF = /"as_of":"[\dT:.Z-]{24}"/;
export const REVALIDATE = 'public, max-age=0, must-revalidate';
const CREDENTIALS = ['Authorization', 'X-Messenger-Auth'];
const ENCODING_AND_ORIGIN = ['Accept-Encoding', 'Origin'];

/** Lets caches store only anonymous answers to GET, without profiles. */
export function setCacheHeaders(endpoint: AnyEndpoint, res: Response): void {
  const isPublic = endpoint.auth === 'public' && !endpoint.knowsSender;
  if (!isPublic) vary(CREDENTIALS, res);
  const isAnonymous = isPublic || res.locals.caller === undefined;
  if (!isAnonymous) res.setHeader('Cache-Control', PRIVATE);
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

/** A public text that never changes in this process: its ETag and each encoding are made once. */
export class FixedText {
  readonly #etag: string;
  readonly #contentType: string;
  readonly #bodies: Map<Encoding, Promise<Buffer>>;
  readonly #plain: Buffer;

  constructor(text: string, mediaType: string) {
    this.#plain = Buffer.from(text);
    this.#etag = etagOf(text);
    this.#contentType = `${mediaType}; charset=utf-8`;
    this.#bodies = new Map([['identity', Promise.resolve(this.#plain)]]);
  }

  async send(req: Request, res: Response): Promise<void> {
    res.setHeader('ETag', this.#etag);
    if (isCurrent(this.#etag, req.headers['if-none-match'])) {
      res.status(304).end();
      return;
    }
    const encoding = encodingFor(req.headers['accept-encoding']);
    const body = this.#bodies.get(encoding) ?? compressed(this.#plain, encoding);
    this.#bodies.set(encoding, body);
    const bytes = await body;
    res.setHeader('Content-Type', this.#contentType);
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
    res.setHeader('Content-Length', bytes.length);
    res.end(req.method === 'HEAD' ? undefined : bytes);
  }
}

const etagOf = (text: string): string => `W/"${hash('sha1', text, 'base64url')}"`;

/** Receives an answer with status 200 that any cache may store; `res.locals.keep` of a request. */
export type Keep = (
  answer: Pick<KeptAnswer, 'contentType' | 'etag' | 'disposition'> & { readonly body: string },
) => void;

/**
 * `sendJson` for any text, which is sent in UTF-8. `conditional` adds an ETag also to an answer
 * that no cache may store. It does not use `res.send` of Express, which looks up the media type and
 * the length again.
 *
 * Only answers that any cache may store are compressed, for the reason at `PRIVATE`, and those of
 * endpoints that say so.
 */
export async function sendText(
  body: string,
  {
    req,
    res,
    mediaType,
    endpoint: { conditional, compressed: isCompressed } = {},
  }: {
    req: Request;
    res: Response;
    mediaType: string;
    endpoint?: Pick<AnyEndpoint, 'conditional' | 'compressed'>;
  },
): Promise<void> {
  const isPublic = res.getHeader('Cache-Control') === REVALIDATE;
  const contentType = mediaType.includes('charset=') ? mediaType : `${mediaType}; charset=utf-8`;
  if (conditional || isPublic) {
    const version = mediaType.endsWith('json') ? body.replace(AS_OF, '') : body;
    const etag = etagOf(version);
    res.setHeader('ETag', etag);
    if (isPublic && res.statusCode === 200) {
      const keep: Keep | undefined = res.locals.keep;
      keep?.({ body, contentType, etag, disposition: res.get('Content-Disposition') });
    }
    if (isCurrent(etag, req.headers['if-none-match'])) {
      res.status(304).end();
      return;
    }
  }
  res.setHeader('Content-Type', contentType);
  if (isCompressed) vary(['Accept-Encoding'], res);
  const encoding =
    (isPublic || isCompressed) && isWorthCompressing(body.length, contentType)
      ? encodingFor(req.get('Accept-Encoding'))
      : 'identity';
  let bytes: string | Buffer = body;
  if (encoding !== 'identity') {
    bytes = await compressed(Buffer.from(body), encoding);
    res.setHeader('Content-Encoding', encoding);
  }
  const length = Buffer.byteLength(bytes);
  res.setHeader('Content-Length', length);
  if (req.method === 'HEAD') res.end();
  // Text of one byte for each character is ASCII, which Node copies instead of encoding it.
  else res.end(bytes, length === bytes.length ? 'latin1' : 'utf8');
}

/**
 * Whether the client has this version. `req.fresh` of Express would say no beside `Cache-Control:
 * no-cache`, which `fetch` adds to every request with an If-None-Match of its caller.
 */
export const isCurrent = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch === etag ||
  ifNoneMatch
    .split(',')
    .some((tag) => tag.trim() === '*' || withoutWeak(tag) === withoutWeak(etag));

/** Conditional GET compares weak and strong tags alike. */
const withoutWeak = (tag: string) => tag.trim().replace(/^W\//, '');
