import type { Express } from 'express';
import type { AnyEndpoint } from '../../../src/http/endpoint.ts';
import { isPublicRead } from '../../../src/http/errors-of.ts';
import type { PageFiles } from '../../../src/http/pages.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { declaredApp, declaredEndpoints, nameOf } from '../../support/endpoints.ts';

const REFERENCE = '/api/v1/openapi.json';
const FILES: PageFiles = new Map([
  ['index.html', { type: 'html', body: Buffer.from('<!doctype html>') }],
  ['sw.js', { type: 'js', body: Buffer.from('') }],
  ['assets/a.js', { type: 'js', body: Buffer.from('') }],
]);
const SAYS_NO = 'costs what a refusal costs';

/** An address of each route that no endpoint declares, or the reason why it has no limit. */
const ROUTES: Readonly<Record<string, string | { readonly because: string }>> = {
  '/healthz': { because: 'the platform asks it, and the database is asked once at a time' },
  '/openapi.json': REFERENCE,
  '/docs': '/api/v1/docs',
  '/docs/assets/:name': '/api/v1/docs/assets/a.js',
  '/openapi.json,/docs': { because: SAYS_NO },
  '/assets/:name': '/admin/assets/a.js',
  '/sw.js': '/admin/sw.js',
  '/': '/admin',
  '/favicon.ico': '/favicon.ico',
  '/^\\/(?!assets\\/)[^.]*$/': '/admin/c/1/door',
};
/**
 * What is in front of routes: the log and headers, then drain, CORS, the URL and overload; the declared
 * endpoints; the router of the reference; the front page; the limit and the router of the
 * console; no route; errors.
 */
const MIDDLEWARE = 9;

interface Layer {
  readonly handle: { readonly stack?: readonly Layer[] };
  readonly route?: { readonly path: unknown };
}

const routesIn = (stack: readonly Layer[]): string[] =>
  stack.flatMap(({ route, handle }) => [
    ...(route ? [String(route.path)] : []),
    ...routesIn(handle.stack ?? []),
  ]);

it('names every route and middleware of the process', () => {
  const app = declaredApp({ consoleFiles: async () => FILES }).server as Express;
  const stack = app.router.stack as unknown as Layer[];

  expect([...new Set(routesIn(stack))].sort()).toEqual(Object.keys(ROUTES).sort());
  expect(stack.filter(({ route }) => !route)).toHaveLength(MIDDLEWARE);
});

describe('a route that no endpoint declares', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi({
      env: { TRUST_PROXY: '1' },
      rateLimits: { pages: 1 },
      referenceFiles: async () => FILES,
      consoleFiles: async () => FILES,
    });
  });
  afterAll(() => api.close());

  const limited = Object.values(ROUTES).filter((one) => typeof one === 'string');

  it.each(limited)('counts %s toward a limit of its address', async (path) => {
    const get = () =>
      api
        .anonymous()
        .get(path)
        .set('X-Forwarded-For', `192.0.2.${limited.indexOf(path)}`);
    const first = await get();
    const second = await get();

    expect([200, 308]).toContain(first.status);
    expect(first.headers.ratelimit).toBeUndefined();
    expect(second.status).toBe(429);
    expect(second.headers['retry-after']).toMatch(/^\d+$/);
  });
});

/** Endpoints that anyone may call without a limit, and why. */
const UNLIMITED: Readonly<Record<string, string>> = {
  'GET /notifications/stream': 'a ticket or credentials, and connections are limited',
  'POST /messenger/webhook': 'a wrong secret is refused by the headers alone',
  'GET /media/:key': 'a file of 304 or a read; media.md: never limited by person',
  'GET /events/my.ics': 'only with credentials or a token of the address',
};

/** The limit of a caller with the least to prove; undefined without one. */
function limitOf(endpoint: AnyEndpoint): string | undefined {
  const { auth, limits, readsPeople } = endpoint;
  if (auth === 'admin') return 'admin-key';
  if (auth === 'user') return 'requests-per-person';
  if (isPublicRead(endpoint)) return 'public-reads';
  return readsPeople ? 'people-reads' : limits?.[0]?.policy;
}

it('every declared endpoint has a limit, or a reason for none', () => {
  const without = declaredEndpoints().filter((one) => limitOf(one) === undefined);
  expect(without.map(nameOf).sort()).toEqual(Object.keys(UNLIMITED).sort());
});

describe('openapi.json', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const get = (encoding: string) =>
    api.anonymous().get(REFERENCE).set('Accept-Encoding', encoding).expect(200);

  it('is one text in each encoding, with one ETag', async () => {
    const answers = await Promise.all(['br', 'gzip', 'identity', 'br'].map(get));

    const [br, gzip, plain, again] = answers.map(({ headers }) => headers);
    expect([br, gzip, plain].map((one) => one?.['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ]);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(again?.['content-length']).toBe(br?.['content-length']);
    expect(Number(br?.['content-length'])).toBeLessThan(Number(plain?.['content-length']) / 5);
    for (const { headers } of answers) {
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      expect(headers.vary).toBe('Accept-Encoding, Origin');
    }
  });

  it('is made and compressed once', async () => {
    await get('br');
    const stringify = jest.spyOn(JSON, 'stringify');
    try {
      await get('br');
      await get('identity');
      const { etag } = (await get('gzip')).headers;
      await api.anonymous().get(REFERENCE).set('If-None-Match', String(etag)).expect(304);
      const long = stringify.mock.results.filter(({ value }) => String(value).length > 100_000);
      expect(long).toEqual([]);
    } finally {
      stringify.mockRestore();
    }
  });
});
