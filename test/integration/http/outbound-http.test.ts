import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { gzipSync } from 'node:zlib';
import { AppError } from '../../../src/errors.ts';
import { fetchCalendarFeed } from '../../../src/integrations/calendar/calendar-feed.ts';
import { isPublicAddress } from '../../../src/integrations/outbound-addresses.ts';
import { OutboundHttp } from '../../../src/integrations/outbound-http.ts';

const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 60_000, accept: 'text/calendar' };
const FEED_OPTIONS = {
  timezone: undefined,
  fallback_timezone: 'Europe/Berlin',
  now: new Date('2026-05-01T00:00:00Z'),
};

const servers: Server[] = [];
const clients: OutboundHttp[] = [];

/** A server that records the paths of its requests. */
async function aServer(listener: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, url: `http://127.0.0.1:${port}`, requests };
}

function aClient(options: ConstructorParameters<typeof OutboundHttp>[0]) {
  const client = new OutboundHttp(options);
  clients.push(client);
  return client;
}

/** The error code of a rejected request. */
const errorCode = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => 'answered',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

describe('a private address', () => {
  it.each([
    ['127.0.0.1', (port: number) => `http://127.0.0.1:${port}/`],
    ['a decimal number', (port: number) => `http://2130706433:${port}/`],
    ['a hexadecimal number', (port: number) => `http://0x7f000001:${port}/`],
    ['octal numbers', (port: number) => `http://0177.0.0.1:${port}/`],
    ['a short form', (port: number) => `http://127.1:${port}/`],
    ['full-width digits', (port: number) => `http://１２７.0.0.1:${port}/`],
    ['IPv4 mapped into IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['the unspecified address', (port: number) => `http://0.0.0.0:${port}/`],
    ['a host name that resolves to it', (port: number) => `http://localhost:${port}/`],
    ['webcal', (port: number) => `webcal://127.0.0.1:${port}/`],
  ])('is not reached as %s', async (_, urlOf) => {
    const canary = await aServer((_request, response) => response.end('secret'));
    const http = aClient({ allowPrivate: false });
    expect(await errorCode(http.get(urlOf(canary.port), LIMITS))).toBe('VALIDATION_ERROR');
    expect(canary.requests).toEqual([]);
  });

  it('is not reached by a redirect from an allowed address', async () => {
    const canary = await aServer((_request, response) => response.end('secret'));
    const outside = await aServer((_request, response) => {
      response.writeHead(302, { location: canary.url }).end();
    });
    const checked: string[] = [];
    const onlyFirst = (address: string) => checked.push(address) === 1;
    const http = aClient({ allowPrivate: false, isAllowed: onlyFirst });
    expect(await errorCode(http.get(outside.url, LIMITS))).toBe('VALIDATION_ERROR');
    expect(checked).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(outside.requests).toEqual(['/']);
    expect(canary.requests).toEqual([]);
  });

  it('is not reached by DNS rebinding: each connection looks the name up once', async () => {
    const outside = await aServer((_request, response) => response.end('hello'));
    const checked: string[] = [];
    const http = aClient({
      allowPrivate: false,
      isAllowed: (address) => checked.push(address) > 0 && address === '127.0.0.1',
    });
    const url = `http://localhost:${outside.port}/`;
    expect((await http.get(url, LIMITS)).body.toString()).toBe('hello');
    expect(checked.filter((address) => address === '127.0.0.1')).toHaveLength(1);
  });

  it('is rejected with the same message in every case', async () => {
    const http = aClient({ allowPrivate: false });
    const messages = ['http://127.0.0.1/', 'http://169.254.169.254/', 'file:///etc/passwd'].map(
      (url) => http.get(url, LIMITS).catch((error: Error) => error.message),
    );
    expect(new Set(await Promise.all(messages)).size).toBe(1);
  });

  it('is reached by the names of allowed hosts only', async () => {
    const server = await aServer((_request, response) => response.end('hello'));
    const http = aClient({ allowPrivate: false, allowedHosts: ['localhost'] });
    const get = (host: string) => http.get(`http://${host}:${server.port}/`, LIMITS);
    expect((await get('localhost')).body.toString()).toBe('hello');
    expect((await get('LOCALHOST')).body.toString()).toBe('hello');
    expect(await errorCode(get('127.0.0.1'))).toBe('VALIDATION_ERROR');
    expect(server.requests).toHaveLength(2);
  });

  it('is reached with allowPrivate', async () => {
    const server = await aServer((_request, response) => response.end('hello'));
    const http = aClient({ allowPrivate: true });
    expect((await http.get(server.url, LIMITS)).body.toString()).toBe('hello');
  });
});

it.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['172.16.0.1', false],
  ['192.0.0.192', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['4000::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['not an address', false],
])('isPublicAddress(%p) is %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

it.each([
  ['the protocol ftp', 'ftp://example.org/'],
  ['the protocol file', 'file:///etc/passwd'],
  ['the protocol data', 'data:text/calendar,BEGIN:VCALENDAR'],
  ['no protocol', 'example.org/calendar.ics'],
  ['no host', 'http://'],
  ['a user name', 'http://user@example.org/'],
  ['a password', 'http://user:password@example.org/'],
  ['more than 2,000 characters', `http://example.org/${'x'.repeat(2_000)}`],
])('an address with %s is rejected', async (_, url) => {
  expect(await errorCode(aClient({ allowPrivate: true }).get(url, LIMITS))).toBe(
    'VALIDATION_ERROR',
  );
});

describe('redirects', () => {
  const redirecting = (to: (path: string) => string, status = 302) =>
    aServer((request, response) => {
      response.writeHead(status, { location: to(request.url ?? '') }).end();
    });

  it('are followed five times, relative to the previous address', async () => {
    const server = await aServer((request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop < 5) response.writeHead(301, { location: `${hop + 1}` }).end();
      else response.end('there');
    });
    const answer = await aClient({ allowPrivate: true }).get(`${server.url}/0`, LIMITS);
    expect(answer.body.toString()).toBe('there');
    expect(answer.url).toBe(`${server.url}/5`);
  });

  it('are not followed a sixth time', async () => {
    const server = await redirecting((path) => path);
    const http = aClient({ allowPrivate: true });
    expect(await errorCode(http.get(server.url, LIMITS))).toBe('UPSTREAM_ERROR');
    expect(server.requests).toHaveLength(6);
  });

  it.each(['file:///etc/passwd', 'http://user:password@example.org/', 'gopher://example.org/'])(
    'to %s are rejected',
    async (location) => {
      const server = await redirecting(() => location);
      const http = aClient({ allowPrivate: true });
      expect(await errorCode(http.get(server.url, LIMITS))).toBe('VALIDATION_ERROR');
    },
  );
});

describe('an answer', () => {
  it('has its final address, content type and decompressed body', async () => {
    const server = await aServer((_request, response) => {
      response.setHeader('content-type', 'text/calendar');
      response.setHeader('content-encoding', 'gzip').end(gzipSync('BEGIN:VCALENDAR'));
    });
    const answer = await aClient({ allowPrivate: true }).get(`${server.url}/a.ics`, LIMITS);
    expect(answer).toEqual({
      url: `${server.url}/a.ics`,
      content_type: 'text/calendar',
      body: Buffer.from('BEGIN:VCALENDAR'),
    });
  });

  it('is requested without credentials, cookies or referer', async () => {
    let headers: object = {};
    const server = await aServer((request, response) => {
      headers = request.headers;
      response.end();
    });
    await aClient({ allowPrivate: true }).get(server.url, LIMITS);
    for (const name of ['authorization', 'cookie', 'referer', 'x-api-key', 'x-messenger-auth']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  it.each([304, 400, 401, 404, 500, 503])('of status %d is an UPSTREAM_ERROR', async (status) => {
    const server = await aServer((_request, response) => {
      response.writeHead(status).end();
    });
    const code = await errorCode(aClient({ allowPrivate: true }).get(server.url, LIMITS));
    expect(code).toBe('UPSTREAM_ERROR');
  });

  it.each([
    ['uncompressed', Buffer.alloc(65 * 1024), {}],
    ['a gzip bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024)), { 'content-encoding': 'gzip' }],
  ])('that is too large is cut off (%s)', async (_, body, headers) => {
    const server = await aServer((_request, response) => {
      response.writeHead(200, headers).end(body);
    });
    const before = process.memoryUsage().rss;
    const request = aClient({ allowPrivate: true }).get(server.url, LIMITS);
    await expect(request).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'The answer is larger than 65536 bytes',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  it('can be as large as the limit', async () => {
    const server = await aServer((_request, response) => {
      response.end(Buffer.alloc(LIMITS.maxBytes));
    });
    const answer = await aClient({ allowPrivate: true }).get(server.url, LIMITS);
    expect(answer.body).toHaveLength(LIMITS.maxBytes);
  });

  it.each([
    ['never starts', 3_600_000],
    ['never ends', 50],
  ])('that %s is given up after the timeout, and its connection closed', async (_, everyMs) => {
    const closed = Promise.withResolvers<void>();
    const server = await aServer((_request, response) => {
      const timer = setInterval(() => response.write('x'), everyMs);
      response.on('close', () => {
        clearInterval(timer);
        closed.resolve();
      });
    });
    const http = aClient({ allowPrivate: true });
    // On a slow machine the timeout can end before the request is sent.
    while (server.requests.length === 0) {
      const request = http.get(server.url, { ...LIMITS, timeoutMs: 300 });
      await expect(request).rejects.toMatchObject({
        code: 'UPSTREAM_ERROR',
        message: 'The address does not answer in time',
      });
    }
    await closed.promise;
  });

  it('from a closed port is an UPSTREAM_ERROR', async () => {
    const server = await aServer(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const code = await errorCode(aClient({ allowPrivate: true }).get(server.url, LIMITS));
    expect(code).toBe('UPSTREAM_ERROR');
  });

  it('that is cut off before its end is an UPSTREAM_ERROR', async () => {
    const server = await aServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const code = await errorCode(aClient({ allowPrivate: true }).get(server.url, LIMITS));
    expect(code).toBe('UPSTREAM_ERROR');
  });
});

describe('a calendar feed', () => {
  const lumaEvent = (number: number) => ({
    event: { id: `evt-${number}`, name: `Talk ${number}`, start_at: '2026-06-01T10:00:00Z' },
  });

  /** Serves two entries per page. The cursor is the number of the next page. */
  const lumaServer = (pages: number) =>
    aServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://localhost');
      const page = Number(searchParams.get('pagination_cursor') ?? 0);
      const more = page + 1 < pages;
      const entries = [lumaEvent(page * 2), lumaEvent(page * 2 + 1)];
      response.end(
        JSON.stringify({ entries, has_more: more, next_cursor: more ? String(page + 1) : null }),
      );
    });

  const read = (url: string) =>
    fetchCalendarFeed(aClient({ allowPrivate: true }), url, FEED_OPTIONS);

  it('is fetched and parsed', async () => {
    const server = await aServer((_request, response) => {
      response.end(
        'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260601T100000Z\nEND:VEVENT\nEND:VCALENDAR',
      );
    });
    const feed = await read(server.url);
    expect(feed.events.map(({ uid, starts_at }) => [uid, starts_at])).toEqual([
      ['a', '2026-06-01T10:00:00.000Z'],
    ]);
  });

  it('in pages is read to its end, with its query parameters', async () => {
    const server = await lumaServer(3);
    const feed = await read(`${server.url}/list?calendar=x`);
    expect(feed.events.map(({ title }) => title)).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => `Talk ${n}`),
    );
    expect(server.requests).toEqual([
      '/list?calendar=x',
      '/list?calendar=x&pagination_cursor=1',
      '/list?calendar=x&pagination_cursor=2',
    ]);
  });

  it('whose pages repeat is an UPSTREAM_ERROR', async () => {
    const server = await aServer((_request, response) => {
      response.end(
        JSON.stringify({ entries: [lumaEvent(1)], has_more: true, next_cursor: 'same' }),
      );
    });
    expect(await errorCode(read(server.url))).toBe('UPSTREAM_ERROR');
    expect(server.requests).toHaveLength(2);
  });

  it('with a page that fails is an UPSTREAM_ERROR', async () => {
    const server = await aServer((request, response) => {
      response.statusCode = request.url?.includes('cursor') ? 500 : 200;
      response.end(JSON.stringify({ entries: [lumaEvent(1)], has_more: true, next_cursor: 'b' }));
    });
    expect(await errorCode(read(server.url))).toBe('UPSTREAM_ERROR');
  });

  it('that is not a calendar is a VALIDATION_ERROR of url', async () => {
    const server = await aServer((_request, response) => response.end('<html>Sign in</html>'));
    await expect(read(server.url)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/^url: /),
    });
  });
});

describe('a POST', () => {
  const POST = { body: Buffer.from('{"text":"Zoë"}'), maxBytes: 4_096, timeoutMs: 60_000 };
  const HEADERS = { accept: '*/*', 'content-type': 'application/json', 'user-agent': 'Us/1' };

  /** A server that keeps the headers and the bytes of its last request. */
  async function aReceiver(answer: (response: ServerResponse) => void) {
    const received: { headers?: IncomingHttpHeaders; body?: Buffer } = {};
    const server = await aServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        Object.assign(received, { headers: request.headers, body: Buffer.concat(chunks) });
        answer(response);
      });
    });
    return { ...server, received };
  }

  it('sends these bytes and these headers, and no others', async () => {
    const server = await aReceiver((response) => response.end('ok'));
    const http = aClient({ allowPrivate: true });
    const answer = await http.post(server.url, { ...POST, headers: HEADERS });
    expect(answer).toEqual({
      status: 200,
      retryAfterSeconds: undefined,
      body: Buffer.from('ok'),
    });
    expect(server.received.body).toEqual(POST.body);
    expect(server.received.headers).toEqual({
      ...HEADERS,
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'content-length': String(POST.body.length),
    });
  });

  it('follows no redirect', async () => {
    const canary = await aServer((_request, response) => response.end());
    const server = await aReceiver((response) =>
      response.writeHead(307, { location: canary.url }).end(),
    );
    const http = aClient({ allowPrivate: true });
    const { status } = await http.post(server.url, { ...POST, headers: HEADERS });
    expect(status).toBe(307);
    expect(canary.requests).toEqual([]);
  });

  it('has the status of an answer that is too large, which is not read to its end', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await aReceiver((response) => {
      const flood = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', flood).on('close', closed.resolve);
      flood();
    });
    const http = aClient({ allowPrivate: true });
    const answer = await http.post(server.url, { ...POST, headers: HEADERS });
    expect(answer).toMatchObject({ status: 200, body: undefined });
    await closed.promise;
  });

  it.each([
    ['120', 120],
    [' 7', 7],
    ['-1', undefined],
    ['soon', undefined],
    ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ])('understands a Retry-After of %p', async (text, seconds) => {
    const server = await aReceiver((response) =>
      response.writeHead(429, { 'retry-after': text }).end(),
    );
    const http = aClient({ allowPrivate: true });
    const answer = await http.post(server.url, { ...POST, headers: HEADERS });
    expect(answer.retryAfterSeconds).toBe(seconds);
  });

  it('understands a Retry-After of a date', async () => {
    const server = await aReceiver((response) => {
      const date = new Date(Date.now() + 600_000).toUTCString();
      response.writeHead(503, { 'retry-after': date }).end();
    });
    const http = aClient({ allowPrivate: true });
    const answer = await http.post(server.url, { ...POST, headers: HEADERS });
    expect(answer.retryAfterSeconds).toBeGreaterThan(500);
    expect(answer.retryAfterSeconds).toBeLessThanOrEqual(601);
  });
});

describe('the host of an address', () => {
  const http = () => aClient({ allowPrivate: false, allowedHosts: ['localhost', '10.0.0.1'] });

  it.each([
    ['a public address', 'https://8.8.8.8/hook', 'answered'],
    ['a private address', 'https://10.0.0.2/hook', 'VALIDATION_ERROR'],
    ['IPv4 mapped into IPv6', 'https://[::ffff:10.0.0.2]/hook', 'VALIDATION_ERROR'],
    ['a name without an address', 'https://nowhere.invalid/hook', 'VALIDATION_ERROR'],
    ['an allowed name', 'http://localhost/hook', 'answered'],
    ['an allowed address', 'http://10.0.0.1/hook', 'answered'],
  ])('is checked without a connection: %s', async (_, url, expected) => {
    const checked = http().checkHost(url);
    expect(await errorCode(checked)).toBe(expected);
  });

  it('that is allowed by its name is reached, and no other name of its address', async () => {
    const server = await aServer((_request, response) => response.end('hello'));
    const allowed = await http().get(`http://localhost:${server.port}/`, LIMITS);
    expect(allowed.body.toString()).toBe('hello');
    expect(await errorCode(http().get(server.url, LIMITS))).toBe('VALIDATION_ERROR');
  });
});
