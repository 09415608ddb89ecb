import { signatureProblem } from '../../../src/domain/quests/quest-calls.ts';

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

it.each([
  ['another body', problemOf({}, { body: `${BODY} ` })],
  ['another secret', problemOf({}, { secrets: ['whsec_AAAA'] })],
  ['no secret', problemOf({}, { secrets: [] })],
  ['another id', problemOf({ 'webhook-id': 'msg_2' })],
  ['another time', problemOf({ 'webhook-timestamp': '1614265331' })],
  ['no signature', problemOf({ 'webhook-signature': undefined })],
  ['no id', problemOf({ 'webhook-id': undefined })],
  [
    'another version',
    problemOf({ 'webhook-signature': 'v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' }),
  ],
])('refuses a signature with %s', (_what, problem) => {
  expect(problem).toBe('signature');
});

it('allows clocks to differ by 5 minutes', () => {
  const MINUTES_MS = 5 * 60_000;
  for (const off of [-MINUTES_MS, MINUTES_MS]) {
    expect(problemOf({}, { now: AT + off })).toBeUndefined();
    expect(problemOf({}, { now: AT + off + Math.sign(off) })).toBe('timestamp');
  }
});
