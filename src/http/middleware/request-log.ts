import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

const KEPT_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Sets the request id, and logs one line when the response ends or is aborted: at warn level after
 * `slowMs` or more, unless it is a stream, whose client sets the pace.
 */
export function requestLogger(log: Logger, slowMs: number): RequestHandler {
  // Its fields hold no secret, and the search for secrets costs seven times as much as the line.
  const lines = log.child({}, { redact: [] });
  return (req, res, next) => {
    const started = performance.now();
    const given = req.headers['x-request-id'];
    const id = typeof given === 'string' && KEPT_ID.test(given) ? given : randomUUID();
    res.locals.requestId = id;
    res.locals.rootLog = log;
    res.setHeader('X-Request-Id', id);
    // Without the query, which can hold names, cursors or tickets. Express rewrites req.url later.
    const [path] = req.url.split('?', 1);
    res.once('close', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      const isSlow = ms >= slowMs && !res.locals.isStream;
      lines[isSlow ? 'warn' : 'info'](
        {
          request_id: id,
          method: req.method,
          path,
          route: res.locals.route,
          endpoint: res.locals.endpoint,
          status: res.statusCode,
          ms,
          user_id: res.locals.caller?.user?.id,
          aborted: res.writableFinished ? undefined : true,
        },
        'request',
      );
    });
    next();
  };
}

/** The log of one request. Made only where it is used, since a child logger costs time. */
export const requestLog = (res: Response): Logger =>
  res.locals.rootLog.child({ request_id: res.locals.requestId });
