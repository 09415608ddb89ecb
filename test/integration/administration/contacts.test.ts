import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { said } from '../../support/said.ts';

const PREVIEW = '/api/v1/admin/notifications/preview';
const SEND = '/api/v1/admin/notifications/bulk-send';
const TEST = '/api/v1/admin/notifications/test';
const ENRICH = '/api/v1/admin/enrichment/users';
const WITHOUT = [
  'attendees:read',
  'attendees:write',
  'broadcasts:read',
  'broadcasts:write',
  'broadcasts:send',
  'enrichment:run',
  'people:read',
  'people:erase',
] as const;
const WITH = [...WITHOUT, 'people:contacts'] as const;

let api: TestApi;
let ada: User;
let conferenceId: number;
/** The secrets of two keys of one administrator. */
let withContacts: string;
let without: string;

beforeAll(async () => {
  api = await startApi();
  conferenceId = (await aConference(api.db)).id;
  const [noa] = await api.db('administrators').insert({ name: 'Noa' }).returning('id');
  const own = { administrator_id: noa.id, expires_at: '2027-05-14T09:00:00Z' };
  withContacts = (await aKey(api.db, { ...own, scopes: WITH })).secret;
  without = (await aKey(api.db, { ...own, scopes: WITHOUT })).secret;
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('users').delete();
  await api.db('idempotency_keys').delete();
  ada = await aUser(api.db, { first_name: 'Ada', username: 'countess' });
});

const NAMING = { title: 'Hi {{username|you}}', body: 'Are you {{ username }}, {{first_name}}?' };

describe('a rendered text', () => {
  const preview = (key: string) =>
    api
      .admin(key)
      .post(PREVIEW)
      .send({ ...NAMING, audience: { all: true } });

  it('names the username to who sees contacts', async () => {
    const { body } = await preview(withContacts).expect(200);

    expect(body.samples).toEqual([
      { user_id: ada.id, title: 'Hi countess', body: 'Are you countess, Ada?' },
    ]);
  });

  it('has the fallback for who does not', async () => {
    const { body } = await preview(without).expect(200);

    expect(body.samples).toEqual([{ user_id: ada.id, title: 'Hi you', body: 'Are you , Ada?' }]);
  });

  it('of a test message has the fallback, too', async () => {
    const { body } = await api
      .admin(without)
      .post(TEST)
      .send({ ...NAMING, user_id: ada.id })
      .expect(201);

    expect(body).toMatchObject({ title: 'Hi you', body: 'Are you , Ada?' });
  });

  it('of a broadcast names the username to its recipient, also without the scope', async () => {
    const { body: job } = await api
      .admin(without)
      .post(SEND)
      .send({ ...NAMING, audience: { all: true } })
      .expect(201);
    await api.services.broadcastFanout.run(job.id, new AbortController().signal);

    const [sent] = await api.db('notifications').where({ job_id: job.id }).select('title');
    expect(sent).toEqual({ title: 'Hi countess' });
  });
});

describe('an audience by messenger ids', () => {
  const audience = () => ({ messenger_ids: [ada.messenger_id] });
  const draft = { title: 'Hi', body: 'Hello' };

  it.each([
    ['a preview', PREVIEW, () => ({ ...draft, audience: audience() })],
    ['a broadcast', SEND, () => ({ ...draft, audience: audience(), dry_run: true })],
    ['enrichments', ENRICH, () => ({ filter: audience() })],
  ])('of %s needs people:contacts', async (_, path, body) => {
    const refused = await api.admin(without).post(path).send(body());
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'Forbidden', code: 'FORBIDDEN' },
    ]);
    expect(refused.headers['www-authenticate']).toBe(
      'HallwayKey error="insufficient_scope", scope="people:contacts"',
    );
    const allowed = await api.admin(withContacts).post(path).send(body());
    expect([200, 202]).toContain(allowed.status);
  });

  it('is not broadened by an edit of who does not see the ids', async () => {
    const jobs = '/api/v1/admin/notifications/jobs';
    const wanted = { conference_ids: [conferenceId], ...audience() };
    const body = { ...draft, audience: wanted };
    const { body: stored } = await api.admin(withContacts).post(jobs).send(body).expect(201);
    const { body: seen } = await api.admin(without).get(`${jobs}/${stored.id}`).expect(200);
    expect(seen.audience).toEqual({ conference_ids: [conferenceId] });

    const edit = { ...draft, title: 'Hi all', audience: seen.audience };
    await api.admin(without).put(`${jobs}/${stored.id}`).send(edit).expect(403);

    const { body: kept } = await api.admin(withContacts).get(`${jobs}/${stored.id}`).expect(200);
    expect(kept).toMatchObject({ title: 'Hi', audience: wanted });
  });
});

