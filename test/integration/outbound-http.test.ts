import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { AppError } from '../../src/errors.ts';
import { isPublicAddress } from '../../src/integrations/address-guard.ts';
import { fetchCalendarFeed } from '../../src/integrations/calendar/calendar-feed.ts';
import { OutboundHttp } from '../../src/integrations/outbound-http.ts';

const LIMITS = { maxBytes: 64 * 1024, timeoutMs: 2_000, accept: 'text/calendar' };
const FEED_OPTIONS = {
  timezone: undefined,
  fallback_timezone: 'Europe/Berlin',
  now: new Date('2026-05-01T00:00:00Z'),
};

const servers: Server[] = [];
const clients: OutboundHttp[] = [];

/** A server of the outside world; `requests` is what it was asked for. */
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

const refusal = (request: Promise<unknown>): Promise<unknown> =>
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

describe('an address that is not public', () => {
  it.each([
    ['127.0.0.1', (port: number) => `http://127.0.0.1:${port}/`],
    ['the decimal spelling', (port: number) => `http://2130706433:${port}/`],
    ['the hexadecimal spelling', (port: number) => `http://0x7f000001:${port}/`],
    ['the octal spelling', (port: number) => `http://0177.0.0.1:${port}/`],
    ['the short spelling', (port: number) => `http://127.1:${port}/`],
    ['full-width digits', (port: number) => `http://１２７.0.0.1:${port}/`],
    ['IPv4 inside IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['the unspecified address', (port: number) => `http://0.0.0.0:${port}/`],
    ['a name that resolves to it', (port: number) => `http://localhost:${port}/`],
    ['webcal', (port: number) => `webcal://127.0.0.1:${port}/`],
  ])('is never reached as %s', async (_, urlOf) => {
    const canary = await aServer((_request, response) => response.end('secret'));
    const http = aClient({ allowPrivate: false });
    expect(await refusal(http.get(urlOf(canary.port), LIMITS))).toBe('VALIDATION_ERROR');
    expect(canary.requests).toEqual([]);
  });

  it('is never reached by a redirect from an allowed one', async () => {
    const canary = await aServer((_request, response) => response.end('secret'));
    const outside = await aServer((_request, response) => {
      response.writeHead(302, { location: canary.url }).end();
    });
    const checked: string[] = [];
    const onlyTheFirst = (address: string) => checked.push(address) === 1;
    const http = aClient({ allowPrivate: false, isAllowed: onlyTheFirst });
    expect(await refusal(http.get(outside.url, LIMITS))).toBe('VALIDATION_ERROR');
    expect(checked).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(outside.requests).toEqual(['/']);
    expect(canary.requests).toEqual([]);
  });

  it('is never dialled by a name that turns private after it was checked', async () => {
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

  it('is refused with one sentence, whatever is behind it', async () => {
    const http = aClient({ allowPrivate: false });
    const sentences = ['http://127.0.0.1/', 'http://169.254.169.254/', 'file:///etc/passwd'].map(
      (url) => http.get(url, LIMITS).catch((error: Error) => error.message),
    );
    expect(new Set(await Promise.all(sentences)).size).toBe(1);
  });

  it('is reached in development', async () => {
    const inside = await aServer((_request, response) => response.end('hello'));
    const http = aClient({ allowPrivate: true });
    expect((await http.get(inside.url, LIMITS)).body.toString()).toBe('hello');
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
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

it.each([
  ['another protocol', 'ftp://example.org/'],
  ['a file', 'file:///etc/passwd'],
  ['data', 'data:text/calendar,BEGIN:VCALENDAR'],
  ['no protocol', 'example.org/calendar.ics'],
  ['no host', 'http://'],
  ['a user name', 'http://user@example.org/'],
  ['a password', 'http://user:password@example.org/'],
  ['more than 2,000 characters', `http://example.org/${'x'.repeat(2_000)}`],
])('an address with %s is refused', async (_, url) => {
  expect(await refusal(aClient({ allowPrivate: true }).get(url, LIMITS))).toBe('VALIDATION_ERROR');
});

describe('redirects', () => {
  const redirecting = (to: (path: string) => string, status = 302) =>
    aServer((request, response) => {
      response.writeHead(status, { location: to(request.url ?? '') }).end();
    });

  it('are followed five times, each counted from where the last one led', async () => {
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
    expect(await refusal(http.get(server.url, LIMITS))).toBe('UPSTREAM_ERROR');
    expect(server.requests).toHaveLength(6);
  });

  it.each(['file:///etc/passwd', 'http://user:password@example.org/', 'gopher://example.org/'])(
    'to %s are refused',
    async (location) => {
      const server = await redirecting(() => location);
      const http = aClient({ allowPrivate: true });
      expect(await refusal(http.get(server.url, LIMITS))).toBe('VALIDATION_ERROR');
    },
  );
});

describe('an answer', () => {
  it('comes with where it was found and what it is', async () => {
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

  it('tells the other side nothing of who asks', async () => {
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

  it.each([304, 400, 401, 404, 500, 503])('of status %d is a failure', async (status) => {
    const server = await aServer((_request, response) => {
      response.writeHead(status).end();
    });
    const code = await refusal(aClient({ allowPrivate: true }).get(server.url, LIMITS));
    expect(code).toBe('UPSTREAM_ERROR');
  });

  it.each([
    ['in one piece', Buffer.alloc(65 * 1024), {}],
    ['as a gzip bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024)), { 'content-encoding': 'gzip' }],
  ])('that is too large is cut off (%s)', async (_, body, headers) => {
    const server = await aServer((_request, response) => {
      response.writeHead(200, headers).end(body);
    });
    const before = process.memoryUsage().rss;
    const request = aClient({ allowPrivate: true }).get(server.url, LIMITS);
    await expect(request).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'What the address answers is too large',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  it('may be as large as the limit', async () => {
    const server = await aServer((_request, response) => {
      response.end(Buffer.alloc(LIMITS.maxBytes));
    });
    const answer = await aClient({ allowPrivate: true }).get(server.url, LIMITS);
    expect(answer.body).toHaveLength(LIMITS.maxBytes);
  });

  it.each([
    ['never begins', 60_000],
    ['drips', 50],
  ])('that %s is given up in time, and its connection closed', async (_, everyMs) => {
    const closed: Promise<void>[] = [];
    const server = await aServer((_request, response) => {
      const timer = setInterval(() => response.write('x'), everyMs);
      closed.push(new Promise((resolve) => response.on('close', resolve)));
      response.on('close', () => clearInterval(timer));
    });
    const request = aClient({ allowPrivate: true }).get(server.url, { ...LIMITS, timeoutMs: 300 });
    await expect(request).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: 'The address does not answer in time',
    });
    expect(closed).toHaveLength(1);
    await Promise.all(closed);
  });

  it('is not waited for when nobody listens', async () => {
    const server = await aServer(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const code = await refusal(aClient({ allowPrivate: true }).get(server.url, LIMITS));
    expect(code).toBe('UPSTREAM_ERROR');
  });

  it('that breaks off in the middle is a failure', async () => {
    const server = await aServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 50);
    });
    const code = await refusal(aClient({ allowPrivate: true }).get(server.url, LIMITS));
    expect(code).toBe('UPSTREAM_ERROR');
  });
});

describe('a calendar behind an address', () => {
  const lumaEvent = (number: number) => ({
    event: { id: `evt-${number}`, name: `Talk ${number}`, start_at: '2026-06-01T10:00:00Z' },
  });

  /** Two entries a page; the cursor is the number of the next page. */
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

  it('is read', async () => {
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

  it('that comes in pages is followed to its end, with the rest of its address kept', async () => {
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

  it('whose pages go round in a circle is given up', async () => {
    const server = await aServer((_request, response) => {
      response.end(
        JSON.stringify({ entries: [lumaEvent(1)], has_more: true, next_cursor: 'same' }),
      );
    });
    expect(await refusal(read(server.url))).toBe('UPSTREAM_ERROR');
    expect(server.requests).toHaveLength(2);
  });

  it('one of whose pages fails is given up', async () => {
    const server = await aServer((request, response) => {
      response.statusCode = request.url?.includes('cursor') ? 500 : 200;
      response.end(JSON.stringify({ entries: [lumaEvent(1)], has_more: true, next_cursor: 'b' }));
    });
    expect(await refusal(read(server.url))).toBe('UPSTREAM_ERROR');
  });

  it('that is none is refused by the name of its field', async () => {
    const server = await aServer((_request, response) => response.end('<html>Sign in</html>'));
    await expect(read(server.url)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/^url: /),
    });
  });
});
