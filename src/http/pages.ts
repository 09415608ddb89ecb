import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
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

/** Seen from the bundle, and from the sources after `npm run build:pages`. */
const DIRECTORIES = ['../..', '../../dist'];

/** A page that `npm run build` made, read once; undefined without one. */
export function builtPage(name: 'console' | 'reference'): () => Promise<PageFiles | undefined> {
  let files: Promise<PageFiles | undefined> | undefined;
  return () => {
    files ??= readFirst(name);
    return files;
  };
}

async function readFirst(name: string): Promise<PageFiles | undefined> {
  for (const place of DIRECTORIES) {
    const directory = fileURLToPath(new URL(`${place}/${name}`, import.meta.url));
    const found = await readPage(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    if (found) return found;
  }
  return undefined;
}

/** The files below a directory, with what stands compressed beside them. */
export async function readPage(directory: string): Promise<PageFiles> {
  const index = await readFile(path.join(directory, 'index.html'));
  const names = await readdir(directory, { recursive: true });
  const files = new Map<string, PageFile>([['index.html', { type: 'html', body: index }]]);
  const read = async (name: string) =>
    names.includes(name) ? readFile(path.join(directory, name)) : undefined;
  for (const name of names.filter((one) => /\.(html|js|css)$/.test(one))) {
    const [body, br, gzip] = await Promise.all([
      read(name),
      read(`${name}.br`),
      read(`${name}.gz`),
    ]);
    const encoded = { ...(br && { br }), ...(gzip && { gzip }) };
    const type = path.extname(name).slice(1);
    if (body) files.set(name.replaceAll(path.sep, '/'), { type, body, encoded });
  }
  return files;
}