describe('a stored answer', () => {
  const add = (key: string, idempotencyKey: string) =>
    api
      .admin(key)
      .post(`/api/v1/admin/conferences/${conferenceId}/attendees`)
      .set('Idempotency-Key', idempotencyKey)
      .send({ user_id: ada.id });

  it('with contacts is not replayed to another key of the administrator without', async () => {
    const first = await add(withContacts, 'one').expect(201);
    expect(first.body.user).toMatchObject({ username: 'countess' });

    const other = await add(without, 'one');
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const again = await add(withContacts, 'one').expect(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('is replayed without contacts to who got it without', async () => {
    const first = await add(without, 'two').expect(201);
    expect(Object.keys(first.body.user)).not.toContain('username');

    const again = await add(without, 'two').expect(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
  });

  it('without contacts is deleted with its user, as every other one', async () => {
    await add(without, 'three').expect(201);
    await api.admin(without).delete(`/api/v1/admin/users/${ada.id}`).expect(200);

    expect(await api.db('idempotency_keys').where('body', 'like', '%Ada%')).toEqual([]);
  });
});

describe('a search without contacts', () => {
  const found = async (path: string, query: object) => {
    const { body } = await api.admin(without).get(`/api/v1/admin/${path}`).query(query).expect(200);
    return body.data;
  };
  const LIST = () => `conferences/${conferenceId}/attendees`;

  beforeEach(async () => {
    await api.db('registrations').delete();
    await api.db('registrations').insert({
      conference_id: conferenceId,
      messenger_id: 99_123,
      username: 'hopper',
      first_name: 'Grace',
      company: 'Navy',
      status: 'waitlisted',
    });
  });

  it('finds invitations by name and company, with a typing error too', async () => {
    for (const q of ['grace', 'navy', 'Graec', 'gr']) {
      const rows = await found(LIST(), { q, status: 'invited' });
      expect([q, rows.map((row: { invitee: object }) => row.invitee)]).toEqual([
        q,
        [
          {
            first_name: 'Grace',
            last_name: null,
            company: 'Navy',
            job_title: null,
            ticket_code_end: null,
            is_walk_in: false,
            has_email: false,
          },
        ],
      ]);
    }
  });

  it.each(['hopper', '@hopper', 'hoper', '99123', 'grace hopper'])(
    'does not find an invitation by %s',
    async (q) => {
      expect(await found(LIST(), { q, status: 'all' })).toEqual([]);
      expect(await found(LIST(), { q, status: 'invited' })).toEqual([]);
    },
  );

  it.each(['countess', '@countess', 'cuontess', 'countes', 'ada countess', 'co'])(
    'does not find a user by %s',
    async (q) => {
      expect(await found('users', { q })).toEqual([]);
    },
  );

  it('finds users by name, with a typing error too, and by the id of the service', async () => {
    for (const q of ['ada', 'ad', String(ada.id)]) {
      expect((await found('users', { q })).map(({ id }: User) => id)).toEqual([ada.id]);
    }
    const grace = await aUser(api.db, { first_name: 'Gracechurch', username: 'x_1' });
    expect((await found('users', { q: 'Gracehcurch' })).map(({ id }: User) => id)).toEqual([
      grace.id,
    ]);
  });
});

describe('a person named by a contact', () => {
  const ATTENDEES = () => `/api/v1/admin/conferences/${conferenceId}/attendees`;
  const UPLOAD = () => `/api/v1/admin/conferences/${conferenceId}/bulk-upload`;
  const IMPORT = '/api/v1/admin/users/bulk-import';
  const SHEET = '/api/v1/admin/notifications/bulk-send-excel';
  let importer: string;

  beforeAll(async () => {
    const scopes = [...WITHOUT, 'attendees:import', 'people:import'] as const;
    importer = (await aKey(api.db, { scopes })).secret;
  });

  it.each<[string, () => string, (user: User) => object]>([
    ['an attendee by username', ATTENDEES, ({ username }) => ({ username })],
    ['an attendee by messenger id', ATTENDEES, ({ messenger_id }) => ({ messenger_id })],
    [
      'a test message',
      () => TEST,
      ({ messenger_id }) => ({ messenger_id, title: 'Hello', body: 'Hello' }),
    ],
  ])('is not found without the scope, nor is an unknown one: %s', async (_, path, bodyOf) => {
    for (const user of [ada, { ...ada, username: 'nobody_here', messenger_id: 4_040_404 }]) {
      const refused = await api.admin(without).post(path()).send(bodyOf(user)).expect(403);
      expect(refused.headers['www-authenticate']).toContain('scope="people:contacts"');
    }
    const { status } = await api.admin(withContacts).post(path()).send(bodyOf(ada));
    expect(status).toBeLessThan(300);
  });

  it.each<[string, () => string, object]>([
    ['attendees', UPLOAD, { attendees: [{ username: 'countess' }] }],
    ['users', () => IMPORT, { users: [{ messenger_id: 4_242, first_name: 'Ada' }] }],
  ])('is named by no dry run of an import without the scope: %s', async (_, path, body) => {
    await api.admin(importer).post(`${path()}?dry_run=true`).send(body).expect(403);
    await api.admin(importer).post(path()).send(body).expect(200);
  });

  it('is not asked for by the dry run of an agenda, which names no users', async () => {
    const { secret } = await aKey(api.db, {
      scopes: ['content:read', 'content:write', 'content:import'],
    });
    const starts_at = '2026-05-14T09:00:00Z';
    const items = [{ title: 'Welcome', starts_at, ends_at: '2026-05-14T10:00:00Z' }];
    const path = `/api/v1/admin/conferences/${conferenceId}/agenda/import?dry_run=true`;
    await api.admin(secret).post(path).send({ items }).expect(200);
  });

  it('is named by no spreadsheet without the scope, whose rows by user id are sent', async () => {
    const send = (key: string, lines: readonly string[]) =>
      api
        .admin(key)
        .post(SHEET)
        .field({ title: 'Hello', body: 'Dear {{first_name}}', dry_run: 'true' })
        .attach('file', Buffer.from(lines.join('\n')), 'people.csv')
        .expect(200);
    const rows = [`${ada.id},,`, `,${ada.messenger_id},`, ',,countess', ',,nobody_here'];
    const { body } = await send(without, ['user_id,messenger_id,username', ...rows]);

    const error = 'needs the scope people:contacts; give a user_id';
    expect(body.sheet).toMatchObject({ matched: 1, failed: 3 });
    expect(body.sheet.errors).toEqual(
      said(
        { row: 3, field: 'messenger_id', error },
        { row: 4, field: 'username', error },
        { row: 5, field: 'username', error },
      ),
    );
    const { body: seen } = await send(withContacts, ['username', 'countess', 'nobody_here']);
    expect(seen.sheet).toMatchObject({ matched: 1, failed: 1 });
  });
});
