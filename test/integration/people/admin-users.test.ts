import type { Scope } from '../../../src/domain/administration/scopes.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
  people,
} from '../../support/factories.ts';
import { keysOf, walk } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('users').delete();
  ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace', username: 'ada' });
  grace = await aUser(api.db, { first_name: 'Grace', company: 'Navy', username: 'grace' });
});

const ADMIN_KEYS = [
  'bio',
  'company',
  'contact_visibility',
  'created_at',
  'enrichment_enabled',
  'erased_at',
  'first_name',
  'headline',
  'id',
  'interests',
  'is_blocked',
  'is_discoverable',
  'is_premium',
  'is_ranked',
  'job_title',
  'language',
  'language_code',
  'last_name',
  'last_seen_at',
  'looking_for',
  'messenger_id',
  'messenger_reachable',
  'notifications_enabled',
  'offering',
  'onboarding_status',
  'onboarding_step',
  'photo_url',
  'points',
  'socials',
  'updated_at',
  'username',
  'version',
];

interface UserRow {
  id: number;
  first_name: string;
}

const names = (body: { data: UserRow[] }) => body.data.map((row) => row.first_name);
const idsOf = (rows: readonly UserRow[]) => rows.map(({ id }) => id);

describe('GET /admin/users', () => {
  const list = (query = '') => api.admin().get(`/api/v1/admin/users?${query}`).expect(200);

  it('lists all users except erased ones, with private fields', async () => {
    await aUser(api.db, { first_name: 'Hidden', is_discoverable: false });
    await aUser(api.db, { first_name: 'Blocked', is_blocked: true });
    await aUser(api.db, { first_name: 'Imported', last_seen_at: null });
    await aUser(api.db, { messenger_id: null, erased_at: '2026-05-14T09:00:00Z' });

    const { body } = await list();

    expect(names(body).sort()).toEqual(['Ada', 'Blocked', 'Grace', 'Hidden', 'Imported']);
    expect(body.pagination).toMatchObject({ page: 1, limit: 20, total: 5, pages: 1 });
    expect(keysOf(body.data[0])).toEqual(ADMIN_KEYS);
    expect(body.data.find(({ id }: UserRow) => id === ada.id)).toMatchObject({
      messenger_id: ada.messenger_id,
      username: 'ada',
      is_blocked: false,
      last_seen_at: '2026-05-14T09:00:00.000Z',
    });
  });

  it.each([
    ['q=love', ['Ada']],
    ['q=NAVY', ['Grace']],
    ['q=%40grace', ['Grace']],
    ['q=%25', []],
    ['onboarding_status=completed', ['Grace']],
    ['onboarding_status=in_progress', []],
    ['is_blocked=true', ['Grace']],
    ['is_blocked=false', ['Ada']],
    ['is_blocked=false&q=grace', []],
    ['language_code=de', ['Grace', 'Ada']],
    ['language_code=DE-at', ['Grace']],
    ['language_code=en', []],
    ['language_code=de&q=love', ['Ada']],
    ['messenger_reachable=true', ['Ada']],
    ['messenger_reachable=false', ['Grace']],
    ['created_from=2026-05-02T00:00:00Z', ['Grace']],
    ['created_from=2026-05-02T02:00:00%2B02:00', ['Grace']],
    ['created_to=2026-05-02T00:00:00Z', ['Ada']],
    ['created_from=2026-05-01T00:00:00Z&created_to=2026-05-02T00:00:00.001Z', ['Grace', 'Ada']],
  ])('?%s filters to %j', async (query, expected) => {
    await api.db('users').where({ id: ada.id }).update({
      created_at: '2026-05-01T00:00:00Z',
      language_code: 'de',
      messenger_reachable: true,
    });
    await api.db('users').where({ id: grace.id }).update({
      language_code: 'de-AT',
      messenger_reachable: false,
      created_at: '2026-05-02T00:00:00Z',
      is_blocked: true,
      onboarding_status: 'completed',
    });

    const { body } = await list(query);

    expect(names(body)).toEqual(expected);
    expect(body.pagination.total).toBe(expected.length);
  });

  it('?conference_id= filters to the attendees of the conference and of its events', async () => {
    const { id } = await aConference(api.db, { status: 'draft' });
    await anAttendance(api.db, [ada, await anEvent(api.db, { conference_id: id })]);
    expect(names((await list(`conference_id=${id}`)).body)).toEqual(['Ada']);

    await api.db('events').delete();
    await aRegistration(api.db, [ada, { id }]);
    expect(names((await list(`conference_id=${id}`)).body)).toEqual(['Ada']);
  });

  describe.each([
    ['created_at', (a: User, b: User) => compare(a.created_at, b.created_at) || a.id - b.id],
    ['first_name', (a: User, b: User) => compare(a.first_name, b.first_name) || a.id - b.id],
    [
      'last_name',
      // A user without one comes first.
      (a: User, b: User) => compare(a.last_name ?? '', b.last_name ?? '') || a.id - b.id,
    ],
    [
      'last_seen_at',
      // A user who has never signed in counts as the earliest.
      (a: User, b: User) => compare(a.last_seen_at ?? '', b.last_seen_at ?? '') || a.id - b.id,
    ],
  ] as const)('sorted by %s', (key, order) => {
    let users: User[];

    beforeEach(async () => {
      await api.db('users').delete();
      users = [];
      // Equal names and times, so that the id decides the order.
      for (const n of [3, 1, 2, 1, 3, 2, 1]) {
        const created_at = `2026-05-0${n}T09:00:00.00${n}Z`;
        const last_seen_at = n === 1 ? null : `2026-05-0${5 - n}T09:00:00.000Z`;
        const last_name = n === 2 ? null : `Name ${5 - n}`;
        const first_name = `Name ${n}`;
        users.push(await aUser(api.db, { first_name, last_name, created_at, last_seen_at }));
      }
    });

    it.each([1, 2, 3, 100])('pages by cursor in both directions, %i at a time', async (limit) => {
      const ascending = idsOf([...users].sort(order));
      const path = `/api/v1/admin/users?limit=${limit}`;

      expect(await walk(api.admin(), `${path}&sort=${key}`)).toEqual(ascending);
      expect(await walk(api.admin(), `${path}&sort=-${key}`)).toEqual(ascending.toReversed());
    });

    it('pages by number in the same order', async () => {
      const pages = [1, 2, 3].map((page) => list(`limit=3&page=${page}&sort=${key}`));
      const answers = await Promise.all(pages);

      expect(answers.flatMap(({ body }) => idsOf(body.data))).toEqual(
        idsOf([...users].sort(order)),
      );
    });
  });

  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

  it('lists the newest users first by default', async () => {
    await api.db('users').where({ id: ada.id }).update({ created_at: '2030-05-01T00:00:00Z' });
    expect(names((await list()).body)).toEqual(['Ada', 'Grace']);
  });

  it.each([
    'sort=points',
    'is_blocked=yes',
    'onboarding_status=done',
    'created_from=yesterday',
    'created_from=2026-05',
    'created_from=1999-12-31T23:59:59Z',
    'cursor=noise',
    `cursor=${Buffer.from('["noise",1]').toString('base64url')}`,
    `cursor=${Buffer.from('["2026-05-01T00:00:00.000Z",0]').toString('base64url')}`,
  ])('answers 400 for ?%s', async (query) => {
    const res = await api.admin().get(`/api/v1/admin/users?${query}`).expect(400);
    expect(res.body.code).toBe('VALIDATION_ERROR');
  });

  it('sends the same number of queries for any number of users', async () => {
    const few = await countQueries(api.db, () => list('limit=100'));
    await people(api.db, 10);
    expect(await countQueries(api.db, () => list('limit=100'))).toBe(few);
  });
});

