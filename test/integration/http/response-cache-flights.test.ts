import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { z } from 'zod';
import type { PublicData } from '../../../src/domain/operations/public-data.ts';
import { AppError } from '../../../src/errors.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { Idempotency } from '../../../src/http/middleware/idempotency.ts';
import { RateLimits } from '../../../src/http/rate-limits.ts';
import { ResponseCache } from '../../../src/http/response-cache.ts';
import { IdParamsSchema } from '../../../src/http/schemas/common.ts';
import { SearchLimiter } from '../../../src/http/search-limiter.ts';
import { createServer as createApp } from '../../../src/http/server.ts';
import { overSocket } from '../../support/socket.ts';
import { until } from '../../support/until.ts';

/** A service of one endpoint, whose answers the test makes one by one. */
async function startService({ maxBytes = 1_000_000 } = {}) {
  let time = Date.parse('2026-05-14T09:00:00Z');
  const now = () => new Date(time);
  const responses = new ResponseCache({ maxBytes, now });
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
    cachedUntil: ['events'],
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
    responses,
    authenticate: () => async () => undefined,
    limits: new RateLimits(false, {
      counters: { upsert: async () => ({ hits: 1, ms_left: 0 }) },
      now,
    }),
    profileReads: { record: async () => {} },
    searches: new SearchLimiter({ poolSize: 1, maxWaitMs: 0 }),
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
  const server: Server = createServer(createApp([read], options));
  /** The requests that have arrived. */
  let arrived = 0;
  server.prependListener('request', () => {
    arrived += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/events/`;

  return {
    responses,
    url,
    making,
    advance: (ms: number) => {
      time += ms;
    },
    write: (...data: PublicData[]) => responses.wrote(data),
    untilMaking: (count: number) => until(() => making.length === count),
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

  it('a write makes it too old to be cached, and for every request after the write', async () => {
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

  it('and it fails, each request gets an answer of its own, and none is cached', async () => {
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

  it('and its client leaves, the others get it', async () => {
    const leaving = new AbortController();
    await service.ask(1, leaving.signal);
    await service.untilMaking(1);
    const [second, third] = [await service.ask(1), await service.ask(1)];
    leaving.abort();
    service.making[0]?.resolve('one');
    expect(await Promise.all([second.answer, third.answer])).toEqual(['one', 'one']);
    expect(service.making).toHaveLength(1);
  });

  it('for longer than a second, requests after that second get the next one', async () => {
    const first = await service.ask(1);
    await service.untilMaking(1);
    service.advance(1_000);
    const later = [await service.ask(1), await service.ask(1)];
    service.making[0]?.resolve('old');
    expect(await first.answer).toBe('old');
    await service.untilMaking(2);
    service.making[1]?.resolve('new');
    expect(await Promise.all(later.map(({ answer }) => answer))).toEqual(['new', 'new']);
  });

  it('50 requests at once wait for it', async () => {
    const asked = Array.from({ length: 50 }, () => service.ask(1));
    await service.untilMaking(1);
    const answers = (await Promise.all(asked)).map(({ answer }) => answer);
    service.making[0]?.resolve('one');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['one']));
    expect(service.making).toHaveLength(1);
  });
});

describe('a cached answer', () => {
  const make = async (text: string, id = 1) => {
    const count = service.making.length + 1;
    const { answer } = await service.ask(id);
    await service.untilMaking(count);
    service.making.at(-1)?.resolve(text);
    return answer;
  };
  const read = async (id = 1) => (await service.ask(id)).answer;

  it('lives one second', async () => {
    await make('one');
    service.advance(999);
    expect(await read()).toBe('one');
    service.advance(1);
    expect(await make('two')).toBe('two');
  });

  it('is made again after the clock was set back', async () => {
    await make('one');
    service.advance(-1);
    expect(await make('two')).toBe('two');
  });

  it('is the least recently read one that goes when the memory is full', async () => {
    await service.close();
    // An entry takes about 2 kB beside three times its body, and at most an eighth of all.
    service = await startService({ maxBytes: 48_000 });
    for (let id = 1; id <= 10; id += 1) await make('x'.repeat(1_000), id);
    expect(service.responses.bytes).toBeGreaterThan(40_000);
    expect(service.responses.bytes).toBeLessThanOrEqual(48_000);
    expect(await read(10)).toHaveLength(1_000);
    expect(await make('again', 1)).toBe('again');
    expect(await make('y'.repeat(2_000), 11)).toHaveLength(2_000);
    expect(await make('not cached', 11)).toBe('not cached');
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
