import { setTimeout as sleep } from 'node:timers/promises';
import { type Request, type RequestHandler, Router } from 'express';
import { encodingFor } from './encodings.ts';
import { methodNotAllowed } from './mount.ts';
import { addressOf, type RateLimits } from './rate-limits.ts';

/** A file of a page, such as the organizers' console, as it is sent. */
export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  /** Compressed when it was built. */
  readonly encoded?: Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}
/** By path: `index.html`, `sw.js` and `assets/…`, whose names change with their content. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Nothing from elsewhere but images; `blob:` shows a picked photo, `data:` a QR code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data: https:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types hallway-worker',
].join('; ');
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A client that asks without a pause waits so long for a refusal, which costs as much as a page. */
const REFUSAL_DELAY_MS = 1_000;

/** Counts a request for what no endpoint declares toward the limit of its address. */
export const pageLimit =
  (limits: RateLimits): RequestHandler =>
  async (req, res, next) => {
    await limits.take('pages', addressOf(req), { req, res }).catch(async (error: unknown) => {
      await sleep(REFUSAL_DELAY_MS);
      throw error;
    });
    next();
  };

/** Of files whose name changes with their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Of the page, which names them. */
export const CHECKED = 'no-cache';

/**
 * A handler that sends a file of a page with the headers of that page, compressed if the client accepts
 * it. Without the file, it leaves the router: neither this page nor its other methods exist.
 */
export const fileSender =
  (read: () => Promise<PageFiles | undefined>, headers: Readonly<Record<string, string>>) =>
  (nameOf: (req: Request) => string, caching: string): RequestHandler =>
  async (req, res, next) => {
    const file = (await read())?.get(nameOf(req));
    if (!file) return next('router');
    const encoding = encodingFor(req.get('Accept-Encoding'));
    const encoded = encoding === 'identity' ? undefined : file.encoded?.[encoding];
    if (encoded) res.set('Content-Encoding', encoding);
    res.set({ ...headers, Vary: 'Accept-Encoding', 'Cache-Control': caching });
    res.type(file.type).send(encoded ?? file.body);
  };

/** A page and what it loads, below the path of the router. Without files, there is none. */
export function pageRouter(read: () => Promise<PageFiles | undefined>): Router {
  const router = Router({ strict: false });
  const send = fileSender(read, HEADERS);
  const named = (req: Request) => req.path.slice(1);
  router.get('/assets/:name', send(named, IMMUTABLE));
  // The policy of a service worker is that of the page, and its scope the whole path.
  router.get('/sw.js', send(named, CHECKED));
  // Only below its path does the worker keep the page.
  router.get('/', (req, res, next) => {
    if (req.originalUrl.startsWith(`${req.baseUrl}/`)) next();
    else res.redirect(308, `${req.baseUrl}/${req.originalUrl.slice(req.baseUrl.length)}`);
  });
  // The page itself finds its screen in the address.
  router.get(
    /^\/(?!assets\/)[^.]*$/,
    send(() => 'index.html', CHECKED),
  );
  router.all(/^\/(?!assets\/)[^.]*$/, methodNotAllowed(['GET', 'HEAD']));
  return router;
}
