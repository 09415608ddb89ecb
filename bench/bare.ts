import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { attend, cancel } from './bare/attend.ts';
import { complete } from './bare/complete.ts';
import { connect } from './bare/connect.ts';
import { openPool } from './bare/database.ts';
import { findEvent, listEvents } from './bare/events.ts';
import { listInbox } from './bare/inbox.ts';
import { listQuestions } from './bare/questions.ts';
import { signIn } from './bare/sign-in.ts';
import { findMe } from './bare/users.ts';

/**
 * The baseline: what a developer would write by hand for the measured paths, with `node:http` and
 * named statements of `pg`. The same bytes as the service, but no validation of input and output, no
 * access log, no rate limits, and tokens are read without verification. A read has the SQL of the
 * service; a write has one or two statements of its own on the same tables, and its file says what
 * they leave out. The triggers of the tables run for both.
 */
const databaseUrl = process.env.DATABASE_URL ?? '';
const pool = openPool(databaseUrl);
/** The public list from memory. */
let kept: Buffer | undefined;
const ETAG = 'W/"bare"';
const CACHING = {
  ETag: ETAG,
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Vary: 'Accept-Encoding, Origin',
};
const LIST = '/api/v1/events?limit=50';

const server = createServer((req, res) => {
  answer(req, res).catch((error: unknown) => {
    console.error(error);
    res.writeHead(500).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
await once(server, 'listening');
process.once('SIGTERM', () => process.exit());
process.once('SIGINT', () => process.exit());

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { url = '', method } = req;
  if (url === LIST) return sendKept(req, res);
  if (url === '/healthz') return send(res, 200, '{"status":"ok"}');
  if (url === '/api/v1/agenda/1/questions') return send(res, 200, await listQuestions(pool, 1));
  if (url === '/api/v1/users/me') return send(res, 200, await findMe(pool, callerOf(req)));
  if (url === '/api/v1/notifications') return send(res, 200, await listInbox(pool, callerOf(req)));
  if (url === '/api/v1/auth/login') {
    const { init_data } = await jsonOf(req);
    return send(res, 200, await signIn(pool, String(init_data)));
  }
  if (method === 'POST') return write(req, res);
  if (method === 'DELETE') {
    const [, id] = /^\/api\/v1\/events\/(\d+)\/attend$/.exec(url) ?? [];
    return send(res, 200, await cancel(pool, callerOf(req), Number(id)));
  }
  if (url.startsWith('/api/v1/events?')) {
    const query = new URLSearchParams(url.slice(url.indexOf('?')));
    return send(res, 200, await listEvents(pool, query));
  }
  if (url.startsWith('/api/v1/events/')) {
    return send(res, 200, await findEvent(pool, Number(url.slice('/api/v1/events/'.length))));
  }
  send(res, 404, '{}');
}

async function write(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const caller = callerOf(req);
  const body = await jsonOf(req);
  send(res, 201, await answerTo(req.url, caller, body));
}

function answerTo(url: string | undefined, caller: number, body: Record<string, unknown>) {
  if (url?.endsWith('/attend')) return attend(pool, caller, Number(body.event_id));
  if (url?.endsWith('/complete'))
    return complete(pool, caller, { task_id: body.task_id, answer: body.answer });
  return connect(pool, caller, { recipientId: Number(body.recipient_id) });
}

async function sendKept(req: IncomingMessage, res: ServerResponse): Promise<void> {
  kept ??= Buffer.from(await listEvents(pool, new URLSearchParams('limit=50')));
  if (req.headers['if-none-match'] === ETAG) {
    res.writeHead(304, CACHING).end();
    return;
  }
  res
    .writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': kept.length,
      ...CACHING,
    })
    .end(kept);
}

function send(res: ServerResponse, status: number, body: string): void {
  res
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
}

/** The user id in the bearer token, which is not verified. */
function callerOf(req: IncomingMessage): number {
  const [, claims = ''] = (req.headers.authorization ?? '').split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).user_id;
}

async function jsonOf(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
