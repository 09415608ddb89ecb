import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { z } from 'zod';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { exampleOf } from './examples.ts';
import { mutated, nasty } from './mutations.ts';
import { declaredBodies } from './schema-bodies.ts';

export interface MalformedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** Headers to choose from: of users, of administrators, and invalid or missing ones. */
export interface Credentials {
  readonly people: readonly Headers[];
  readonly administrators: readonly Headers[];
  readonly strangers: readonly Headers[];
}

/** The slugs of the rows that these requests address, besides their ids from 1 to 60. */
export const slugOf = (n: number) => `thing-${n}`;

/** Percent signs and other raw query text. */
const RAW = ['%', '%zz', '%ff', '%00', '%ed%a0%80', '%2e%2e%2f', '+', '%2B1', '%5B%5D', ';', '&=&'];

const MIME_TYPES = [
  ...['', '*/*', 'json', 'text/plain', 'text/calendar', 'application/JSON', 'application/json;'],
  ...['application/json; charset=utf-16', 'application/json; charset=nope', 'multipart/form-data'],
  ...['multipart/form-data; boundary=', 'multipart/form-data; boundary=y', 'multipart/mixed'],
  ...['application/x-www-form-urlencoded', 'application/vnd.api+json', 'image/png'],
];

const FILES: readonly (string | Buffer)[] = [
  ...['', '\0', 'messenger_id,first_name\n4242,Ada\n', 'messenger_id;x\n"4242', '\ufeffa,b\n1'],
  ...['first_name\n'.repeat(2_000), `${','.repeat(5_000)}\n`, '{', '{"entries":[{}]}', '[[]]'],
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260514T090000Z\r\nSUMMARY:x\r\nEND:VEVENT\r\n',
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:00010101\r\nRRULE:FREQ=SECONDLY\r\n',
  Buffer.from('PK\u0003\u0004 not really a workbook'),
  Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x0a]),
  Buffer.alloc(70_000, 0x41),
];

const TOO_LARGE = Buffer.alloc(1_100_000, '[');
const DEEP = Buffer.from(`{"a":${'['.repeat(20_000)}`);
const NOT_UTF_8 = Buffer.from('7b226e616d65223a22ff22', 'hex');

const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
const nastyWord = fc.oneof(
  { weight: 9, arbitrary: nasty.map(encoded) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW) },
);

/**
 * A source of requests with few or many faults; the same ones for the same seed. Made once for all of
 * them: the arbitraries of all bodies take as long as some hundred requests.
 */
export function malformedRequests(endpoints: readonly AnyEndpoint[], credentials: Credentials) {
  // DELETE is rarer, so that rows remain for the others.
  const keeping = endpoints.filter(({ method }) => method !== 'delete');
  const any = fc.constantFrom(...endpoints, ...keeping, ...keeping, ...keeping);
  const bodyOf = declaredBodies(endpoints);
  const known = new Map<AnyEndpoint, fc.Arbitrary<MalformedRequest>>();
  const one = any.chain((endpoint) => {
    const request = known.get(endpoint) ?? requestTo(endpoint, credentials, bodyOf(endpoint));
    known.set(endpoint, request);
    return request;
  });
  return ({ seed, count }: { seed: number; count: number }): MalformedRequest[] =>
    fc.sample(one, { seed, numRuns: count });
}

function requestTo(
  endpoint: AnyEndpoint,
  credentials: Credentials,
  declared: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<MalformedRequest> {
  return fc
    .record({
      method: methodFor(endpoint),
      path: pathFor(endpoint),
      query: queryFor(endpoint),
      who: whoFor(endpoint, credentials),
      odd: oddHeaders,
      content: contentFor(endpoint, declared),
    })
    .map(({ method, path, query, who, odd, content }) => ({
      method,
      path: `/api/v1${path}${query}`,
      headers: { ...odd, ...content.headers, ...who },
      // Clients send no body with these.
      body: ['GET', 'HEAD'].includes(method) ? undefined : content.body,
    }));
}

/** Mostly valid credentials, since most code runs after authentication. */
function whoFor(
  { auth }: AnyEndpoint,
  { people, administrators, strangers }: Credentials,
): fc.Arbitrary<Headers> {
  const weightOf = (welcome: boolean) => (welcome ? 10 : 1);
  return fc.oneof(
    { weight: weightOf(auth !== 'admin'), arbitrary: fc.constantFrom(...people) },
    { weight: weightOf(auth === 'admin'), arbitrary: fc.constantFrom(...administrators) },
    {
      weight: weightOf(auth === 'public' || auth === 'optional'),
      arbitrary: fc.constantFrom(...strangers),
    },
  );
}

const methodFor = ({ method }: AnyEndpoint) =>
  fc.oneof(
    { weight: 19, arbitrary: fc.constant(method.toUpperCase()) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS') },
  );

/** Path parameters of existing rows or nasty ones; sometimes the path itself is broken. */
function pathFor({ path }: AnyEndpoint): fc.Arbitrary<string> {
  const parameter = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 1, arbitrary: nastyWord },
  );
  const ending = fc.oneof(
    { weight: 20, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('/', '//', '/..', '/%00', '.ics', '/nothing', '%') },
  );
  return fc
    .tuple(fc.array(parameter, { minLength: 3, maxLength: 3 }), ending)
    .map(([parameters, end]) => {
      const values = parameters.values();
      const filled = path.replace(/:\w+/g, (name) => {
        const { value } = values.next();
        return name === ':slug' && typeof value === 'number' ? slugOf(value) : String(value);
      });
      return filled + end;
    });
}

