import { randomInt } from 'node:crypto';
import { createBot } from '../../../src/app/bot.ts';
import { createDeliveries, createWakeUps } from '../../../src/app/messaging.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { recordingLog } from '../../support/log.ts';
import { PartnerTest } from '../../support/partner.ts';
import { until } from '../../support/until.ts';

const { log, lines } = recordingLog();

/** The keys that the partner refuses for good. */
const refused = new Map<string, string>();
let test: PartnerTest;
let ada: User;
let grace: User;

beforeAll(async () => {
  test = await PartnerTest.start({ log, failureOf: (key) => refused.get(key) });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  lines.length = 0;
  await test.api.db('partner_mints').delete();
  [ada, grace] = await people(test.api.db, 2);
  for (const user of [ada, grace]) await test.verified(user);
});

const mintsOf = async (user: User) => {
  const { partner_user_id } = await test.accountOf(user);
  return test.sandbox.mints.filter(({ user_id }) => user_id === partner_user_id);
};
const inboxOf = async (user: User) =>
  (await test.api.as(user).get('/api/v1/notifications').expect(200)).body.data;
const statusOf = async (user: User) => (await test.poll(user).expect(200)).body.status;

describe('POST /partner/partnera/pog/mint', () => {
  it('answers 201 and pending, then 200 and the same mint for each repetition', async () => {
    const first = await test.mint(ada).expect(201);
    expect(first.body).toEqual({
      id: expect.any(Number),
      status: 'pending',
      token_id: null,
      transaction_hash: null,
      explorer_url: null,
      failure_reason: null,
    });
    expect((await test.mint(ada).expect(200)).body).toEqual(first.body);
    await test.work();
    expect((await test.mint(ada).expect(200)).body).toMatchObject({
      id: first.body.id,
      status: 'minted',
    });
  });

  it('is one mint of a user who requests ten at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => test.mint(ada)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    await test.work();
    expect(await mintsOf(ada)).toHaveLength(1);
  });

  it('answers 403 without a verified account', async () => {
    const [newcomer] = await people(test.api.db, 1);
    expect((await test.mint(newcomer as User).expect(403)).body).toEqual(
      failure('PARTNER_NOT_VERIFIED'),
    );
  });

  it('does not wait for the partner, and calls it never itself', async () => {
    test.calls.length = 0;
    test.answerBy(async () => ({ fault: 'slow', isLate: false }));
    await test.mint(ada).expect(201);
    expect(await statusOf(ada)).toBe('pending');
    expect(test.calls).toEqual([]);
  });

  it('enqueues its job in the transaction of the row', async () => {
    const jobs = () => test.api.db('pgboss.job').where({ name: 'run-partner-mints' });
    await test.api.db('pgboss.job').delete();
    await test.mint(ada).expect(201);
    expect(await jobs()).toMatchObject([{ data: null }]);
  });

  it('has a worker mint it, without a client that polls', async () => {
    const { store, services, databaseUrl, configWith } = test.api;
    const config = configWith({});
    const worker = await startWorker(databaseUrl, {
      ...services,
      store,
      deliveries: createDeliveries({ store, config, log, transport: undefined }),
      ...createBot({ store, config, log, transport: undefined, services }),
      wakeUps: createWakeUps({ store, config, log }),
      log,
    });
    await test.mint(ada).expect(201);
    await until(async () => (await test.mintOf(ada)).status === 'minted');
    await worker.stop(5_000);
  });
});

