import type { User } from '../../../src/domain/people/users.ts';
import type { TestApi } from '../../support/api.ts';
import { people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { PARTNER, PartnerTest } from '../../support/partner.ts';

/** Wrong codes of one user; 10,000 were run by hand. */
const TRIES = Number(process.env.OTP_TRIES ?? 60);
/** Requests at once. */
const AT_ONCE = 20;
/** Another partner than the sandbox, with rate limits disabled: these are rules of the product. */
const REAL = { PARTNERA_SANDBOX: 'false', RATE_LIMIT_ENABLED: 'false', TRUST_PROXY: '1' };
const PHONE = { phone: '+4930901820' };

let test: PartnerTest;
let second: TestApi;

beforeAll(async () => {
  test = await PartnerTest.start({ env: REAL });
  second = await test.second({ env: REAL });
});
afterAll(async () => {
  await second.close();
  await test.close();
});
beforeEach(() => test.reset());

/** Ends the windows of these counters. */
const end = (...names: string[]) =>
  test.api.db('rate_limit_counters').whereRaw(`split_part(key, ':', 1) = any(?)`, [names]).delete();
const pass60s = () => end('partner-code-pause', 'partner-codes');
const users = (count: number): Promise<User[]> => people(test.api.db, count);
const user = async () => (await users(1))[0] as User;
const sentCodes = () => test.calls.filter(({ path }) => path === '/v1/otp').length;
const statusesOf = async (requests: readonly (() => PromiseLike<{ status: number }>)[]) => {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await request()).status);
  return statuses;
};

describe('the tries of one code', () => {
  it(`are five, for ${TRIES} requests to two processes from forged addresses`, async () => {
    const [ada] = await people(test.api.db, 1);
    await test.register(ada).expect(200);
    let n = 0;
    const attempt = async () => {
      n += 1;
      const res = await [test.api, second][n % 2]
        ?.as(ada)
        .post(`${PARTNER}/verify`)
        .set('X-Forwarded-For', `192.0.${n % 256}.${(n >> 8) % 256}`)
        .send({ code: String(n % 10_000).padStart(4, '0') });
      return res?.status;
    };
    const statuses = new Map<number | undefined, number>();
    while (n < TRIES) {
      for (const status of await Promise.all(Array.from({ length: AT_ONCE }, attempt))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 400: 5, 429: n - 5 });
    expect(test.calls.filter(({ path }) => path === '/v1/otp/verify')).toHaveLength(5);
    // The right one comes too late.
    await test.verify(ada).expect(429);
  }, 600_000);

  it('are 15 a day for all codes of a user', async () => {
    const ada = await user();
    const statuses: number[] = [];
    for (let codes = 0; codes < 4; codes += 1) {
      await pass60s();
      await test.api
        .db('rate_limit_counters')
        .where('key', 'like', 'partner-destination%')
        .delete();
      await test.register(ada).expect(200);
      const wrong = Array.from({ length: codes < 3 ? 5 : 1 }, () => () => test.verify(ada, '0000'));
      statuses.push(...(await statusesOf(wrong)));
    }
    expect(statuses).toEqual([...Array(15).fill(400), 429]);
    const { body, headers } = await test.verify(ada).expect(429);
    expect(body).toEqual(failure('RATE_LIMITED'));
    expect(Number(headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await test.accountOf(ada)).tries).toBe(0);
  });
});

