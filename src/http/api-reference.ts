import { type Request, type RequestHandler, Router } from 'express';
import { PublicText, setPublic } from './caching.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { methodNotAllowed } from './mount.ts';
import { openApiOf } from './openapi.ts';
import { CHECKED, fileSender, IMMUTABLE, type PageFiles } from './pages.ts';

/** A button on the docs page that fills in the credentials of a demo caller. Development only. */
export interface SignInButton {
  readonly label: string;
  /** The security scheme of the API reference. */
  readonly scheme: 'messenger' | 'apiKey';
  /** Returns a new credential at each click, because launch data expires. */
  credential(): string;
}

/** The page loads everything from this service; Swagger UI writes styles into elements. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export interface ReferenceOptions {
  /** The URL of this service for clients; empty for the one that served the reference. */
  readonly publicUrl: string;
  /** Shown above the docs page; empty in production. */
  readonly signInButtons: readonly SignInButton[];
  /** The docs page; undefined without one. */
  readonly referenceFiles?: (() => Promise<PageFiles | undefined>) | undefined;
}

/** `/openapi.json`, made from the declarations that route and validate, and a page to read it. */
export function apiReference(
  endpoints: readonly AnyEndpoint[],
  { publicUrl, signInButtons, referenceFiles = async () => undefined }: ReferenceOptions,
  limitPages: RequestHandler,
): Router {
  let document: PublicText | undefined;
  const router = Router({ strict: true });
  router.get('/openapi.json', limitPages, (req, res) => {
    setPublic(res);
    // Created at the first request: it costs more than the rest of the start, and few clients
    // request it.
    document ??= new PublicText(
      JSON.stringify(openApiOf(endpoints, publicUrl)),
      'application/json',
    );
    return document.send(req, res);
  });
  const send = fileSender(referenceFiles, HEADERS);
  router.get(
    '/docs',
    limitPages,
    send(() => 'index.html', CHECKED),
  );
  router.get(
    '/docs/assets/:name',
    limitPages,
    send(({ params }) => `assets/${params.name}`, IMMUTABLE),
  );
  router.all(['/openapi.json', '/docs'], methodNotAllowed(['GET', 'HEAD']));
  for (const [index, button] of signInButtons.entries()) {
    router.get(`/docs/sign-in/${index}.json`, signIn(button));
  }
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
