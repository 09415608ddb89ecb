import { createHmac } from 'node:crypto';
import {
  isSigned,
  personKey,
  secretText,
  signatureProblem,
  unsignedCodeLimits,
} from '../../../src/domain/quests/quest-calls.ts';

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

it('a secret has its prefix, and unsigned codes have limits', () => {
  expect(secretText(Buffer.from('abc'))).toBe('whsec_YWJj');
  const minutes = (count: number) => count * 60_000;
  expect(unsignedCodeLimits(7, '192.0.2.1')).toEqual({
    ofAddress: { key: 'unsigned-codes:192.0.2.1', max: 30, windowMs: minutes(10) },
    ofTask: { key: 'unsigned-codes-of-task:7', max: 100_000, windowMs: minutes(60) },
  });
});

it.each([
  [{ messenger_id: 5 }, 'm5'],
  [{ ticket: 'EB-42-1007-0123456789ABCD' }, 'u1007'],
  [{ ticket: 'nothing' }, 'u'],
])('a call for %j is counted for %s', (person, key) => {
  expect(personKey(person)).toBe(key);
});

it('allows clocks to differ by 5 minutes', () => {
  const MINUTES_MS = 5 * 60_000;
  for (const off of [-MINUTES_MS, MINUTES_MS]) {
    expect(problemOf({}, { now: AT + off })).toBeUndefined();
    expect(problemOf({}, { now: AT + off + Math.sign(off) })).toBe('timestamp');
  }
});