describe('codes to one destination', () => {
  it('are five a day: the fifth is sent, the sixth refused, over all users and both processes', async () => {
    const askers = await users(6);
    const requests = askers.map((asker, n) => async () => {
      await end('partner-destination');
      return test.register(asker, PHONE, n % 2 === 0 ? test.api : second);
    });
    expect(await statusesOf(requests)).toEqual([...Array(5).fill(200), 429]);
    expect(sentCodes()).toBe(5);

    const { body, headers } = await test.register(askers[5] as User, PHONE).expect(429);
    expect(body).toEqual(failure('RATE_LIMITED'));
    expect(Number(headers['retry-after'])).toBeGreaterThan(80_000);
    await test.register(askers[5] as User, { phone: '+4930901821' }).expect(200);
  });

  it('are three an hour', async () => {
    const requests = (await users(4)).map((asker) => () => test.register(asker, PHONE));
    expect(await statusesOf(requests)).toEqual([200, 200, 200, 429]);
  });

  it('are five a day for ten users who ask at once', async () => {
    const askers = await users(10);
    await end('partner-destination');
    const answers = await Promise.all(
      askers.map((asker, n) => test.register(asker, PHONE, n % 2 === 0 ? test.api : second)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(sentCodes()).toBe(3);
  });

  it.each([['ada@example.org', 'ADA@Example.Org', 'ada+1@example.org', 'Ada+x+y@example.org']])(
    'count the spellings of one mailbox together',
    async (...emails) => {
      const askers = await users(emails.length);
      const requests = emails.map((email, n) => () => test.register(askers[n] as User, { email }));
      expect(await statusesOf(requests)).toEqual([200, 200, 200, 429]);
    },
  );

  it('are stored as keyed hashes only', async () => {
    const email = 'canary-of-the-counters@example.org';
    await test.register(await user(), { email }).expect(200);
    const keys: string[] = await test.api.db('rate_limit_counters').pluck('key');
    expect(keys).toHaveLength(6);
    expect(keys.join()).not.toContain('canary');
  });

  it('are counted on after a rotation of ENCRYPTION_KEY', async () => {
    const { ENCRYPTION_KEY } = await import('../../support/service.ts');
    const newKey = Buffer.from('the newer encryption key of them').toString('base64');
    const env = { ...REAL, ENCRYPTION_KEY: `${newKey},${ENCRYPTION_KEY}` };
    await using rotated = await test.second({ env });
    const askers = await users(4);
    const requests = askers.map(
      (asker, n) => () => test.register(asker, PHONE, n < 2 ? test.api : rotated),
    );
    expect(await statusesOf(requests)).toEqual([200, 200, 200, 429]);
  });
});

describe('codes of one user', () => {
  it('are one a minute, three in ten minutes and ten a day', async () => {
    const ada = await user();
    const next = { n: 0 };
    const ask =
      (...ended: string[]) =>
      async () => {
        await end('partner-destination', 'partner-destination-per-day', ...ended);
        next.n += 1;
        return test.register(ada, { email: `other${next.n}@example.org` });
      };
    const afterPause = ask('partner-code-pause');
    expect(await statusesOf([ask(), ask(), afterPause, afterPause, afterPause])).toEqual([
      200, 429, 200, 200, 429,
    ]);
    const later = ask('partner-code-pause', 'partner-codes');
    expect(await statusesOf(Array(8).fill(later))).toEqual([...Array(7).fill(200), 429]);
  });

  it('are counted across an erasure', async () => {
    const ada = await user();
    await test.register(ada).expect(200);
    await test.api.as(ada).delete('/api/v1/users/me').expect(200);
    const returned = await user();
    await test.api
      .db('users')
      .where({ id: returned.id })
      .update({ messenger_id: ada.messenger_id });
    await test.register({ ...returned, messenger_id: ada.messenger_id }).expect(429);
  });

  it('do not count while the partner is not available, or when they are refused', async () => {
    const ada = await user();
    test.answerBy(async () => ({ fault: { retryAfter: '600' }, isLate: false }));
    await using other = await test.second({ env: REAL });
    await test.register(await user(), undefined, other).expect(502);
    await test.reset();
    await test.register(ada, undefined, other).expect(502);
    expect(await test.api.db('rate_limit_counters')).toEqual([]);
    expect(test.calls).toEqual([]);
  });
});

it('codes to all destinations are limited together', async () => {
  await using other = await test.second({ env: { ...REAL, PARTNERA_CODES_PER_HOUR: '3' } });
  const askers = await users(4);
  const requests = askers.map((asker) => () => test.register(asker, undefined, other));
  expect(await statusesOf(requests)).toEqual([200, 200, 200, 429]);
});

it('the limits are off only in the sandbox with rate limits disabled', () => {
  const limitsWith = (env: NodeJS.ProcessEnv) => test.api.configWith(env).partner.hasCodeLimits;
  expect(limitsWith({ PARTNERA_SANDBOX: 'true', RATE_LIMIT_ENABLED: 'false' })).toBe(false);
  expect(limitsWith({ PARTNERA_SANDBOX: 'true', RATE_LIMIT_ENABLED: 'true' })).toBe(true);
  expect(limitsWith({ PARTNERA_SANDBOX: 'false', RATE_LIMIT_ENABLED: 'false' })).toBe(true);
});
