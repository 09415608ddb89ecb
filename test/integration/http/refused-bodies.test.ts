import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Lingering } from '../../../src/http/lingering.ts';
import { type Listener, listen } from '../../../src/http/listener.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { describeInBrowser, openBrowser, openPage } from '../../support/browser.ts';
import { aUser } from '../../support/factories.ts';
import { socketTo } from '../../support/socket.ts';
import { until } from '../../support/until.ts';

const MIB = 1_024 ** 2;
/** Far above what the buffers of two kernels hold. */
const BODY = Buffer.alloc(33 * MIB, 'a');
const bodyOf = ({ bytes = 11 * MIB }: Refusal) => BODY.subarray(0, bytes);
const IMAGE = 'image/png';
const TIMES = 1;

let api: TestApi;
let limited: TestApi;
let overloaded: TestApi;
let directory: string;
let token: string;

beforeAll(async () => {
  api = await startApi();
  limited = await startApi({ on: api, env: { RATE_LIMIT_ENABLED: 'true' } });
  overloaded = await startApi({ on: api, isOverloaded: () => true });
  const ada = await aUser(api.db);
  token = api.tokens.issueForUser({
    user_id: ada.id,
    messenger_id: Number(ada.messenger_id),
  }).token;
  const wrong = () => limited.admin('a-wrong-key').get('/api/v1/admin/users');
  await until(async () => (await wrong()).status === 429);
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-refused-'));
  await writeFile(path.join(directory, 'body'), BODY.subarray(0, 11 * MIB));
  await writeFile(path.join(directory, 'larger'), BODY);
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await overloaded.close();
  await limited.close();
  await api.close();
});

interface Refusal {
  readonly status: number;
  readonly url: string;
  readonly form: boolean;
  /** 11 MiB by default. */
  readonly bytes?: number;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Requests that are refused before their body is read to its end. */
function refusals(): Refusal[] {
  const bearer = { Authorization: `Bearer ${token}` };
  const key = { 'X-API-Key': ADMIN_API_KEY };
  const v1 = `${api.url}/api/v1`;
  return [
    { status: 401, url: `${v1}/images/upload`, form: true, headers: {} },
    { status: 401, url: `${v1}/connections`, form: false, headers: JSON_TYPE },
    { status: 403, url: `${v1}/admin/users/bulk-import`, form: true, headers: bearer },
    { status: 404, url: `${v1}/nothing`, form: true, headers: {} },
    { status: 405, url: `${v1}/users`, form: true, headers: {} },
    { status: 413, url: `${v1}/images/upload`, form: true, headers: bearer },
    {
      status: 413,
      url: `${v1}/admin/users/bulk-import`,
      form: true,
      headers: key,
      bytes: 33 * MIB,
    },
    { status: 413, url: `${v1}/auth/login`, form: false, headers: JSON_TYPE },
    {
      status: 415,
      url: `${v1}/auth/login`,
      form: false,
      headers: { 'Content-Type': 'text/plain' },
    },
    {
      status: 429,
      url: `${limited.url}/api/v1/admin/users/bulk-import`,
      form: true,
      headers: { 'X-API-Key': 'a-wrong-key' },
    },
    { status: 503, url: `${overloaded.url}/api/v1/images/upload`, form: true, headers: bearer },
  ];
}

function formWith(body: Buffer<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([body], { type: IMAGE }), 'a.png');
  return form;
}

/** The statuses of all tries, or what the client says instead. */
const tries = async (one: (refusal: Refusal) => Promise<number>) => {
  const seen: unknown[] = [];
  for (const refusal of refusals()) {
    for (let time = 0; time < TIMES; time += 1) {
      seen.push(await one(refusal).catch((error: Error) => String(error.cause ?? error)));
    }
  }
  return seen;
};
const expected = () => refusals().flatMap(({ status }) => Array<number>(TIMES).fill(status));

async function byFetch(refusal: Refusal): Promise<number> {
  const { url, form, headers } = refusal;
  const sent = bodyOf(refusal);
  const answer = await fetch(url, { method: 'POST', headers, body: form ? formWith(sent) : sent });
  await answer.json();
  return answer.status;
}

/** As clients that send the whole body before they read. */
async function byWritingAll(refusal: Refusal): Promise<number> {
  const { url, form, headers } = refusal;
  const sent = bodyOf(refusal);
  const { hostname, port, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const type = form ? ['Content-Type: multipart/form-data; boundary=b'] : [];
  const head = [
    `POST ${pathname} HTTP/1.1`,
    'Host: hallway',
    'Connection: close',
    `Content-Length: ${sent.length}`,
    ...type,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const body = form ? Buffer.concat([Buffer.from(part), sent.subarray(part.length)]) : sent;
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(body, () => resolve());
  });
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(Buffer.concat(chunks).toString())?.[1]);
}

const run = promisify(execFile);
const CURL = '/usr/bin/curl';

