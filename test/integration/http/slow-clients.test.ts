import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { z } from 'zod';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { type Listener, listen } from '../../../src/http/listener.ts';
import { Idempotency } from '../../../src/http/middleware/idempotency.ts';
import { mount } from '../../../src/http/mount.ts';
import { RateLimits } from '../../../src/http/rate-limits.ts';
import { SearchLimiter } from '../../../src/http/search-limiter.ts';
import { ConferenceRowsService } from '../../../src/services/administration/conference-rows.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { createDatabase } from '../../support/database.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { endServices, startService } from '../../support/service.ts';

const HALF_OF_THE_HEADERS = 'GET /api/v1/users HTTP/1.1\r\nHost: hallway\r\nX-';
const HALF_OF_A_BODY =
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: hallway\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

/** A client that never closes its half of a connection. */
async function openHalf(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** `once` would reject at an error, which comes first where the server resets the connection. */
function closeOf(socket: Socket): Promise<unknown> {
  socket.on('error', () => {});
  return new Promise((resolve) => socket.once('close', resolve));
}

const openMany = (count: number, port: number, text: string) =>
  Promise.all(Array.from({ length: count }, () => openHalf(port, text)));

describe('slow clients', () => {
  let listener: Listener;
  const start = async (options: { maxConnections: number; headersTimeoutMs?: number }) => {
    listener = await listen((_req, res) => void res.end('served'), {
      host: '127.0.0.1',
      port: 0,
      ...options,
    });
    return listener.port;
  };
  afterEach(() => listener.close(0));

  it('of half a request are freed after their 400', async () => {
    const port = await start({ maxConnections: 200, headersTimeoutMs: 10 });
    const sockets = await openMany(100, port, HALF_OF_THE_HEADERS);
    const answers = await Promise.all(
      sockets.map(async (socket) => (await once(socket, 'data'))[0]),
    );
    for (const answer of answers) {
      expect(String(answer)).toMatch(/^HTTP\/1\.1 400 .*"code":"VALIDATION_ERROR"/s);
    }

    // Only a write shows to this side that the other one is gone.
    const typing = setInterval(() => {
      for (const socket of sockets) socket.write('-');
    }, 100);
    await Promise.all(sockets.map(closeOf)).finally(() => clearInterval(typing));
  });

  it('beyond MAX_CONNECTIONS are closed at once, and the others are served', async () => {
    const port = await start({ maxConnections: 3 });
    const [first] = await openMany(3, port, HALF_OF_THE_HEADERS);
    const beyond = connect(port, '127.0.0.1');
    await closeOf(beyond.resume());
    first?.write('A: b\r\nConnection: close\r\n\r\n');

    const [answer] = await once(first as Socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** In `/proc/net/tcp`: the kernel of the other side has taken the connection. */
const ESTABLISHED = '01';
/** Above Node's own 511. */
const AT_ONCE = 700;

describe('a crowd that connects while the event loop is busy', () => {
  // Only Linux shows the states of its connections in a file.
  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('waits in the kernel, which drops none of them', async () => {
    const listener = await listen((_req, res) => void res.end(), {
      host: '127.0.0.1',
      port: 0,
      maxConnections: 1_000,
    });
    const sockets = Array.from({ length: AT_ONCE }, () => connect(listener.port, '127.0.0.1'));
    // They connect in ticks of their own, before the event loop accepts the first one.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    // Closed connections to an earlier listener on this port may still be listed: in another state.
    const remote = `0100007F:${listener.port.toString(16).toUpperCase().padStart(4, '0')}`;
    const taken = new Set(
      [...readFileSync('/proc/net/tcp', 'utf8').matchAll(/: (\S+) (\S+) (\w+)/g)]
        .filter(([, , to, state]) => to === remote && state === ESTABLISHED)
        .map(([, local]) => local),
    );
    for (const socket of sockets) socket.destroy();
    await listener.close(0);

    expect(taken.size).toBe(AT_ONCE);
  });
});

describe('clients that do not send their whole body', () => {
  const SENT = {
    'for JSON': ['POST', '/read', 'Content-Type: application/json', '{'],
    'that nobody reads': ['POST', '/unread', 'Content-Type: application/json', '{'],
    'of a GET': ['GET', '/unread', 'Content-Type: text/plain', 'x'],
  } as const;
  const declared = { auth: 'public', tag: 'Events', summary: 'Get nothing' } as const;
  const responses = { 200: z.object({}) };
  const handle = async () => ({ status: 200, body: {} }) as const;
  const body = z.object({});
  const endpoints = [
    endpoint({ ...declared, name: 'a', method: 'post', path: '/read', body, responses, handle }),
    endpoint({ ...declared, name: 'b', method: 'post', path: '/unread', responses, handle }),
    endpoint({ ...declared, name: 'c', method: 'get', path: '/unread', responses, handle }),
  ];
  let api: TestApi;
  let app: RequestListener;

  beforeAll(async () => {
    api = await startApi();
    const { rateLimitCounters: counters, idempotencyKeys: keys } = api.store;
    app = express().use(
      mount(endpoints, {
        authenticate: () => async () => undefined,
        limits: new RateLimits(false, { counters, now: api.now }),
        profileReads: api.services.profileReads,
        searches: new SearchLimiter({ poolSize: 1, maxWaitMs: 0 }),
        idempotency: new Idempotency({ keys, translate: errorFromDatabase }),
        conferenceRows: new ConferenceRowsService(api),
        limited: api.store.limited,
        strict: true,
        bodyTimeoutMs: 100,
      }),
    );
  });
  afterAll(() => api.close());

  it.each(Object.entries(SENT))(
    'are cut off: a body %s',
    async (_what, [method, to, type, sent]) => {
      const listener = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 });
      const socket = connect(listener.port, '127.0.0.1');
      socket.write(
        `${method} ${to} HTTP/1.1\r\nHost: hallway\r\n${type}\r\nContent-Length: 100\r\n\r\n${sent}`,
      );
      await closeOf(socket.resume());
      await listener.close(0);
    },
  );
});

describe('slow clients of a process that stops', () => {
  afterEach(endServices);

  it('do not hold it up', async () => {
    await using database = await createDatabase();
    const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-process-'));
    await using service = await startService({
      env: {
        NODE_ENV: 'production',
        ROLE: 'api',
        DATABASE_URL: database.url,
        JWT_SECRET: 'canary-of-the-token-secret-0123456789',
        ADMIN_API_KEY: 'canary-of-the-admin-key-0123456789',
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        DRAIN_DELAY: '0',
      },
      cwd,
    });
    const port = Number(new URL(service.url).port);
    const sockets = [
      ...(await openMany(50, port, HALF_OF_THE_HEADERS)),
      ...(await openMany(50, port, HALF_OF_A_BODY)),
    ];
    await fetch(`${service.url}/api/v1/users`);
    service.child.kill('SIGTERM');

    expect(await service.ended).toBe(0);
    const since = service.log().find(({ msg }) => msg === 'stopping');
    const stopped = service.log().find(({ msg }) => msg === 'stopped');
    // Well below the 8 s after which every connection is cut.
    expect(Number(stopped?.time) - Number(since?.time)).toBeLessThan(7_000);
    for (const socket of sockets) socket.destroy();
    await rm(cwd, { recursive: true });
  });
});
