/** Keeps the files of the console on the device, never data: the door opens without a network. */
declare const VERSION: string;
declare const FILES: readonly string[];

interface WorkerEvent extends Event {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
const worker = self as unknown as {
  addEventListener(name: string, listener: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
};
const PAGE = '/admin/';

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldFiles()));
worker.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === 'navigate') event.respondWith(page(event.request));
  else if (pathname.startsWith('/admin/assets/')) event.respondWith(kept(event.request));
});

async function keepFiles(): Promise<void> {
  const cache = await caches.open(VERSION);
  await cache.addAll([PAGE, ...FILES]);
  await worker.skipWaiting();
}

async function dropOldFiles(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name !== VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

const kept = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request);
