import type { User } from '../../../src/domain/people/users.ts';
import { aKey } from '../../support/api-keys.ts';
import { people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { PartnerTest } from '../../support/partner.ts';

/** The keys that the partner refuses for good. */
const refused = new Map<string, string>();
let test: PartnerTest;
let ada: User;
let grace: User;
let edith: User;

beforeAll(async () => {
  test = await PartnerTest.start({ failureOf: (key) => refused.get(key) });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  await test.api.db('partner_mints').delete();
  await test.api.db('partner_accounts').delete();
  [ada, grace, edith] = await people(test.api.db, 3, { username: test.api.db.raw(`'user_' || n`) });
  for (const user of [ada, grace]) await test.verified(user);
});

const PATH = '/api/v1/admin/partner';
const retry = (id: number, api = test.api) => api.admin().post(`${PATH}/mints/${id}/retry`);
const listOf = async (what: string, query: object = {}) =>
  (await test.api.admin().get(`${PATH}/${what}`).query(query).expect(200)).body;
const idsOf = ({ data }: { data: readonly { user: { id: number } }[] }) =>
  data.map(({ user }) => user.id);
const auditRows = () => test.api.db('audit_log').where({ action: 'partner_mint.retry' });

/** Requests a mint of a user, which the partner refuses this many times. */
async function failed(user: User, times: number): Promise<number> {
  for (let nth = 1; nth <= times; nth += 1) {
    const { body } = await test.mint(user).expect(201);
    refused.set(`hallway-${body.id}-${nth}`, 'not_eligible');
    await test.work();
  }
  return (await test.mintOf(user)).id;
}

describe('GET /admin/partner/accounts', () => {
  it('lists users with an account, the newest first, without addresses and tokens', async () => {
    await test.register(edith).expect(200);
    await failed(grace, 1);

    const { data, pagination } = await listOf('accounts');

    const account = ({ id, first_name, last_name, username }: User) => ({
      user: { id, first_name, last_name, username },
      otp_expires_at: null,
      tries: 1,
      verified_at: expect.any(String),
      status: 'verified',
      mint_status: null,
      partner_user_id: expect.stringMatching(/^pa_/),
    });
    expect(data).toEqual([
      {
        ...account(edith),
        status: 'otp_sent',
        partner_user_id: null,
        otp_expires_at: expect.any(String),
        tries: 0,
        verified_at: null,
      },
      { ...account(grace), mint_status: 'failed' },
      account(ada),
    ]);
    expect(pagination).toMatchObject({ page: 1, total: 3 });
  });

  it('filters by status and name, and finds by username only who sees contacts', async () => {
    await test.register(edith).expect(200);
    expect(idsOf(await listOf('accounts', { status: 'otp_sent' }))).toEqual([edith.id]);
    expect(idsOf(await listOf('accounts', { q: ada.first_name }))).toEqual([ada.id]);
    expect(idsOf(await listOf('accounts', { q: `@${ada.username}` }))).toEqual([ada.id]);

    const key = await aKey(test.api.db, { scopes: ['partner:read'] });
    const agent = test.api.admin(key.secret);
    const { body } = await agent.get(`${PATH}/accounts`).expect(200);
    for (const { user } of body.data) expect(user).not.toHaveProperty('username');
    const found = await agent.get(`${PATH}/accounts`).query({ q: `@${ada.username}` });
    expect(found.body.data).toEqual([]);
  });
});

describe('GET /admin/partner/mints', () => {
  it('lists mints with the counts by status, also while the partner may have received one', async () => {
    await failed(ada, 1);
    await test.mint(grace).expect(201);
    test.answerBy(async () => ({ fault: { status: 500, body: {} }, isLate: false }));
    await test.work();
    expect((await test.mintOf(grace)).status).toBe('unknown');

    const all = await listOf('mints');

    expect(all.counts).toEqual({ pending: 1, minted: 0, failed: 1 });
    expect(all.data).toMatchObject([
      { user: { id: grace.id }, status: 'pending', try: 1, finished_at: null },
      {
        user: { id: ada.id },
        status: 'failed',
        failure_reason: 'not_eligible',
        try: 1,
        partner_mint_id: expect.any(String),
        finished_at: expect.any(String),
      },
    ]);
    for (const [query, expected] of [
      [{ status: 'pending' }, [grace.id]],
      [{ status: 'failed' }, [ada.id]],
      [{ status: 'minted' }, []],
      [{ failure_reason: 'not_eligible' }, [ada.id]],
      [{ failure_reason: 'sold_out' }, []],
      [{ sort: 'id' }, [ada.id, grace.id]],
    ] as const) {
      const list = await listOf('mints', query);
      expect({ query, ids: idsOf(list) }).toEqual({ query, ids: expected });
      expect(list.counts).toEqual(all.counts);
    }
  });
});

describe('POST /admin/partner/mints/:id/retry', () => {
  it('begins one more try after the third, with a key of its own, which can mint', async () => {
    const id = await failed(ada, 3);
    expect((await test.mint(ada).expect(409)).body).toEqual(failure('MINT_FAILED'));

    const { body } = await retry(id).expect(200);

    expect(body).toMatchObject({
      id,
      user: { id: ada.id },
      status: 'pending',
      try: 4,
      failure_reason: null,
      partner_mint_id: null,
      finished_at: null,
    });
    const jobs = await test.api.db('pgboss.job').where({ name: 'run-partner-mints' });
    expect(jobs.length).toBeGreaterThan(0);
    await test.work();
    expect((await test.poll(ada).expect(200)).body.status).toBe('minted');
    expect(test.sandbox.mints.at(-1)?.key).toBe(`hallway-${id}-4`);
    expect(await auditRows()).toMatchObject([
      {
        subject_id: id,
        before: { status: 'failed', try: 3, failure_reason: 'not_eligible' },
        after: { status: 'pending', try: 4 },
      },
    ]);
  });

  it('is one try of ten retries at once over two processes', async () => {
    const id = await failed(ada, 3);
    await using second = await test.second();
    const recorded = (await auditRows()).length;

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => retry(id, n % 2 ? second : test.api)),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect((await test.mintOf(ada)).try).toBe(4);
    expect(await auditRows()).toHaveLength(recorded + 1);
    await test.work();
    const keys = test.sandbox.mints.filter(({ key }) => key.startsWith(`hallway-${id}-`));
    expect(keys).toHaveLength(4);
  });

  it('replays its answer for a repeated Idempotency-Key, and begins no second try', async () => {
    const id = await failed(ada, 3);
    const once = () => retry(id).set('Idempotency-Key', 'a-retry');
    const { body } = await once().expect(200);
    expect((await once().expect(200)).body).toEqual(body);
    expect((await test.mintOf(ada)).try).toBe(4);
  });

  it('can follow each failed retry, which the user cannot repeat', async () => {
    const id = await failed(ada, 3);
    for (const nth of [4, 5]) {
      refused.set(`hallway-${id}-${nth}`, 'rejected');
      expect((await retry(id).expect(200)).body.try).toBe(nth);
      await test.work();
      expect((await test.mint(ada).expect(409)).body).toEqual(failure('MINT_FAILED'));
    }
  });

  it('answers 409 in another state, and for an account that is not verified', async () => {
    const conflict = async (id: number) => (await retry(id).expect(409)).body;
    const id = await failed(ada, 1);
    expect(await conflict(id)).toEqual(
      failure('CONFLICT', 'This user can request another try in the app'),
    );
    await test.mint(ada).expect(201);
    expect(await conflict(id)).toEqual(
      failure('CONFLICT', 'This mint is pending: the partner has not decided yet'),
    );
    await test.work();
    expect(await conflict(id)).toEqual(failure('CONFLICT', 'This mint has its token'));

    const other = await failed(grace, 3);
    await test.api.db('partner_accounts').where({ user_id: grace.id }).update({
      status: 'none',
      access_encrypted: null,
      refresh_encrypted: null,
      expires_at: null,
    });
    expect(await conflict(other)).toEqual(
      failure('CONFLICT', 'This user must verify their account of the partner first'),
    );
    expect((await test.mintOf(grace)).try).toBe(3);
    expect((await retry(999_999).expect(404)).body).toEqual(failure('NOT_FOUND', 'mint not found'));
  });

  it('answers 404 after the erasure of the user', async () => {
    const id = await failed(ada, 3);
    await test.api.admin().delete(`/api/v1/admin/users/${ada.id}`).expect(200);
    await retry(id).expect(404);
    expect(await test.mintOf(ada)).toBeUndefined();
  });
});
