import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { SignatureV4 } from '@smithy/signature-v4';
import { ObjectStore } from '../../../src/integrations/media/object-store.ts';
import { createMediaKey } from '../../../src/lib/media-keys.ts';

const CREDENTIALS = { accessKeyId: 'the-key', secretAccessKey: 'the secret of this test only' };
const IMMUTABLE = 'public, max-age=2592000, immutable';

interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

let server: Server;
let store: ObjectStore;
let recorded: Recorded[];
let answer: { status: number; headers?: Record<string, string>; body?: string };

/** A store that records what it receives; the local one checks no signature. */
beforeEach(async () => {
  recorded = [];
  answer = { status: 200 };
  server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { method = '', url = '', headers } = req;
    recorded.push({
      method,
      url,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.concat(chunks),
    });
    res.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  store = new ObjectStore({
    endpoint: endpoint(),
    region: 'eu-central-1',
    bucket: 'media-of-test',
    ...CREDENTIALS,
  });
});
afterEach(async () => {
  await store.close();
  server.closeAllConnections();
  server.close();
});

function endpoint(): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const put = (key: string) =>
  store.put(key, Readable.from([Buffer.from('a picture')]), {
    contentType: 'image/jpeg',
    bytes: 9,
    cacheControl: IMMUTABLE,
  });

/** The hashes that the signer of the SDK needs, with `update` and `digest`. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', typeof secret === 'string' ? secret : bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView) {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data));
  }
  async digest() {
    return new Uint8Array(this.#hash.digest());
  }
  reset() {}
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView) =>
  ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);

async function signatureOf({ method, url, headers, body }: Recorded): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(url, endpoint());
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const date = headers['x-amz-date'] ?? '';
  const signer = new SignatureV4({
    service: 's3',
    region: 'eu-central-1',
    credentials: CREDENTIALS,
    sha256: Sha256,
    uriEscapePath: false,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(names.split(';').map((name) => [name, headers[name] ?? ''])),
      body,
    },
    {
      signingDate: new Date(
        date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
      ),
    },
  );
  return signed.headers.authorization;
}

it.each([
  ['PUT', () => put(createMediaKey('jpg'))],
  ['DELETE', () => store.delete(createMediaKey('jpg', { isPrivate: true }))],
])('signs a %s as the signer of the SDK does', async (method, call) => {
  await call();

  const [request] = recorded;
  expect(request).toMatchObject({ method });
  expect(request?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=the-key\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=\S*host;\S+, Signature=[0-9a-f]{64}$/,
  );
  expect(request && (await signatureOf(request))).toBe(request?.headers.authorization);
  const forged = request && { ...request, url: `${request.url}x` };
  expect(forged && (await signatureOf(forged))).not.toBe(request?.headers.authorization);
});

it.each([
  [false, 'public'],
  [true, 'private'],
])(
  'puts a file, private: %s, below %s/ with fixed headers and no ACL',
  async (isPrivate, prefix) => {
    const key = createMediaKey('jpg', { isPrivate });
    await put(key);

    expect(recorded).toHaveLength(1);
    expect(recorded[0]).toMatchObject({
      method: 'PUT',
      url: expect.stringMatching(/^\/media-of-test\//),
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': IMMUTABLE,
        'content-length': '9',
      },
    });
    expect(recorded[0]?.url.split('?')[0]).toBe(`/media-of-test/${prefix}/${key}`);
    expect(recorded[0]?.body.toString()).toBe('a picture');
    const names = Object.keys(recorded[0]?.headers ?? {});
    expect(names.filter((name) => /acl|grant/.test(name))).toEqual([]);
  },
);

it.each([301, 302, 307, 308])('follows no redirect with status %i', async (status) => {
  const key = createMediaKey('jpg');
  answer = { status, headers: { Location: `${endpoint()}/elsewhere` } };

  await expect(put(key)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  await expect(store.open(key)).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  expect(recorded.filter(({ url }) => url.startsWith('/elsewhere'))).toEqual([]);
});

it('tries a call twice when the store answers with an error', async () => {
  answer = { status: 503 };

  await expect(store.delete(createMediaKey('jpg'))).rejects.toMatchObject({
    code: 'UPSTREAM_ERROR',
    status: 502,
    alert: undefined,
  });
  expect(recorded).toHaveLength(2);
});

it.each([
  [401, '<Error><Code>InvalidAccessKeyId</Code><Message>m</Message></Error>'],
  [403, '<Error><Code>SignatureDoesNotMatch</Code><Message>m</Message></Error>'],
  [404, '<Error><Code>NoSuchBucket</Code><Message>m</Message></Error>'],
])('alerts a person when the store refuses with %i', async (status, body) => {
  answer = { status, body };

  await expect(store.open(createMediaKey('jpg'))).rejects.toMatchObject({
    code: 'UPSTREAM_ERROR',
    message: 'The object store does not answer as expected',
    alert: 'object store refuses requests',
  });
});

it('uses no proxy of the environment', async () => {
  const module = new URL('../../../src/integrations/media/object-store.ts', import.meta.url).href;
  const code = `
    const { ObjectStore } = await import(${JSON.stringify(module)});
    const store = new ObjectStore(${JSON.stringify({
      endpoint: endpoint(),
      region: 'eu-central-1',
      bucket: 'media-of-test',
      ...CREDENTIALS,
    })});
    await store.delete(${JSON.stringify(createMediaKey('jpg'))});
    await store.close();
  `;
  const proxy = 'http://127.0.0.1:9';
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy },
  });

  expect(recorded).toMatchObject([{ method: 'DELETE', url: expect.stringMatching(/^\//) }]);
});