const byCurl =
  (...options: string[]) =>
  async ({ url, form, headers, bytes }: Refusal): Promise<number> => {
    const file = path.join(directory, bytes ? 'larger' : 'body');
    const { stdout } = await run(CURL, [
      '--silent',
      '--show-error',
      ...['--output', '/dev/null', '--write-out', '%{http_code}'],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(form ? ['-F', `file=@${file};type=${IMAGE}`] : ['--data-binary', `@${file}`]),
      ...options,
      url,
    ]);
    return Number(stdout);
  };

/** A reverse proxy that passes on each part of a body as it comes, as Caddy does. */
async function proxied<T>(work: (to: (url: string) => string) => Promise<T>): Promise<T> {
  const server: Server = createServer((req, res) => {
    const target = new URL(String(req.headers['x-target']));
    const sent = request(
      target,
      { method: req.method, headers: { ...req.headers, host: target.host } },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, { 'Content-Type': 'application/json' });
        answer.pipe(res);
      },
    );
    // A server behind it that resets the connection before its answer.
    sent.once('error', () => res.headersSent || res.writeHead(502).end());
    req.pipe(sent);
  });
  const proxy = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    });
  });
  try {
    return await work(() => proxy);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('the refusal of a request whose body is still being sent', () => {
  it('is read by fetch', async () => {
    expect(await tries(byFetch)).toEqual(expected());
  });

  it('is read by a client that sends its whole body first', async () => {
    expect(await tries(byWritingAll)).toEqual(expected());
  });

  it('is read through a reverse proxy', async () => {
    const seen = await proxied((to) =>
      tries((refusal) =>
        byFetch({
          ...refusal,
          url: to(refusal.url),
          headers: { ...refusal.headers, 'X-Target': refusal.url },
        }),
      ),
    );
    expect(seen).toEqual(expected());
  });

  const withCurl = existsSync(CURL) ? it : it.skip;
  withCurl.each([
    ['that waits for 100 Continue', []],
    ['that does not wait', ['-H', 'Expect:']],
    ['in chunks', ['-H', 'Transfer-Encoding: chunked']],
  ])('is read by curl %s', async (_how, options) => {
    expect(await tries(byCurl(...options))).toEqual(expected());
  });
});

describeInBrowser('the refusal of a request whose body is still being sent', () => {
  it('is read by Chromium', async () => {
    const browser = await openBrowser();
    try {
      const { page } = await openPage(browser, api.url, { bypassCSP: true });
      await page.goto('/healthz');
      const here = refusals().filter(({ url }) => url.startsWith(api.url));
      const seen = await page.evaluate(
        async ({ here, times }) => {
          const statuses: unknown[] = [];
          for (const { url, headers, form, bytes = 11 * 1_024 ** 2 } of here) {
            const blob = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
            for (let time = 0; time < times; time += 1) {
              const data = new FormData();
              data.append('file', blob, 'a.png');
              const sent = fetch(url, { method: 'POST', headers, body: form ? data : blob });
              statuses.push(await sent.then(({ status }) => status, String));
            }
          }
          return statuses;
        },
        { here, times: TIMES },
      );
      expect(seen).toEqual(here.flatMap(({ status }) => Array<number>(TIMES).fill(status)));
    } finally {
      await browser.close();
    }
  });
});

describe('a connection that waits for the rest of a refused body', () => {
  const HEAD = 'POST / HTTP/1.1\r\nHost: hallway\r\nContent-Length: 1000\r\n\r\n';
  let listener: Listener;
  afterEach(() => listener.close(0));
  const start = async (limits: Partial<ConstructorParameters<typeof Lingering>[0]> = {}) => {
    listener = await listen(
      (_req, res) => void res.writeHead(401, { Connection: 'close' }).end('refused'),
      {
        host: '127.0.0.1',
        port: 0,
        maxConnections: 10,
        lingering: new Lingering({ totalMs: 600_000, silenceMs: 600_000, max: 10, ...limits }),
      },
    );
  };
  const open = async (port: number) => {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    client.on('data', (chunk) => {
      answer += chunk;
    });
    client.on('error', () => {});
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.write(HEAD);
    await until(() => answer.includes('refused'));
    return { client, closed };
  };
  /** Only a write shows to this side that the other one is gone. */
  const typingTo = (client: { write(text: string): unknown }) =>
    setInterval(() => client.write('-'), 20);

  it.each([
    ['when the client is silent', { silenceMs: 50 }],
    ['when its time is over', { totalMs: 50 }],
    ['at once, where too many wait', { max: 0 }],
  ])('is closed %s', async (_when, limits) => {
    await start(limits);
    const { client, closed } = await open(listener.port);
    if (!('silenceMs' in limits)) {
      const typing = typingTo(client);
      await closed;
      clearInterval(typing);
    }
    client.end();
    await closed;
  });

  it('is closed at once when the process stops', async () => {
    await start();
    const { client, closed } = await open(listener.port);
    const typing = typingTo(client);
    await listener.close(600_000);
    await closed;
    clearInterval(typing);
  });

  it('takes nothing of it as a request', async () => {
    await start();
    const client = await socketTo(`http://127.0.0.1:${listener.port}`);
    client.write(HEAD);
    client.write('GET / HTTP/1.1\r\n\r\n');
    expect((await client.answer).head.match(/HTTP/g)).toHaveLength(1);
  });
});