function queryFor({ query }: AnyEndpoint): fc.Arbitrary<string> {
  const declared = query && 'shape' in query ? Object.keys(query.shape) : [];
  const name = fc.constantFrom(...declared, ...declared, 'page', 'cursor', '__proto__', 'x', '');
  const pair = fc
    .tuple(name, fc.constantFrom('', '', '', '', '[]', '[a]', '%5B0%5D'), nastyWord)
    .map(([key, brackets, value]) => `${key}${brackets}=${value}`);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: fc.array(pair, { maxLength: 4 }).map((all) => `?${all.join('&')}`) },
  );
}

const oddHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        ...['x-request-id', 'if-none-match', 'x-forwarded-for', 'accept', 'accept-encoding'],
        ...['range', 'origin', 'cookie', 'idempotency-key', 'x-http-method-override'],
      ),
      fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
      { maxKeys: 3, noNullPrototype: true },
    ),
  },
);

interface Content {
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}
const NOTHING: Content = { headers: {}, body: undefined };

/** Mostly a slightly changed body, from its example or by its schema, otherwise anything. */
function contentFor(
  { body, upload }: AnyEndpoint,
  declared: fc.Arbitrary<unknown> | undefined,
): fc.Arbitrary<Content> {
  if (!body && !upload) return fc.constantFrom(NOTHING, json('{}'), json(DEEP));
  const example = fc.constant(body ? exampleOf(body as z.ZodType) : {});
  const nearlyRight = mutated(declared ? fc.oneof(example, declared, declared) : example).map(
    (value) => json(JSON.stringify(value) ?? ''),
  );
  const anything = fc.oneof(
    nasty.map((value) => json(JSON.stringify(value))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => json(Buffer.from(bytes))),
    fc.constantFrom(NOTHING, json(DEEP), json(NOT_UTF_8), json('{"a":1}{')),
  );
  const packed = fc
    .tuple(nearlyRight, fc.constantFrom('gzip', 'deflate', 'br', 'identity', 'rot13'), fc.boolean())
    .map(([{ headers, body: plain }, encoding, isTrue]) => ({
      headers: { ...headers, 'content-encoding': encoding },
      body: isTrue && plain ? gzipSync(plain) : plain,
    }));
  const mislabeled = fc
    .tuple(nearlyRight, fc.constantFrom(...MIME_TYPES))
    .map(([{ body: plain }, type]) => ({ headers: { 'content-type': type }, body: plain }));
  return fc.oneof(
    { weight: upload ? 20 : 60, arbitrary: nearlyRight },
    { weight: upload ? 60 : 3, arbitrary: formFor(upload?.field ?? 'file') },
    { weight: 15, arbitrary: anything },
    { weight: 10, arbitrary: mislabeled },
    { weight: 10, arbitrary: packed },
    { weight: 1, arbitrary: fc.constant(json(TOO_LARGE)) },
  );
}

const json = (text: string | Buffer): Content => ({
  headers: { 'content-type': 'application/json' },
  // No outbound request may leave this machine.
  body: Buffer.isBuffer(text) ? text : Buffer.from(text.replaceAll('example.org', '127.0.0.1')),
});

/** A multipart form with odd names and files, cut off anywhere. */
function formFor(field: string): fc.Arbitrary<Content> {
  const part = (name: string, file: string, type: string, content: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  const content = fc.constantFrom(...FILES);
  const right = content.map((file) => [part(field, '; filename="f"', '', file)]);
  const odd = fc
    .record({
      name: fc.constantFrom(field, 'url', 'timezone', '', '__proto__', 'a[b][c]', 'n'.repeat(200)),
      file: fc.constantFrom('; filename="f"', '; filename=""', '', "; filename*=UTF-8''%ff", ';'),
      type: fc.constantFrom('', 'Content-Type: text/csv\r\n', 'Content-Type: \r\n', 'x\r\n'),
      content,
    })
    .map((given) => part(given.name, given.file, given.type, given.content));
  const parts = fc.oneof(right, fc.array(odd, { maxLength: 4 }));
  return fc.tuple(parts, fc.integer({ min: 0, max: 200 })).map(([all, percent]) => {
    const whole = Buffer.concat([...all, Buffer.from('--x--\r\n')]);
    return {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: whole.subarray(0, Math.ceil((whole.length * Math.min(percent, 100)) / 100)),
    };
  });
}
