import type { RequestHandler } from 'express';
import { overloaded } from '../../errors.ts';
import { requestRefused } from '../../lib/observations.ts';
import type { Health } from '../healthz.ts';
import { sendError } from './error.ts';

/** Answers 503 at once while the service is overloaded. The log has no line for each of them. */
export const refuseOverload =
  (health: Health): RequestHandler =>
  (req, res, next) => {
    if (!health.refusesRequests()) return next();
    requestRefused.publish({ reason: 'overload' });
    sendError(overloaded('The service is overloaded; try again later'), req, res);
  };