describe('GET /partner/partnera/pog/poll', () => {
  it('answers none before a mint, and does not call the partner', async () => {
    test.calls.length = 0;
    expect((await test.poll(ada).expect(200)).body).toEqual({ status: 'none' });
    expect(test.calls).toEqual([]);
  });

  it('answers with the token, and the user is notified once', async () => {
    const { body: requested } = await test.mint(ada).expect(201);
    await test.work();
    await test.work();

    const { body } = await test.poll(ada).expect(200);
    expect(body).toEqual({
      id: requested.id,
      status: 'minted',
      token_id: expect.stringMatching(/^\d+$/),
      transaction_hash: expect.stringMatching(/^0x/),
      explorer_url: `https://explorer.partnera.example/tokens/${body.token_id}`,
      failure_reason: null,
    });
    const { id: mint_id, token_id, explorer_url } = body;
    expect(await inboxOf(ada)).toMatchObject([
      {
        type: 'partner_minted',
        action_url: explorer_url,
        data: { mint_id, token_id, explorer_url },
      },
    ]);
    expect(await inboxOf(grace)).toEqual([]);
  });

  it.each([
    'http://explorer.partnera.example/tokens/1',
    'https://evil.example/tokens/1',
    'https://explorer.partnera.example.evil.example/1',
    'https://user@explorer.partnera.example/1',
    'javascript:alert(1)',
    'nonsense',
  ])('has no explorer_url for %s', async (explorer_url) => {
    await test.mint(ada).expect(201);
    const stub = { id: 'm', status: 'minted', token_id: '1', transaction_hash: null, explorer_url };
    test.answerBy(async ({ path }) =>
      path === '/v1/mints' ? { fault: { status: 200, body: stub }, isLate: false } : undefined,
    );
    await test.work();
    expect((await test.poll(ada).expect(200)).body).toMatchObject({
      status: 'minted',
      explorer_url: null,
    });
  });
});

describe('a mint that the partner refuses for good', () => {
  const refuse = async (failure_code: string) => {
    const { id, try: nth } = await test.mintOf(ada);
    refused.set(`hallway-${id}-${nth}`, failure_code);
    await test.work();
  };

  it.each([
    ['sold_out', 'sold_out'],
    ['wallet of Ada is empty', 'rejected'],
  ])('with %j has the reason %j', async (given, failure_reason) => {
    await test.mint(ada).expect(201);
    await refuse(given);
    const { body, text } = await test.poll(ada).expect(200);
    expect(body).toMatchObject({ status: 'failed', failure_reason });
    expect(text).not.toContain('wallet');
    expect(await inboxOf(ada)).toEqual([]);
  });

  it('can be tried three times in all, each with its own key', async () => {
    for (const nth of [1, 2, 3]) {
      const { body } = await test.mint(ada).expect(201);
      expect(body).toMatchObject({ status: 'pending', failure_reason: null });
      expect((await test.mintOf(ada)).try).toBe(nth);
      await refuse('rejected');
    }
    expect((await test.mint(ada).expect(409)).body).toEqual(failure('MINT_FAILED'));
    const { id } = await test.mintOf(ada);
    const keys = (await mintsOf(ada)).map(({ key }) => key);
    expect(keys).toEqual([`hallway-${id}-1`, `hallway-${id}-2`, `hallway-${id}-3`]);
  });
});

describe('the worker', () => {
  it('refreshes the token by itself before it expires, and after a 401', async () => {
    await test.mint(ada).expect(201);
    await test.mint(grace).expect(201);
    await test.api
      .db('partner_accounts')
      .where({ user_id: ada.id })
      .update({ expires_at: test.api.now() });
    let refusals = 2;
    test.answerBy(async ({ path }) => {
      if (path !== '/v1/mints' || refusals === 0) return undefined;
      refusals -= 1;
      return { fault: { status: 401, body: { error: 'invalid_token' } }, isLate: false };
    });
    await test.work();
    expect(test.calls.filter(({ path }) => path === '/v1/token')).toHaveLength(1);
    await test.work();
    await test.work();
    expect([await statusOf(ada), await statusOf(grace)]).toEqual(['minted', 'minted']);
    expect([...(await mintsOf(ada)), ...(await mintsOf(grace))]).toHaveLength(2);
  });

  it('keeps a mint pending while the user needs a new code, and goes on after it', async () => {
    await test.mint(ada).expect(201);
    test.sandbox.endSessions();
    await test.work();
    await test.work();
    expect(await statusOf(ada)).toBe('pending');
    await test.verified(ada);
    await test.work();
    expect(await statusOf(ada)).toBe('minted');
    expect(await mintsOf(ada)).toHaveLength(1);
  });

  it('reports a mint that is pending for a day at level error, and never fails it', async () => {
    await test.mint(ada).expect(201);
    test.answerBy(async () => ({ fault: { status: 200, body: {} }, isLate: false }));
    await test.api.db('partner_mints').update({
      requested_at: test.api.db.raw(`now() - interval '25 hours'`),
    });
    await test.work();
    const errors = lines.filter(({ level }) => level === 50);
    expect(errors).toMatchObject([{ mint_id: (await test.mintOf(ada)).id, try: 1 }]);
    expect(await statusOf(ada)).toBe('pending');
  });

  it('obeys a 429 of the partner', async () => {
    await test.mint(ada).expect(201);
    await using other = await test.second();
    test.answerBy(async () => ({ fault: { retryAfter: '600' }, isLate: false }));
    await test.work(other);
    const { rows } = await test.api.db.raw(
      `select next_poll_at > now() + interval '9 minutes' as waits from partner_mints`,
    );
    expect(rows).toEqual([{ waits: true }]);
    const calls = test.calls.length;
    test.answerBy(async () => undefined);
    const { body } = await test
      .register((await people(test.api.db, 1))[0] as User, undefined, other)
      .expect(502);
    expect(body.error).toMatch(/try again in [56]\d\d s/);
    expect(test.calls).toHaveLength(calls);
  });

  it('leaves a mint to one of two workers', async () => {
    await test.mint(ada).expect(201);
    await using second = await test.second();
    await Promise.all([
      test.api.services.partnerMintRuns.runDue(),
      second.services.partnerMintRuns.runDue(),
    ]);
    expect(test.calls.filter(({ path }) => path === '/v1/mints')).toHaveLength(1);
  });
});

