import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { pino } from 'pino';
import { z } from 'zod';
import type { PublicData } from '../../../src/domain/operations/public-data.ts';
import { AppError } from '../../../src/errors.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { type Channel, KeptAnswers } from '../../../src/http/kept-answers.ts';
import { KeptEntries, KeptEntry } from '../../../src/http/kept-entries.ts';
import { Idempotency } from '../../../src/http/middleware/idempotency.ts';
import { RateLimits } from '../../../src/http/rate-limits.ts';
import { IdParamsSchema } from '../../../src/http/schemas/common.ts';
import { SearchGate } from '../../../src/http/search-gate.ts';
import { createServer as createApp } from '../../../src/http/server.ts';
import { overSocket } from '../../support/socket.ts';
import { until } from '../../support/until.ts';

/** A service of one endpoint, whose answers the test makes one by one. */
async function startService({ maxBytes = 1_000_000 } = {}) {
  let time = Date.parse('2026-05-14T09:00:00Z');
  const now = () => new Date(time);
  const channel = { isListening: true, open: () => {}, announce: () => {}, close: async () => {} };
  const kept = new KeptAnswers({ maxBytes, channel: channel satisfies Channel, now });
  /** The answers that are being made, in order. */
  const making: PromiseWithResolvers<string>[] = [];
  const read = endpoint({
    name: 'read',
    method: 'get',
    path: '/events/:id',
    auth: 'public',
    tag: 'Events',
    summary: 'Get an event',
    params: IdParamsSchema,
    kept: ['events'],
    responses: { 200: z.object({ text: z.string() }).meta({ id: 'Text' }) },
    errors: ['NOT_FOUND'],
    async handle() {
      const next = Promise.withResolvers<string>();
      making.push(next);
      return { status: 200, body: { text: await next.promise } };
    },
  });
  const log = pino({ level: 'silent' });
  const health = {
    isDatabaseUp: async () => true,
    isDraining: () => false,
    refusesRequests: () => false,
  };
  const keys = {
    insert: async () => true,
    find: async () => undefined,
    updateLease: async () => {},
    updateAnswer: async () => {},
    delete: async () => {},
  };
  const options = {
    authenticate: () => async () => undefined,
    limits: new RateLimits(false, {
      counters: { upsert: async () => ({ hits: 1, ms_left: 0 }) },
      now,
    }),
    peopleReads: { record: async () => {} },
    searches: new SearchGate({ poolSize: 1, maxWaitMs: 0 }),
    conferenceRows: { refuseOutside: async () => {} },
    limited: <T>(_keys: unknown, work: () => Promise<T>) => work(),
    idempotency: new Idempotency({ keys, translate: () => undefined }),
    strict: true,
    log,
    health,
    trustProxy: 0,
    logSlowMs: 600_000,
    corsOrigins: [],
    publicUrl: '',
    signInButtons: [],
    bodyTimeoutMs: 100,
    translate: () => undefined,
  };
  const endpoints = [read];
  const server: Server = createServer(
    kept.before(createApp(endpoints, options), { ...options, endpoints }),
  );
  /** The requests that have arrived, and those whose answers were sent or given up. */
  let [arrived, ended] = [0, 0];
  server.prependListener('request', (_req, res) => {
    arrived += 1;
    res.once('close', () => {
      ended += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/events/`;

  return {
    kept,
    url,
    channel,
    making,
    advance: (ms: number) => {
      time += ms;
    },
    write: (...data: PublicData[]) => kept.wrote(new Set(data)),
    untilMaking: (count: number) => until(() => making.length === count),
    untilEnded: (count: number) => until(() => ended === count),
    /** Sends a request and waits until it has arrived. */
    async ask(id: number, signal?: AbortSignal) {
      const before = arrived;
      const answer = fetch(url + id, signal ? { signal } : {}).then(async (res) => {
        const { text, code } = (await res.json()) as { text?: string; code?: string };
        return text ?? code;
      });
      answer.catch(() => {});
      await until(() => arrived > before);
      return { answer };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Service = Awaited<ReturnType<typeof startService>>;
let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

describe('while an answer is made', () => {
  it('requests for the same key wait for it, and others do not', async () => {
    const first = await service.ask(1);
    await service.untilMaking(1);
    const second = await service.ask(1);
    const other = await service.ask(2);
    await service.untilMaking(2);
    service.making[1]?.resolve('other');
    expect(await other.answer).toBe('other');
    service.making[0]?.resolve('one');
    expect(await Promise.all([first.answer, second.answer])).toEqual(['one', 'one']);
    expect(service.making).toHaveLength(2);
  });

  it('a write makes it too old to be kept, and for every request after the write', async () => {
    const first = await service.ask(1);
    await service.untilMaking(1);
    const waiting = await service.ask(1);
    service.write('events');
    const later = [await service.ask(1), await service.ask(1)];
    // One request at a time, however many writes there are.
    expect(service.making).toHaveLength(1);
    service.making[0]?.resolve('old');
    expect(await first.answer).toBe('old');
    expect(await waiting.answer).toBe('old');
    await service.untilMaking(2);
    service.making[1]?.resolve('new');
    expect(await Promise.all(later.map(({ answer }) => answer))).toEqual(['new', 'new']);
    expect(await (await service.ask(1)).answer).toBe('new');
    expect(service.making).toHaveLength(2);
  });

  it('a write to other data changes nothing', async () => {
    const first = await service.ask(1);
    await service.untilMaking(1);
    service.write('speakers', 'agenda');
    service.making[0]?.resolve('one');
    await first.answer;
    expect(await (await service.ask(1)).answer).toBe('one');
  });

  it('and it fails, each request gets an answer of its own, and none is kept', async () => {
    const first = await service.ask(1);
    await service.untilMaking(1);
    const second = await service.ask(1);
    service.making[0]?.reject(new AppError('NOT_FOUND', 'event not found'));
    expect(await first.answer).toBe('NOT_FOUND');
    await service.untilMaking(2);
    service.making[1]?.resolve('two');
    expect(await second.answer).toBe('two');
    const third = await service.ask(1);
    await service.untilMaking(3);
    service.making[2]?.resolve('three');
    expect(await third.answer).toBe('three');
  });

  it('and its client is refused for its many requests, the next one makes it', async () => {
    const first = await service.ask(1);
    await service.untilMaking(1);
    const [second, third] = [await service.ask(1), await service.ask(1)];
    service.making[0]?.reject(new AppError('RATE_LIMITED', 'Too many requests; try again later'));
    expect(await first.answer).toBe('RATE_LIMITED');
    await service.untilMaking(2);
    service.making[1]?.resolve('two');
    expect(await Promise.all([second.answer, third.answer])).toEqual(['two', 'two']);
    expect(service.making).toHaveLength(2);
  });

  it('and its client leaves, the next one makes it', async () => {
    const leaving = new AbortController();
    await service.ask(1, leaving.signal);
    await service.untilMaking(1);
    const [second, third] = [await service.ask(1), await service.ask(1)];
    leaving.abort();
    await service.untilMaking(2);
    service.making[1]?.resolve('two');
    expect(await Promise.all([second.answer, third.answer])).toEqual(['two', 'two']);
    service.making[0]?.resolve('nobody waits for it');
    expect(await (await service.ask(1)).answer).toBe('two');
  });
});

describe('a kept answer', () => {
  const keep = async (text: string) => {
    const count = service.making.length + 1;
    const { answer } = await service.ask(1);
    await service.untilMaking(count);
    service.making.at(-1)?.resolve(text);
    return answer;
  };

  it('lives one second while messages of other processes may be lost, otherwise five', async () => {
    await keep('one');
    service.advance(4_999);
    expect(await (await service.ask(1)).answer).toBe('one');
    service.channel.isListening = false;
    expect(await keep('two')).toBe('two');
    service.advance(999);
    expect(await (await service.ask(1)).answer).toBe('two');
    service.advance(1);
    expect(await keep('three')).toBe('three');
  });

  it('is made again after the clock was set back', async () => {
    await keep('one');
    service.advance(-1);
    expect(await keep('two')).toBe('two');
  });
});

it('a client that does not send the body of its read is cut off after its answer', async () => {
  const first = await service.ask(1);
  await service.untilMaking(1);
  service.making[0]?.resolve('one');
  await first.answer;
  const head = 'GET /api/v1/events/1 HTTP/1.1\r\nHost: hallway\r\nContent-Length: 9\r\n\r\n';
  const { status, body } = await overSocket(service.url, `${head}some`);
  expect([status, body]).toEqual([200, '{"text":"one"}']);
  expect(service.making).toHaveLength(1);
});

it('the memory of kept answers is bounded: the oldest go first, compressed bodies count', async () => {
  const [read] = [{ name: 'read', path: '/events/:id', kept: ['events'] as const }];
  const MAX_BYTES = 100_000;
  const operation = fc.record({ key: fc.nat(60), bytes: fc.nat(20_000), zipped: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 60 }), async (operations) => {
      const entries = new KeptEntries(MAX_BYTES);
      const newestLast: string[] = [];
      for (const { key: n, bytes, zipped } of operations) {
        const key = `/api/v1/events/${n}`;
        const answer = {
          key,
          endpoint: read as never,
          body: Buffer.alloc(bytes, 'x'),
          contentType: 'application/json',
          etag: 'W/"1"',
          disposition: undefined,
          version: 0,
          madeAt: 0,
        };
        const entry = new KeptEntry(answer);
        entries.add(entry);
        if (newestLast.includes(key)) newestLast.splice(newestLast.indexOf(key), 1);
        newestLast.push(key);
        if (zipped) await entry.compress('gzip');
        expect(entries.bytes).toBeLessThanOrEqual(MAX_BYTES);
      }
      const kept = newestLast.filter((key) => entries.get(key));
      const held = kept.map((key) => entries.get(key)?.bytes ?? 0);
      expect(entries.bytes).toBe(held.reduce((sum, bytes) => sum + bytes, 0));
      // An answer that fits in and was added after a kept one is kept, too.
      const [oldest = ''] = kept;
      const small = operations.filter(({ bytes }) => bytes <= 10_000);
      for (const key of newestLast.slice(newestLast.indexOf(oldest))) {
        const last = operations.findLast(({ key: n }) => `/api/v1/events/${n}` === key);
        if (last && small.includes(last)) expect(entries.get(key)).toBeDefined();
      }
    }),
    { numRuns: 40 },
  );
});
