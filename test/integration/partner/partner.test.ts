import type { User } from '../../../src/domain/people/users.ts';
import { startApi } from '../../support/api.ts';
import { people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { PARTNER, PartnerTest } from '../../support/partner.ts';
import { until } from '../../support/until.ts';

let test: PartnerTest;
let ada: User;
let grace: User;

beforeAll(async () => {
  test = await PartnerTest.start();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await test.api.db('partner_mints').delete();
  [ada, grace] = await people(test.api.db, 2);
});

const minutesFromNow = (minutes: number) =>
  new Date(test.api.now().getTime() + minutes * 60_000).toISOString();
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
};

describe('POST /partner/partnera/register', () => {
  it('has the partner send a code, and says when it expires', async () => {
    const { body } = await test.register(ada, { email: 'Ada@EXAMPLE.org' }).expect(200);

    expect(body).toEqual({ status: 'otp_sent', expires_at: minutesFromNow(10) });
    expect(test.calls).toMatchObject([
      { method: 'POST', path: '/v1/otp', body: { email: 'Ada@example.org' } },
    ]);
  });

  it('keeps the address encrypted, and drops it after the code', async () => {
    await test.register(ada, { email: 'secret.address@example.org' }).expect(200);
    const { destination_encrypted } = await test.accountOf(ada);
    expect(destination_encrypted.toString('latin1')).not.toContain('secret.address');

    await test.verify(ada).expect(200);
    expect(await test.accountOf(ada)).toMatchObject({ destination_encrypted: null });
  });

  it.each([
    ['email', { email: 'Ada <ada@example.org>' }],
    ['email', { email: 'ada@' }],
    ['email', { email: `${'a'.repeat(250)}@example.org` }],
    ['phone', { phone: '030 901820' }],
    ['phone', { phone: '+0123456789' }],
    ['body', {}],
    ['body', { email: 'ada@example.org', phone: '+4930901820' }],
  ])('answers 400 for a wrong %s: %j', async (field, body) => {
    const answer = await test.register(ada, body).expect(400);
    expect(answer.body).toEqual(failure('VALIDATION_ERROR'));
    expect(answer.body.error).toContain(field === 'body' ? 'expected `email` or `phone`' : field);
    expect(test.calls).toEqual([]);
  });

  it('accepts phones with an enabled prefix only; none is enabled by default', async () => {
    await test.register(ada, { phone: '+4930901820' }).expect(200);
    const { body } = await test.register(grace, { phone: '+86101234567' }).expect(400);
    expect(body.error).toMatch(/^phone: /);

    await using other = await test.second({ env: { PARTNERA_PHONE_PREFIXES: '' } });
    await test.register(grace, { phone: '+4930901820' }, other).expect(400);
  });

  it('answers 409 once the account is verified', async () => {
    await test.verified(ada);
    const { body } = await test.register(ada).expect(409);
    expect(body).toEqual(failure('CONFLICT'));
  });

  it('ends the former code and its tries', async () => {
    await test.register(ada).expect(200);
    for (let tries = 0; tries < 5; tries += 1) await test.verify(ada, '0000').expect(400);
    await test.verify(ada).expect(429);
    await test.register(ada).expect(200);
    await test.verify(ada).expect(200);
  });
});

