import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BookAnswer,
  type BookOptions,
  type LedgerEntry,
  PartnerBook,
} from './partner-book.ts';

/** The failures of the sandbox, for tests. */
export type SandboxFault =
  /** Never answers. */
  | 'slow'
  | 'error'
  /** The page of a gateway, with status 200. */
  | 'html'
  /** 50 MB of JSON. */
  | 'huge'
  /** A redirect to the service itself, or to another one on the same machine. */
  | { readonly redirect: string }
  /** Closes the connection in the middle of the answer. */
  | 'cut'
  | { readonly retryAfter: string }
  /** Any other answer. */
  | { readonly status: number; readonly body: object };

/** A call, before it is answered. */
export interface SandboxCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/** `isLate`: the call takes effect, and only its answer is lost. */
export interface PlannedFault {
  readonly fault: SandboxFault;
  readonly isLate: boolean;
}

interface SandboxOptions extends Partial<BookOptions> {
  /** May wait, which delays the answer. */
  readonly onCall?: (call: SandboxCall) => Promise<PlannedFault | undefined>;
}

export interface PartnerSandbox {
  readonly url: string;
  /** The settings with which the service finds it. */
  readonly env: Readonly<Record<`PARTNERA_${string}`, string>>;
  /** Every mint that the partner has completed. */
  readonly mints: readonly LedgerEntry[];
  /** Ends all sessions, as if each refresh token had been used twice. */
  endSessions(): void;
  stop(): Promise<void>;
}

const API_KEY = 'sandbox-key-of-the-partner';
const HUGE_BYTES = 50 * 1_024 * 1_024;
const MAX_BODY_BYTES = 64 * 1_024;

/**
 * Starts a partner on a free port of the loopback address, as docs/partner-a.md describes it. The code
 * of every destination is 424242, nothing is sent, and a mint takes 2 s.
 */
export async function startPartnerSandbox(options: SandboxOptions = {}): Promise<PartnerSandbox> {
  const book = new PartnerBook({ mintMs: 2_000, accessTtlSeconds: 3_600, ...options });
  const server = createServer((req, res) => {
    // A client that has left needs no answer.
    void answer(req, res, { book, onCall: options.onCall }).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url,
    env: {
      PARTNERA_BASE_URL: url,
      PARTNERA_API_KEY: API_KEY,
      PARTNERA_PHONE_PREFIXES: '+1,+49,+31',
      PARTNERA_EXPLORER_HOSTS: 'explorer.partnera.example',
      PARTNERA_SANDBOX: 'true',
    },
    get mints() {
      return book.mints;
    },
    endSessions: () => book.endSession(),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Context {
  readonly book: PartnerBook;
  readonly onCall: SandboxOptions['onCall'];
}

async function answer(req: IncomingMessage, res: ServerResponse, { book, onCall }: Context) {
  const call = await readCall(req);
  if (!call) return send(res, [400, { error: 'invalid_request' }]);
  const planned = await onCall?.(call);
  if (planned && !planned.isLate) return fail(res, planned.fault);
  const reply = effectOf(call, book);
  return planned ? fail(res, planned.fault) : send(res, reply);
}

function effectOf({ method, path, headers, body }: SandboxCall, book: PartnerBook): BookAnswer {
  if (headers['x-api-key'] !== API_KEY) return [401, { error: 'unauthorized' }];
  switch (`${method} ${path}`) {
    case 'POST /v1/otp':
      return book.sendCode(body);
    case 'POST /v1/otp/verify':
      return book.verify(body);
    case 'POST /v1/token':
      return book.refresh(body);
    case 'POST /v1/mints':
      return book.mint(String(headers['idempotency-key']), headers.authorization ?? '');
  }
  const key = /^\/v1\/mints\/by-key\/([\w-]+)$/.exec(path)?.[1];
  return method === 'GET' && key ? book.findMint(key) : [404, { error: 'no_such_path' }];
}

async function readCall(req: IncomingMessage): Promise<SandboxCall | undefined> {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) return undefined;
  }
  try {
    const body: unknown = JSON.parse(text || '{}');
    if (typeof body !== 'object' || body === null) return undefined;
    const { method = '', url = '', headers } = req;
    return { method, path: url, headers, body: { ...body } };
  } catch {
    return undefined;
  }
}

const send = (res: ServerResponse, [status, body]: BookAnswer) => {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
};

async function fail(res: ServerResponse, fault: SandboxFault): Promise<void> {
  if (typeof fault === 'object') {
    if ('redirect' in fault) res.writeHead(307, { Location: fault.redirect }).end();
    else if ('body' in fault) send(res, [fault.status, fault.body]);
    else res.writeHead(429, { 'Retry-After': fault.retryAfter }).end('{"error":"busy"}');
    return;
  }
  switch (fault) {
    case 'slow':
      return;
    case 'error':
      res
        .writeHead(500, { 'Content-Type': 'text/plain' })
        .end('database of the partner: no such table');
      return;
    case 'html':
      res
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<html>Sign in to the gateway</html>');
      return;
    case 'cut':
      res.writeHead(200, { 'Content-Length': '1000' }).write('{"status":"minted"');
      await sleep(1);
      res.destroy();
      return;
    case 'huge':
      await sendHuge(res);
  }
}

async function sendHuge(res: ServerResponse): Promise<void> {
  const block = Buffer.alloc(64 * 1_024, 0x20);
  res.writeHead(200, { 'Content-Type': 'application/json' });
  const blocks = Array.from({ length: HUGE_BYTES / block.length }, () => block);
  await pipeline(['{"status":"minted",', ...blocks, '}'], res);
}
