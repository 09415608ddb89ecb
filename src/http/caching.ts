import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { compressed, type Encoding, encodingFor, isWorthCompressing } from './encodings.ts';
import type { AnyEndpoint } from './endpoint.ts';

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
const REVALIDATE = 'public, max-age=0, must-revalidate';
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

/** A public text whose ETag and encodings are each made once. */
export class PublicText {
  readonly #etag: string;
  readonly #contentType: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #bodies: Map<Encoding, Promise<Buffer>>;
  readonly #plain: Buffer;

  constructor(text: string, mediaType: string, headers: Readonly<Record<string, string>> = {}) {
    this.#plain = Buffer.from(text);
    this.#etag = etagOf(text, mediaType);
    this.#contentType = contentTypeOf(mediaType);
    this.#headers = headers;
    this.#bodies = new Map([['identity', Promise.resolve(this.#plain)]]);
  }

  /** The length without compression. */
  get bytes(): number {
    return this.#plain.length;
  }

  async send(req: Request, res: Response): Promise<void> {
    for (const [name, value] of Object.entries(this.#headers)) res.setHeader(name, value);
    res.setHeader('ETag', this.#etag);
    if (isCurrent(this.#etag, req.headers['if-none-match'])) {
      res.writeHead(304).end();
      return;
    }
    const encoding = isWorthCompressing(this.bytes, this.#contentType)
      ? encodingFor(req.headers['accept-encoding'])
      : 'identity';
    const body = this.#bodies.get(encoding) ?? compressed(this.#plain, encoding);
    this.#bodies.set(encoding, body);
    const bytes = await body;
    res.setHeader('Content-Type', this.#contentType);
    if (encoding !== 'identity') res.setHeader('Content-Encoding', encoding);
    res.setHeader('Content-Length', bytes.length);
    res.end(req.method === 'HEAD' ? undefined : bytes);
  }
}

/** The ETag of every encoding, because it is weak. */
function etagOf(text: string, mediaType: string): string {
  const version = mediaType.endsWith('json') ? text.replace(AS_OF, '') : text;
  return `W/"${hash('sha1', version, 'base64url')}"`;
}

const contentTypeOf = (mediaType: string): string =>
  mediaType.includes('charset=') ? mediaType : `${mediaType}; charset=utf-8`;

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
  const contentType = contentTypeOf(mediaType);
  if (conditional || isPublic) {
    const etag = etagOf(body, mediaType);
    res.setHeader('ETag', etag);
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
