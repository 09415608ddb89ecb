import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  isSigned,
  newSigningSecret,
  signatureProblem,
  signedHeaders,
} from '../../../src/lib/standard-webhooks.ts';

/** The test vector that the libraries of Standard Webhooks share. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const HEADERS = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const AT = 1_614_265_330_000;

const problemOf = (headers: object = {}, { secrets = [SECRET], body = BODY, now = AT } = {}) =>
  signatureProblem(
    { ...HEADERS, ...headers },
    { secrets, rawBody: Buffer.from(body), now: new Date(now) },
  );

it('accepts the test vector of Standard Webhooks', () => {
  expect(problemOf()).toBeUndefined();
  expect(problemOf({}, { secrets: ['whsec_AAAA', SECRET] })).toBeUndefined();
});

it.each<[string, object, Parameters<typeof problemOf>[1]]>([
  ['another body', {}, { body: `${BODY} ` }],
  ['another secret', {}, { secrets: ['whsec_AAAA'] }],
  ['no secret', {}, { secrets: [] }],
  ['another id', { 'webhook-id': 'msg_2' }, {}],
  ['another time', { 'webhook-timestamp': '1614265331' }, {}],
  ['no signature', { 'webhook-signature': undefined }, {}],
  ['no id', { 'webhook-id': undefined }, {}],
  [
    'another version',
    { 'webhook-signature': 'v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
    {},
  ],
  ['a text after it', { 'webhook-signature': `${HEADERS['webhook-signature']}x` }, {}],
  ['a text before it', { 'webhook-signature': `x${HEADERS['webhook-signature']}` }, {}],
])('refuses a signature with %s', (_what, headers, given) => {
  expect(problemOf(headers, given)).toBe('signature');
});

it('accepts one signature of several', () => {
  const several = `v1a,abc v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= ${HEADERS['webhook-signature']}`;
  expect(problemOf({ 'webhook-signature': several })).toBeUndefined();
});

/** The headers of the body, signed with this id and time. */
function signed(id: string, timestamp: string) {
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${BODY}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
}

it.each([
  ['m'.repeat(200), '1614265330', undefined],
  ['m'.repeat(201), '1614265330', 'signature'],
  ['', '1614265330', 'signature'],
  ['m 1', '1614265330', 'signature'],
  ['m', 'x1614265330', 'timestamp'],
  ['m', '1614265330.0', 'timestamp'],
  ['m', '01614265330', undefined],
  ['m', '', 'timestamp'],
])('of a call that is signed as %s at %s, the problem is %p', (id, timestamp, problem) => {
  expect(problemOf(signed(id, timestamp))).toBe(problem);
});

it.each([
  [{}, false],
  [{ 'webhook-id': undefined }, false],
  [{ 'webhook-id': undefined, 'webhook-timestamp': '' }, true],
])('a call with the headers %j is signed: %p', (headers, is) => {
  expect(isSigned(headers)).toBe(is);
});

it('allows clocks to differ by 5 minutes', () => {
  const MINUTES_MS = 5 * 60_000;
  for (const off of [-MINUTES_MS, MINUTES_MS]) {
    expect(problemOf({}, { now: AT + off })).toBeUndefined();
    expect(problemOf({}, { now: AT + off + Math.sign(off) })).toBe('timestamp');
  }
});

it('makes the signature of a second published example', () => {
  const message = {
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    body: Buffer.from('{"email":"test@example.com","username":"test_user"}'),
    at: new Date(1_649_367_553_000),
  };
  const headers = signedHeaders(message, ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']);
  expect(headers['webhook-signature']).toBe('v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=');
});

describe('a message that this service signs', () => {
  const message = (body = BODY) => ({
    id: HEADERS['webhook-id'],
    body: Buffer.from(body),
    at: new Date(AT),
  });

  it('has the signature of the test vector', () => {
    expect(signedHeaders(message(), [SECRET])).toEqual(HEADERS);
  });

  it('has one signature for each secret, and each of them verifies', () => {
    const secrets = [newSigningSecret(), newSigningSecret()];
    const headers = signedHeaders(message(), secrets);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of secrets) {
      expect(problemOf(headers, { secrets: [secret] })).toBeUndefined();
    }
    expect(problemOf(headers)).toBe('signature');
  });

  it('is dated in whole seconds, rounded down', () => {
    const headers = signedHeaders({ ...message(), at: new Date(AT + 999) }, [SECRET]);
    expect(headers['webhook-timestamp']).toBe('1614265330');
  });

  it.each(['{"name":"Zoë 王小明 🎟"}', '[]', '{}'])(
    'is verified by the package of the specification: %s',
    (body) => {
      const secrets = [newSigningSecret(), newSigningSecret()];
      const at = new Date();
      const headers = signedHeaders({ ...message(body), at }, secrets);
      for (const secret of secrets) {
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }
      expect(() => new Webhook(SECRET).verify(body, headers)).toThrow('No matching signature');
    },
  );
});

it('a signature of the package of the specification is accepted', () => {
  const secret = newSigningSecret();
  const id = 'msg_1';
  const now = new Date(AT);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(AT / 1_000),
    'webhook-signature': new Webhook(secret).sign(id, now, BODY),
  };
  expect(problemOf(headers, { secrets: [secret] })).toBeUndefined();
});

it('a new secret is 32 random bytes', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSigningSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
