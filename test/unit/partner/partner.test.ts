import {
  codeLimits,
  destinationFrom,
  limitedText,
} from '../../../src/domain/partner/partner-accounts.ts';
import {
  allowedExplorerUrl,
  idempotencyKeyOf,
  mintView,
  outcomeOfRetry,
  pollDelayMs,
} from '../../../src/domain/partner/partner-mints.ts';

it.each([
  [{ email: 'Ada+News@X.io' }, 'email:ada@x.io'],
  [{ email: 'ada@x.io' }, 'email:ada@x.io'],
  [{ email: 'ada+a+b@x+y.io' }, 'email:ada@x+y.io'],
  [{ email: '"a@b"@x.io' }, 'email:"a@b"@x.io'],
  [{ phone: '+49 30' }, 'phone:+49 30'],
])('codes to %j are counted for %s', (destination, text) => {
  expect(limitedText(destination)).toBe(text);
});

it.each([
  ['{"email":"a@x.io","name":1}', { email: 'a@x.io' }],
  ['{"email":1,"phone":"+49"}', { phone: '+49' }],
])('the stored destination %s is %j', (json, destination) => {
  expect(destinationFrom(json)).toEqual(destination);
});

it.each(['null', '7', '{}', '{"email":1}', '{"phone":1}'])(
  '%s is no stored destination',
  (json) => {
    expect(() => destinationFrom(json)).toThrow('a stored destination has neither');
  },
);

it('codes have limits for a person, a destination and all', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  expect(codeLimits(200).map(({ name: _, by, limit, windowMs }) => [by, limit, windowMs])).toEqual([
    ['person', 1, minute],
    ['person', 3, 10 * minute],
    ['person', 10, day],
    ['destination', 3, hour],
    ['destination', 5, day],
    ['all', 200, hour],
  ]);
  expect(new Set(codeLimits(200).map(({ name }) => name)).size).toBe(6);
});

const mint = {
  id: 3,
  user_id: 7,
  try: 2,
  partner_mint_id: 'p',
  token_id: 't',
  transaction_hash: 'h',
  explorer_url: 'u',
  failure_code: 'sold_out',
} as const;

it.each([
  ['pending', 'pending'],
  ['unknown', 'pending'],
  ['minted', 'minted'],
  ['failed', 'failed'],
] as const)('a mint that is %s is shown as %s', (status, shown) => {
  expect(mintView({ ...mint, status })).toEqual({
    id: 3,
    status: shown,
    token_id: 't',
    transaction_hash: 'h',
    explorer_url: 'u',
    failure_reason: 'sold_out',
  });
});

it.each([
  ['minted', 3, 'minted'],
  ['pending', 3, 'pending'],
  ['unknown', 3, 'pending'],
  ['failed', 2, 'tries_left'],
  ['failed', 3, 'retried'],
] as const)('another try of a mint that is %s at the try %i is %s', (status, nth, outcome) => {
  expect(outcomeOfRetry({ status, try: nth })).toBe(outcome);
});

it('each try of a mint has one idempotency key', () => {
  expect(idempotencyKeyOf(mint)).toBe('hallway-3-2');
});

it.each([
  [0, false, 0.5, 2_000],
  [0, false, 0, 1_500],
  [0, false, 1, 2_500],
  [3, false, 0.5, 16_000],
  [8, false, 0.5, 300_000],
  [5_000, false, 0.5, 300_000],
  [3, true, 0.5, 3_600_000],
])(
  'after %i calls, late: %p, with the jitter %f, the delay is %i ms',
  (polls, is_late, jitter, ms) => {
    expect(pollDelayMs({ polls, is_late }, jitter)).toBe(ms);
  },
);

const URL = 'https://scan.example/tx/1';
const long = (length: number) => `https://scan.example/${'x'.repeat(length - 21)}`;

it.each([
  [URL, URL],
  [long(2_000), long(2_000)],
  [long(2_001), null],
  ['http://scan.example/tx/1', null],
  ['https://user@scan.example/tx/1', null],
  ['https://:pass@scan.example/tx/1', null],
  ['https://scan.example:444/tx/1', null],
  ['https://other.example/tx/1', null],
  ['no url', null],
  [null, null],
])('of the address %s, %s is shown', (text, shown) => {
  expect(allowedExplorerUrl(text, ['scan.example'])).toBe(shown);
});
