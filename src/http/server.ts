import type { RequestListener } from 'node:http';
import cors from 'cors';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { AppError, invalid, overloaded } from '../errors.ts';
import { withWaits } from '../lib/counted-waits.ts';
import { requestRefused } from '../lib/observations.ts';
import { apiReference, type ReferenceOptions } from './api-reference.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type FrontLink, frontPage } from './front-page.ts';
import { type Health, healthz, refuseOverload } from './healthz.ts';
import { errorHandler, type Translate } from './middleware/error.ts';
import { requestLogger } from './middleware/request-log.ts';
import { type MountOptions, methodNotAllowed, mount } from './mount.ts';
import { type PageFiles, pageLimit, pageRouter } from './pages.ts';
import type { ResponseCache } from './response-cache.ts';
import { RESPONSE_HEADERS, SECURITY_HEADERS } from './response-headers.ts';

export interface ServerOptions extends MountOptions, ReferenceOptions {
  readonly log: Logger;
  /** The number of milliseconds from which a request is logged as slow. */
  readonly logSlowMs: number;
  readonly health: Health;
  /** `trust proxy` of Express: a number of hops, or the addresses of proxies. */
  readonly trustProxy: number | readonly string[];
  /** `*` for any origin, without credentials. */
  readonly corsOrigins: readonly string[];
  readonly translate: Translate;
  /** The organizers' console; undefined without one. */
  readonly consoleFiles?: (() => Promise<PageFiles | undefined>) | undefined;
  /** The example of a mini app; undefined without one. */
  readonly demo?: RequestHandler | undefined;
}

/** The middleware of every request, in order. Without endpoints it serves `/healthz` only. */
export function createServer(
  endpoints: readonly AnyEndpoint[],
  options: ServerOptions,
): RequestListener {
  const app = baseServer(options);
  if (endpoints.length > 0) {
    const limitPages = pageLimit(options.limits);
    app.use('/api/v1', mount(endpoints, options));
    app.use('/api/v1', apiReference(endpoints, options, limitPages));
    if (options.consoleFiles) app.use('/admin', limitPages, pageRouter(options.consoleFiles));
    if (options.demo) app.use('/demo', limitPages, options.demo);
    app.use(frontPage(linksOf(options), limitPages));
  }
  app.use(() => {
    throw new AppError('ROUTE_NOT_FOUND', 'No endpoint has this path');
  });
  app.use(errorHandler(options.translate));
  return options.responses ? withResponses(app, options.responses, options) : app;
}

function linksOf({ consoleFiles, referenceFiles, demo }: ServerOptions): FrontLink[] {
  const isBuilt = async (read: ServerOptions['consoleFiles']) => (await read?.()) !== undefined;
  return [
    { path: 'admin/', title: 'Console of the organizers', isServed: () => isBuilt(consoleFiles) },
    { path: 'api/v1/docs', title: 'API reference', isServed: () => isBuilt(referenceFiles) },
    { path: 'demo/', title: 'Demo of the mini app', isServed: async () => demo !== undefined },
  ];
}

/**
 * Sends answers from memory before Express sees the request, as Express costs more than the rest of such
 * an answer.
 */
function withResponses(
  server: RequestListener,
  responses: ResponseCache,
  { log, logSlowMs, health, corsOrigins }: BaseOptions,
): RequestListener {
  const begin = inOne(
    requestLogger(log, logSlowMs),
    securityHeaders,
    closeWhileDraining(health),
    crossOrigin(corsOrigins),
  );
  return (req, res) => {
    const entry = responses.find(req);
    if (!entry) return server(req, res);
    const [request, response] = [req as Request, Object.assign(res as Response, { locals: {} })];
    begin(request, response, () => responses.send(entry, request, response));
  };
}

type BaseOptions = Pick<
  ServerOptions,
  'log' | 'logSlowMs' | 'health' | 'trustProxy' | 'corsOrigins'
>;

/** Answers 503 until the service is ready, except to `GET /healthz?live`. */
export function createStartingServer(options: BaseOptions): Express {
  const app = baseServer(options);
  app.use(() => {
    requestRefused.publish({ reason: 'starting' });
    // An open connection would keep the client at a process that is not ready.
    throw overloaded('The service is starting', { headers: { Connection: 'close' } });
  });
  app.use(errorHandler(() => undefined));
  return app;
}

function baseServer(options: BaseOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  // Otherwise Express would answer 304 to `If-None-Match: *`, even if no cache may store the
  // answer; see sendText.
  Object.defineProperty(app.request, 'fresh', { value: false });
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustProxy);

  app.use(inOne(requestLogger(options.log, options.logSlowMs), securityHeaders));
  app
    .route('/healthz')
    .get(healthz(options.health))
    .all(methodNotAllowed(['GET', 'HEAD']));
  app.use(
    inOne(
      closeWhileDraining(options.health),
      crossOrigin(options.corsOrigins),
      wholeUrl,
      refuseOverload(options.health),
      countWaits,
    ),
  );
  return app;
}

/** Combines several handlers, because Express matches the path for each handler that it calls. */
const inOne =
  (...handlers: RequestHandler[]): RequestHandler =>
  (req, res, next) => {
    const call = (index: number): void => {
      const handler = handlers[index];
      if (handler) void handler(req, res, (error) => (error ? next(error) : call(index + 1)));
      else next();
    };
    call(0);
  };

const securityHeaders: RequestHandler = (_req, res, next) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) res.setHeader(name, value);
  next();
};

/** The database shortens the statements of a request by what it has waited. */
const countWaits: RequestHandler = (_req, _res, next) => withWaits(next);

/** While draining, every response asks the client to use another connection next time. */
const closeWhileDraining =
  (health: Health): RequestHandler =>
  (_req, res, next) => {
    if (health.isDraining()) res.setHeader('Connection', 'close');
    next();
  };

/** Refuses broken percent-encoding before the path and the query are parsed. */
const wholeUrl: RequestHandler = (req, _res, next) => {
  try {
    if (req.url.includes('%')) decodeURIComponent(req.url);
  } catch {
    throw invalid('url', 'expected valid percent-encoding', 'format', { format: 'url' });
  }
  next();
};

const crossOrigin = (origins: readonly string[]): RequestHandler =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Content-Type',
      'Authorization',
      'X-Messenger-Auth',
      'X-API-Key',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
      'Last-Event-ID',
      'Prefer',
    ],
    exposedHeaders: Object.keys(RESPONSE_HEADERS),
    // Two hours, the longest that Chromium accepts.
    maxAge: 7_200,
  });
