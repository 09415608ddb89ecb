import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

const KEPT_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Sets the request id, and logs one line when the response ends or is aborted. */
export function requestLogger(log: Logger): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const given = req.get('x-request-id');
    const id = given && KEPT_ID.test(given) ? given : randomUUID();
    res.locals.requestId = id;
    res.locals.rootLog = log;
    res.set('X-Request-Id', id);
    // Without the query, which can hold names, cursors or tickets. Express rewrites req.url later.
    const [path] = req.url.split('?');
    res.once('close', () => {
      log.info(
        {
          request_id: id,
          method: req.method,
          path,
          route: res.locals.route,
          endpoint: res.locals.endpoint,
          status: res.statusCode,
          ms: Math.round((performance.now() - started) * 10) / 10,
          user_id: res.locals.caller?.user?.id,
          ...(res.writableFinished ? {} : { aborted: true }),
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
