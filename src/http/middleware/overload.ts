import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';
import { retryAfter } from '../../lib/retry-after.ts';
import type { Health } from '../healthz.ts';
import { sendError } from './error.ts';

/** Answers 503 at once while the service is overloaded. The log has no line for each of them. */
export const refuseOverload =
  (health: Health): RequestHandler =>
  (req, res, next) => {
    if (!health.refusesRequests()) return next();
    const busy = new AppError('SERVICE_UNAVAILABLE', 'The service is overloaded; try again later', {
      headers: { 'Retry-After': retryAfter() },
    });
    sendError(busy, req, res);
  };