describe('GET /admin/users as a file', () => {
  const download = (query: string, as = api.admin()) =>
    as.get(`/api/v1/admin/users?${query}`).responseType('blob');

  it('has all users that match, whatever the page and the number, and is audited', async () => {
    await emptyAuditLog(api.db);
    await people(api.db, 600);
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ is_blocked: true, interests: ['a', '=b'] });

    const all = String((await download('format=csv&limit=1&page=2').expect(200)).body);
    expect(all.split('\r\n')).toHaveLength(1 + 602 + 1);
    const res = await download('format=csv&is_blocked=true&q=love').expect(200);
    const lines = String(res.body).trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFid,messenger_id,username,first_name,last_name,company,job_title,headline,interests,language_code,onboarding_status,points,messenger_reachable,notifications_enabled,is_discoverable,is_blocked,is_ranked,created_at,last_seen_at',
    );
    expect(lines.slice(1)).toEqual([
      expect.stringContaining(`${ada.id},${ada.messenger_id},ada,Ada,Lovelace,,,,"a, =b",`),
    ]);
    expect(res.get('Content-Disposition')).toBe('attachment; filename="users.csv"');
    await download('format=xlsx&conference_id=1').expect(200);

    const rows = await api.db('audit_log').where({ action: 'user.export' }).orderBy('id');
    expect(rows.map(({ subject_id, after }) => [subject_id, after])).toEqual([
      [null, { format: 'csv' }],
      [null, { format: 'csv', is_blocked: true }],
      [null, { format: 'xlsx', conference_id: 1 }],
    ]);
  });

  it('needs a scope of its own, and has contacts with theirs only', async () => {
    const keyWith = async (...scopes: Scope[]) => (await aKey(api.db, { scopes })).secret;
    const reader = api.admin(await keyWith('people:read', 'people:contacts'));
    const refused = await download('format=csv', reader).expect(403);
    expect(refused.headers['www-authenticate']).toContain('people:export');
    const exporter = api.admin(await keyWith('people:read', 'people:export'));
    const file = String((await download('format=csv', exporter).expect(200)).body);
    expect(file.split('\r\n')[0]).toBe(
      '\uFEFFid,first_name,last_name,company,job_title,headline,interests,language_code,onboarding_status,points,messenger_reachable,notifications_enabled,is_discoverable,is_blocked,is_ranked,created_at,last_seen_at',
    );
  });
});