describe('an erasure', () => {
  const erase = (user: User) => test.api.as(user).delete('/api/v1/users/me').expect(200);
  const returned = async (user: User) => {
    await test.api.db('users').where({ id: user.id }).update({ messenger_id: null });
    const [again] = await people(test.api.db, 1);
    await test.verified(again as User, { email: `user${user.id}@example.org` });
    return again as User;
  };

  it('deletes the tokens, and keeps a hash with which a return does not mint twice', async () => {
    await test.mint(ada).expect(201);
    await test.work();
    const { partner_user_id } = await test.accountOf(ada);
    await erase(ada);

    expect([await test.accountOf(ada), await test.mintOf(ada)]).toEqual([undefined, undefined]);
    const kept = JSON.stringify(await test.api.db('partner_erased'));
    expect(kept).not.toContain(partner_user_id);
    const again = await returned(ada);
    expect((await test.mint(again).expect(409)).body).toEqual(failure('ALREADY_MINTED'));
  });

  it('while the mint is under way mints once, too', async () => {
    await test.mint(ada).expect(201);
    let erasing: Promise<unknown> | undefined;
    test.answerBy(async ({ path }) => {
      if (path === '/v1/mints') {
        erasing ??= erase(ada);
        await erasing;
      }
      return undefined;
    });
    await test.work();
    const again = await returned(ada);
    await test.mint(again).expect(409);
    expect(await inboxOf(again)).toEqual([]);
  });

  it('of a user without a mint leaves no hash, and their next account can mint', async () => {
    await test.api.db('partner_erased').delete();
    await erase(ada);
    expect(await test.api.db('partner_erased')).toEqual([]);
    await test.mint(await returned(ada)).expect(201);
  });
});

describe('the export of personal data', () => {
  const exportOf = async (user: User) =>
    (await test.api.as(user).get('/api/v1/users/me/export').expect(200)).body;

  it('has the account and the mint, without the tokens', async () => {
    await test.mint(ada).expect(201);
    await test.work();
    const data = await exportOf(ada);
    expect(data.partner).toMatchObject({ status: 'verified', partner_user_id: expect.any(String) });
    expect(data.mint).toMatchObject({ status: 'minted', try: 1, token_id: expect.any(String) });
    expect(JSON.stringify(data)).not.toContain('sandbox-');
  });

  it('has the address of a code that is not verified', async () => {
    const [user] = await people(test.api.db, 1);
    const email = `export${randomInt(1_000_000)}@example.org`;
    await test.register(user as User, { email }).expect(200);
    expect((await exportOf(user as User)).partner).toMatchObject({
      status: 'otp_sent',
      destination: { email },
    });
  });
});
