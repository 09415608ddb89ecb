import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import { sendJson, setPublic } from './caching.ts';
import { PAGE_POLICY, PAGE_SCRIPT, pageWith, type SignInButton } from './docs-page.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { methodNotAllowed } from './mount.ts';
import { openApiOf } from './openapi.ts';

export interface ReferenceOptions {
  /** The URL of this service for clients; empty for the one that served the reference. */
  readonly publicUrl: string;
  /** Shown above the docs page; empty in production. */
  readonly signInButtons: readonly SignInButton[];
}

/** `/openapi.json`, made from the declarations that route and validate, and a page to read it. */
export function apiReference(
  endpoints: readonly AnyEndpoint[],
  { publicUrl, signInButtons }: ReferenceOptions,
): Router {
  let document: ReturnType<typeof openApiOf> | undefined;
  const page = pageWith(signInButtons);
  const router = Router({ strict: true });
  router.get('/openapi.json', (req, res) => {
    setPublic(res);
    // Created at the first request: it costs more than the rest of the start, and few clients
    // request it.
    document ??= openApiOf(endpoints, publicUrl);
    return sendJson(document, req, res);
  });
  router.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', PAGE_POLICY).type('html').send(page);
  });
  router.get('/docs/page.js', (_req, res) => {
    res.type('js').send(PAGE_SCRIPT);
  });
  router.all(['/openapi.json', '/docs', '/docs/page.js'], methodNotAllowed(['GET', 'HEAD']));
  for (const [index, button] of signInButtons.entries()) {
    router.get(`/docs/sign-in/${index}.json`, signIn(button));
  }
  const require = createRequire(import.meta.url);
  const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
  router.use('/docs/assets', express.static(assets, { index: false, fallthrough: true }));
  return router;
}

/** Answers the credential of a button, to the docs page in a browser on this machine alone. */
const signIn =
  ({ scheme, credential }: SignInButton): RequestHandler =>
  (req, res, next) => {
    if (!isFromThisMachine(req)) return next();
    // In development CORS allows every origin, but only this page may read a credential.
    res.removeHeader('Access-Control-Allow-Origin');
    res.set('Cache-Control', 'no-store').json({ scheme, value: credential() });
  };

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/**
 * Whether the request comes from a page of this service, in a browser on this machine. The host
 * name excludes a DNS name that resolves to 127.0.0.1 (rebinding), the forwarding headers a tunnel
 * to this machine.
 */
function isFromThisMachine(req: Request): boolean {
  const site = req.get('sec-fetch-site') ?? 'same-origin';
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'].some(
    (name) => req.get(name) !== undefined,
  );
  return (
    LOOPBACK.test(req.socket.remoteAddress ?? '') &&
    LOCAL_HOSTS.includes(req.hostname) &&
    site === 'same-origin' &&
    !isForwarded
  );
}
