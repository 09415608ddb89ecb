import type { RequestHandler } from 'express';

/** What the health route asks. */
export interface Health {
  /** Whether the database answered within a second. */
  isDatabaseUp(): Promise<boolean>;
  /** Whether this process is about to stop. */
  isDraining(): boolean;
}

/** `GET /healthz`; with `?live` the database is left out. Never authenticated, cached or limited. */
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
      unavailable(res, 'unavailable');
    }
  };

function unavailable(res: Parameters<RequestHandler>[1], status: 'draining' | 'unavailable'): void {
  res
    .set('Retry-After', '5')
    .status(503)
    .json({ status, error: 'The service is not ready', code: 'SERVICE_UNAVAILABLE' });
}