describe.each([
  ['block', true],
  ['unblock', false],
] as const)('POST /admin/users/:id/%s', (verb, blocks) => {
  const post = (id: number | string) => api.admin().post(`/api/v1/admin/users/${id}/${verb}`);
  const auditOf = (id: number) =>
    api.db('audit_log').where({ subject_type: 'user', subject_id: id });

  beforeEach(async () => {
    await api.db('users').where({ id: ada.id }).update({ is_blocked: !blocks });
  });

  it('changes the user and records it in the audit log', async () => {
    const res = await post(ada.id).set('X-Request-Id', 'request-of-the-test').expect(200);

    expect(keysOf(res.body)).toEqual(ADMIN_KEYS);
    expect(res.body).toMatchObject({ id: ada.id, is_blocked: blocks });
    expect(await auditOf(ada.id)).toMatchObject([
      {
        actor: expect.stringMatching(/^key [0-9a-f]{8}$/),
        action: `user.${verb}`,
        before: { is_blocked: !blocks },
        after: { is_blocked: blocks },
        request_id: 'request-of-the-test',
      },
    ]);
    const { body } = await api.anonymous().get('/api/v1/users?q=ada').expect(200);
    expect(names(body)).toEqual(blocks ? [] : ['Ada']);
  });

  it('keeps the reason for other administrators', async () => {
    const res = await post(ada.id).send({ reason: ' Sold tickets of others ' }).expect(200);

    expect(keysOf(res.body)).toEqual(ADMIN_KEYS);
    expect(await auditOf(ada.id)).toMatchObject([
      { after: { is_blocked: blocks, reason: 'Sold tickets of others' } },
    ]);
    const tooLong = await post(ada.id)
      .send({ reason: 'x'.repeat(501) })
      .expect(400);
    expect(tooLong.body.error).toMatch(/^reason: /);
  });

  it('changes nothing when repeated', async () => {
    const first = await post(ada.id).expect(200);
    const repeated = await post(ada.id).expect(200);

    expect(repeated.body).toEqual(first.body);
    expect(await auditOf(ada.id)).toHaveLength(1);
  });

  it('is recorded once for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 8 }, () => post(ada.id).expect(200)));
    expect(await auditOf(ada.id)).toHaveLength(1);
  });

  it('answers 404 for erased and unknown users', async () => {
    const states = [true, false].map((is_blocked) =>
      aUser(api.db, { messenger_id: null, erased_at: '2026-05-14T09:00:00Z', is_blocked }),
    );
    for (const erased of await Promise.all(states)) {
      await post(erased.id).expect(404, { error: 'user not found', code: 'NOT_FOUND' });
      expect(await auditOf(erased.id)).toEqual([]);
    }
    await post(Number.MAX_SAFE_INTEGER).expect(404);
    await post('ada').expect(400);
  });

  it('requires an administrator', async () => {
    await api.anonymous().post(`/api/v1/admin/users/${ada.id}/${verb}`).expect(401);
    await api.as(grace).post(`/api/v1/admin/users/${ada.id}/${verb}`).expect(403);
  });
});
