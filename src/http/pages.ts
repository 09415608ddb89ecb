import { type RequestHandler, Router } from 'express';
import { encodingFor } from './encodings.ts';
import { methodNotAllowed } from './mount.ts';

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

/** A page and what it loads, below the path of the router. Without files, there is none. */
export function pageRouter(read: () => Promise<PageFiles | undefined>): Router {
  const router = Router({ strict: false });
  const send =
    (pathOf: (path: string) => string, caching: string): RequestHandler =>
    async (req, res, next) => {
      const file = (await read())?.get(pathOf(req.path.slice(1)));
      // Neither this page nor its other methods exist.
      if (!file) return next('router');
      const encoding = encodingFor(req.get('Accept-Encoding'));
      const encoded = encoding === 'identity' ? undefined : file.encoded?.[encoding];
      if (encoded) res.set('Content-Encoding', encoding);
      res.set({ ...HEADERS, Vary: 'Accept-Encoding', 'Cache-Control': caching });
      res.type(file.type).send(encoded ?? file.body);
    };
  router.get(
    '/assets/:name',
    send((path) => path, 'public, max-age=31536000, immutable'),
  );
  // The policy of a service worker is that of the page, and its scope the whole path.
  router.get(
    '/sw.js',
    send((path) => path, 'no-cache'),
  );
  // Only below its path does the worker keep the page.
  router.get('/', (req, res, next) => {
    if (req.originalUrl.startsWith(`${req.baseUrl}/`)) next();
    else res.redirect(308, `${req.baseUrl}/`);
  });
  // The page itself finds its screen in the address.
  router.get(
    /^\/(?!assets\/)[^.]*$/,
    send(() => 'index.html', 'no-cache'),
  );
  router.all(/^\/(?!assets\/)[^.]*$/, methodNotAllowed(['GET', 'HEAD']));
  return router;
}
