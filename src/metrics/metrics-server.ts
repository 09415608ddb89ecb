import type { RequestListener, ServerResponse } from 'node:http';
import type { Status } from './status.ts';

export interface Pages {
  readonly contentType: string;
  /** The metrics as text. */
  text(): Promise<string>;
  status(): Promise<Status>;
}

/** Serves `/metrics` and `/status` to one who operates the service: no authentication, no secret. */
export const metricsServer =
  (pages: Pages): RequestListener =>
  (req, res) => {
    const [path] = (req.url ?? '').split('?', 1);
    const answer = path === '/metrics' ? sendMetrics : path === '/status' ? sendStatus : undefined;
    if (!answer) return send(res, 404, 'text/plain', 'Not found: /metrics and /status are here\n');
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD');
      return send(res, 405, 'text/plain', 'Expected GET\n');
    }
    answer(pages, res).catch((error: unknown) =>
      send(res, 500, 'text/plain', `${error instanceof Error ? error.message : error}\n`),
    );
  };

async function sendMetrics({ text, contentType }: Pages, res: ServerResponse): Promise<void> {
  send(res, 200, contentType, await text());
}

async function sendStatus({ status }: Pages, res: ServerResponse): Promise<void> {
  const document = await status();
  const text = `${JSON.stringify(document, undefined, 2)}\n`;
  send(res, document.state === 'bad' ? 503 : 200, 'application/json', text);
}

function send(res: ServerResponse, status: number, type: string, text: string): void {
  res.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  res.end(text);
}
