import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestAnswered } from '../../lib/observations.ts';

const KEPT_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id that the client sent, or a new one. */
const requestIdOf = (given: string | readonly string[] | undefined): string =>
  typeof given === 'string' && KEPT_ID.test(given) ? given : randomUUID();

/** Sets the request id, and logs one line by `answerLogger`. */
export function requestLogger(log: Logger, slowMs: number): RequestHandler {
  const logAnswer = answerLogger(log, slowMs);
  return (req, res, next) => {
    const id = requestIdOf(req.headers['x-request-id']);
    res.locals.requestId = id;
    res.locals.rootLog = log;
    res.setHeader('X-Request-Id', id);
    logAnswer({ req, res, id, arrivedAt: performance.now() });
    next();
  };
}

interface Logged {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly id: string;
  /** In milliseconds of `performance.now()`. */
  readonly arrivedAt: number;
}

/**
 * Logs one line when the response ends or is aborted, with the fields of `res.locals`: at warn
 * level after `slowMs` or more, unless it is a stream, whose client sets the pace. A probe that found
 * the process well is a line at debug level: there are several a minute.
 */
function answerLogger(log: Logger, slowMs: number): (logged: Logged) => void {
  // Its fields hold no secret, and the search for secrets costs seven times as much as the line.
  const lines = log.child({}, { redact: [] });
  return ({ req, res, id, arrivedAt }) => {
    // Without the query, which can hold names, cursors or tickets. Express rewrites req.url later.
    const [path] = (req.url ?? '').split('?', 1);
    const write = () => {
      const { locals } = res as Response;
      const ms = Math.round((performance.now() - arrivedAt) * 10) / 10;
      const isSlow = ms >= slowMs && !locals.isStream;
      const isQuiet = path === '/healthz' && res.statusCode === 200;
      lines[isSlow ? 'warn' : isQuiet ? 'debug' : 'info'](
        {
          request_id: id,
          method: req.method,
          path,
          route: locals.route,
          endpoint: locals.endpoint,
          status: res.statusCode,
          ms,
          user_id: locals.caller?.user?.id,
          aborted: res.writableFinished ? undefined : true,
        },
        'request',
      );
      if (requestAnswered.isObserved) {
        const { endpoint, isStream = false } = locals;
        const { statusCode: status } = res;
        requestAnswered.publish({ endpoint, method: req.method, status, ms, isStream });
      }
    };
    if (res.closed) write();
    else res.once('close', write);
  };
}

/** The log of one request. Created only where it is used, because a child logger costs time. */
export const requestLog = (res: Response): Logger =>
  res.locals.rootLog.child({ request_id: res.locals.requestId });