describe('POST /partner/partnera/verify', () => {
  it('connects the account, and answers with the partner’s id only', async () => {
    await test.register(ada).expect(200);
    const { body, text } = await test.verify(ada).expect(200);

    expect(body).toEqual({ status: 'verified', partner_user_id: expect.stringMatching(/^pa_/) });
    expect(text).not.toContain('sandbox-');
    expect(await test.accountOf(ada)).toMatchObject({
      status: 'verified',
      verified_at: minutesFromNow(0),
    });
  });

  it('stores the tokens encrypted, at their place only', async () => {
    await test.verified(ada);
    const { access_encrypted, refresh_encrypted } = await test.accountOf(ada);
    for (const stored of [access_encrypted, refresh_encrypted]) {
      expect(stored[0]).toBe(1);
      expect(stored.toString('latin1')).not.toContain('sandbox-');
    }
  });

  it('counts down the tries of a wrong code, refuses the sixth, and asks the partner five times', async () => {
    await test.register(ada).expect(200);
    const sentences: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const { body } = await test.verify(ada, '000000').expect(400);
      expect(body).toEqual(failure('OTP_INVALID'));
      sentences.push(body.error.replace(/.*; /, ''));
    }
    expect(sentences).toEqual(
      [4, 3, 2, 1, 0].map((left) => `${left} ${left === 1 ? 'try' : 'tries'} left`),
    );

    const { body, headers } = await test.verify(ada).expect(429);
    expect(body).toEqual(failure('RATE_LIMITED'));
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(test.calls.filter(({ path }) => path === '/v1/otp/verify')).toHaveLength(5);
  });

  it('answers 400 OTP_EXPIRED without a code, and after its time', async () => {
    expect((await test.verify(ada).expect(400)).body).toEqual(failure('OTP_EXPIRED'));
    await test.register(ada).expect(200);
    test.api.advance(10 * 60_000);
    expect((await test.verify(ada).expect(400)).body).toEqual(failure('OTP_EXPIRED'));
    expect(test.calls.filter(({ path }) => path === '/v1/otp/verify')).toEqual([]);
  });

  it.each(['123', '123456789', '12a4', 424242])('answers 400 for the code %j', async (code) => {
    const { body } = await test.post(ada, 'verify', { code }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
  });

  it('answers 409 to a second user with the same account of the partner', async () => {
    const shared = { email: 'shared@example.org' };
    await test.verified(ada, shared);
    await test.register(grace, shared).expect(200);

    const { body } = await test.verify(grace).expect(409);
    expect(body).toEqual(failure('PARTNER_ACCOUNT_TAKEN'));
    expect((await test.mint(grace).expect(403)).body).toEqual(failure('PARTNER_NOT_VERIFIED'));
  });

  it('answers 409 to all but one of ten users who verify one account at once', async () => {
    const users = await people(test.api.db, 10);
    for (const user of users) await test.register(user, { email: 'race@example.org' }).expect(200);
    const answers = await Promise.all(users.map((user) => test.verify(user)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('keeps a user with one account, so that no account mints twice', async () => {
    await test.verified(ada, { email: 'first@example.org' });
    await test.api.db('partner_accounts').where({ user_id: ada.id }).update({ status: 'none' });
    await test.register(ada, { email: 'second@example.org' }).expect(200);

    expect((await test.verify(ada).expect(409)).body).toEqual(failure('CONFLICT'));
  });

  it('gives one try of a code back when the partner does not answer', async () => {
    await test.register(ada).expect(200);
    test.answerBy(async () => ({ fault: 'error', isLate: false }));
    await test.verify(ada, '000000').expect(502);
    expect(await test.accountOf(ada)).toMatchObject({ tries: 0, try_returned: true });
    await test.verify(ada, '000000').expect(502);
    expect(await test.accountOf(ada)).toMatchObject({ tries: 1 });
    test.answerBy(async () => undefined);
    await test.verify(ada).expect(200);
  });

  it('is not used up by an erasure while the partner checks the code', async () => {
    await test.register(ada).expect(200);
    const { open, opened } = gate();
    test.answerBy(async () => void (await opened));
    const answer = test.verify(ada).then(({ status }) => status);
    await until(() => test.calls.length === 2);
    await test.api.as(ada).delete('/api/v1/users/me').expect(200);
    open();

    expect(await answer).toBe(401);
    expect(await test.accountOf(ada)).toBeUndefined();
  });
});

describe('POST /partner/partnera/refresh-token', () => {
  const refresh = (user: User, api = test.api) => test.post(user, 'refresh-token', undefined, api);
  const refreshes = () => test.calls.filter(({ path }) => path === '/v1/token');

  it('answers 403 before a code is verified', async () => {
    expect((await refresh(ada).expect(403)).body).toEqual(failure('PARTNER_NOT_VERIFIED'));
    await test.register(ada).expect(200);
    await refresh(ada).expect(403);
  });

  it('exchanges the tokens, and answers without them', async () => {
    await test.verified(ada);
    const before = await test.accountOf(ada);
    test.api.advance(60_000);

    const { body } = await refresh(ada).expect(200);
    expect(body).toEqual({ status: 'verified', expires_at: minutesFromNow(60) });
    expect((await test.accountOf(ada)).refresh_encrypted).not.toEqual(before.refresh_encrypted);
  });

  it('refreshes once for ten requests to two processes, since a second use kills the tokens', async () => {
    await test.verified(ada);
    await using second = await test.second();
    const { open, opened } = gate();
    test.answerBy(async () => void (await opened));
    const requests = Array.from({ length: 10 }, (_, n) =>
      refresh(ada, n % 2 === 0 ? test.api : second).then(({ status }) => status),
    );
    await until(() => refreshes().length > 0);
    open();

    expect(await Promise.all(requests)).toEqual(Array(10).fill(200));
    await refresh(ada).expect(200);
    expect((await test.accountOf(ada)).status).toBe('verified');
  });

  it('holds no transaction while the partner is asked', async () => {
    await test.verified(ada);
    const { open, opened } = gate();
    test.answerBy(async () => void (await opened));
    const answer = refresh(ada).then(({ status }) => status);
    await until(() => refreshes().length === 1);
    const { rows } = await test.api.db.raw(
      `select state from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    );
    open();
    expect(rows).toEqual([]);
    expect(await answer).toBe(200);
  });

  it('does not wait forever for a process that died during its refresh', async () => {
    await test.verified(ada);
    await test.api.db('partner_accounts').update({
      refresh_claim: '00000000-0000-4000-8000-000000000001',
      refresh_claimed_until: test.api.db.raw(`now() + interval '300 milliseconds'`),
    });
    const { body } = await refresh(ada).expect(502);
    expect(body).toEqual(failure('UPSTREAM_ERROR'));
    await refresh(ada).expect(200);
  });

  it('needs a new code once the partner has ended the session', async () => {
    await test.verified(ada);
    test.sandbox.endSessions();
    expect((await refresh(ada).expect(403)).body).toEqual(failure('PARTNER_NOT_VERIFIED'));
    await test.mint(ada).expect(403);

    await test.verified(ada);
    await refresh(ada).expect(200);
  });

  it('answers 502 and keeps the session when the partner fails', async () => {
    await test.verified(ada);
    test.answerBy(async () => ({ fault: 'error', isLate: false }));
    await refresh(ada).expect(502);
    test.answerBy(async () => undefined);
    await refresh(ada).expect(200);
  });
});

describe('without a configured partner', () => {
  it('each endpoint answers 503, and everything else works', async () => {
    await using api = await startApi({ on: test.api });
    const calls = [
      api.as(ada).post(`${PARTNER}/register`).send({ email: 'ada@example.org' }),
      api.as(ada).post(`${PARTNER}/verify`).send({ code: '424242' }),
      api.as(ada).post(`${PARTNER}/refresh-token`),
      api.as(ada).post(`${PARTNER}/pog/mint`),
      api.as(ada).get(`${PARTNER}/pog/poll`),
    ];
    for (const call of calls) {
      const { body, headers } = await call.expect(503);
      expect(body).toEqual({ error: 'The partner is not configured', code: 'SERVICE_UNAVAILABLE' });
      expect(headers['retry-after']).toBe('3600');
    }
    await api.as(ada).get('/api/v1/users/me').expect(200);
    expect(await api.services.partnerMintRuns.run(new AbortController().signal)).toMatchObject({
      minted: 0,
    });
  });
});
