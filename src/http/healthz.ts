import type { RequestHandler } from 'express';
import { overloaded, retrySeconds } from '../errors.ts';
import { requestRefused } from '../lib/observations.ts';
import { sendError } from './middleware/error.ts';

/** The checks behind `GET /healthz`. */
export interface Health {
  /** Whether the database answered within a second, and the pool of this process works. */
  isDatabaseUp(): Promise<boolean>;
  /** Whether this process waits for migrations of its database before it starts. */
  isSchemaBehind?(): boolean;
  /** Whether this process is shutting down. */
  isDraining(): boolean;
  /**
   * Whether to refuse the current request, because this process is overloaded. `/healthz` does not
   * call it.
   */
  refusesRequests(): boolean;
}

/** `GET /healthz`; `?live` skips the database. Without authentication, caching and rate limits. */
export const healthz =
  (health: Health): RequestHandler =>
  async (req, res) => {
    res.set('Cache-Control', 'no-store');
    if (health.isDraining()) {
      res.set('Connection', 'close');
      unavailable(res, 'draining');
    } else if ('live' in req.query || (await health.isDatabaseUp())) {
      res.json({ status: 'ok' });
    } else {
      unavailable(res, health.isSchemaBehind?.() ? 'schema_behind' : 'unavailable');
    }
  };

function unavailable(
  res: Parameters<RequestHandler>[1],
  status: 'draining' | 'schema_behind' | 'unavailable',
): void {
  res
    .set('Retry-After', String(retrySeconds()))
    .status(503)
    .json({ status, error: 'The service is not ready', code: 'SERVICE_UNAVAILABLE' });
}

/** Answers 503 at once while the service is overloaded. The log has no line for each of them. */
export const refuseOverload =
  (health: Health): RequestHandler =>
  (req, res, next) => {
    if (!health.refusesRequests()) return next();
    requestRefused.publish({ reason: 'overload' });
    sendError(overloaded('The service is overloaded; try again later'), req, res);
  };
