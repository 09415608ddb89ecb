import cors from 'cors';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { AppError, invalid } from '../errors.ts';
import { apiReference } from './api-reference.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { type Health, healthz } from './healthz.ts';
import { errorHandler, type Translate } from './middleware/error.ts';
import { requestLogger } from './middleware/request-log.ts';
import { type MountOptions, methodNotAllowed, mount } from './mount.ts';

export interface ServerOptions extends MountOptions {
  readonly log: Logger;
  readonly health: Health;
  /** What Express calls `trust proxy`: a number of hops, or addresses of proxies. */
  readonly trustProxy: number | readonly string[];
  /** `*` for any origin, without cookies. */
  readonly corsOrigins: readonly string[];
  /** Where clients reach this service, for the API reference; empty for wherever they found it. */
  readonly publicUrl: string;
  readonly translate: Translate;
}

/** The whole pipeline of a request, top to bottom; without endpoints, of its health alone. */
export function createServer(endpoints: readonly AnyEndpoint[], options: ServerOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', options.trustProxy);

  app.use(requestLogger(options.log));
  app.use(securityHeaders);
  app
    .route('/healthz')
    .get(healthz(options.health))
    .all(methodNotAllowed(['GET', 'HEAD']));
  app.use(closeWhileDraining(options.health));
  app.use(crossOrigin(options.corsOrigins));
  app.use(wholeUrl);

  if (endpoints.length > 0) {
    app.use('/api/v1', apiReference(endpoints, options.publicUrl));
    app.use('/api/v1', mount(endpoints, options));
  }
  app.use(() => {
    throw new AppError('ROUTE_NOT_FOUND', 'There is nothing at this path');
  });
  app.use(errorHandler(options.translate));
  return app;
}

const securityHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  next();
};

/** While draining, every answer asks its client to come back over another connection. */
const closeWhileDraining =
  (health: Health): RequestHandler =>
  (_req, res, next) => {
    if (health.isDraining()) res.set('Connection', 'close');
    next();
  };

/** Broken percent-encoding is refused before anybody reads a path or a query from it. */
const wholeUrl: RequestHandler = (req, _res, next) => {
  try {
    if (req.url.includes('%')) decodeURIComponent(req.url);
  } catch {
    throw invalid('url', 'broken percent-encoding');
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
      'If-None-Match',
      'X-Request-Id',
      'Last-Event-ID',
    ],
    exposedHeaders: [
      'ETag',
      'X-Request-Id',
      'Retry-After',
      'Content-Disposition',
      'Idempotency-Replayed',
      'RateLimit',
      'RateLimit-Policy',
    ],
    maxAge: 7_200,
  });
