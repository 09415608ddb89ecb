import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  aConnection,
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

const PUBLIC_KEYS = [
  'company',
  'created_at',
  'first_name',
  'headline',
  'id',
  'interests',
  'job_title',
  'last_name',
  'photo_url',
  'points',
];
const SIGNED_IN_KEYS = [
  ...PUBLIC_KEYS,
  'bio',
  'looking_for',
  'offering',
  'connection_status',
].sort();
const CONTACT_KEYS = [...SIGNED_IN_KEYS, 'socials', 'username'].sort();
const OWN_KEYS = [
  ...CONTACT_KEYS.filter((key) => key !== 'connection_status'),
  'contact_visibility',
  'enrichment_enabled',
  'photo_media_id',
  'counts',
  'share_url',
  'is_discoverable',
  'is_premium',
  'language',
  'language_code',
  'messenger_id',
  'messenger_reachable',
  'notifications_enabled',
  'onboarding_status',
  'onboarding_step',
  'updated_at',
].sort();
interface ProfileRow {
  id: number;
  first_name: string;
  connection_status?: string;
}
const names = (body: { data: ProfileRow[] }) => body.data.map((row) => row.first_name);

/** The first names in `GET /users` as a viewer sees it; `undefined` is an anonymous viewer. */
async function search(viewer: User | undefined, query: string): Promise<string[]> {
  const agent = viewer ? api.as(viewer) : api.anonymous();
  const { body } = await agent.get(`/api/v1/users?${query}`).expect(200);
  return names(body);
}

/** An event with an attendance of this user. */
async function anEventOf(
  user: User,
  given: Parameters<typeof anEvent>[1] = {},
  status?: AttendanceStatus,
) {
  const event = await anEvent(api.db, given);
  await anAttendance(api.db, [user, event], status);
  return event;
}

const idsOf = (users: readonly User[]) => users.map(({ id }) => id);

describe.each(['/api/v1/users', '/api/v1/users/paginated'])('GET %s', (path) => {
  it('lists users newest first, without the caller', async () => {
    const linus = await aUser(api.db, { first_name: 'Linus' });

    const res = await api.as(linus).get(path).expect(200);

    expect(names(res.body)).toEqual(['Grace', 'Ada']);
    expect(res.body.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 2,
      pages: 1,
      next_cursor: null,
    });
  });

  it('omits users who are hidden, blocked, erased or never signed in', async () => {
    await aUser(api.db, { is_discoverable: false });
    await aUser(api.db, { is_blocked: true });
    await aUser(api.db, { last_seen_at: null });
    await aUser(api.db, { messenger_id: null, erased_at: '2026-05-14T09:00:00Z' });

    const res = await api.anonymous().get(path).expect(200);

    expect(names(res.body)).toEqual(['Grace', 'Ada']);
  });

  it('is never cached', async () => {
    const anonymous = await api.anonymous().get(path).expect(200);
    const signedIn = await api.as(ada).get(path).expect(200);

    expect(anonymous.get('Cache-Control')).toBe('no-store');
    expect(signedIn.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(anonymous.get('Vary')).toContain('Authorization, X-Messenger-Auth');
    expect(anonymous.get('ETag')).toBeUndefined();
  });

  it('pages by number', async () => {
    const first = await api.anonymous().get(`${path}?limit=1`).expect(200);
    const second = await api.anonymous().get(`${path}?limit=1&page=2`).expect(200);
    const third = await api.anonymous().get(`${path}?limit=1&page=3`).expect(200);

    expect([first, second, third].map(({ body }) => names(body))).toEqual([['Grace'], ['Ada'], []]);
    expect(second.body.pagination).toEqual({
      page: 2,
      limit: 1,
      total: 2,
      pages: 2,
      next_cursor: null,
    });
  });

  it('pages by cursor without a total', async () => {
    const { body } = await api.anonymous().get(`${path}?limit=1`).expect(200);
    const { next_cursor } = body.pagination;

    const res = await api.anonymous().get(`${path}?limit=1&cursor=${next_cursor}`).expect(200);

    expect(names(res.body)).toEqual(['Ada']);
    expect(res.body.pagination).toEqual({ limit: 1, next_cursor: null });
  });

  it.each([
    ['limit=0', 'limit: expected at least 1'],
    ['limit=101', 'limit: expected at most 100'],
    ['limit=ten', 'limit: expected a whole number from 1 to 100'],
    ['limit=%201', 'limit: expected a whole number from 1 to 100'],
    ['limit=1e1', 'limit: expected a whole number from 1 to 100'],
    ['limit=', 'limit: expected a whole number from 1 to 100'],
    ['limit=1&limit=2', 'limit: expected one value'],
    ['limit[]=1', 'limit: expected one value'],
    ['page=0', 'page: expected at least 1'],
    ['page=5002', 'page: expected at most 100,000 rows before the page; use a cursor'],
    ['page=10000001', 'page: expected at most 10000000'],
    ['cursor=noise', 'cursor: expected a next_cursor of this list'],
    ['cursor=WyJhIiwxXQ', 'cursor: expected a next_cursor of this list'],
    ['cursor=MQ&page=1', 'cursor: expected either a cursor or a page'],
    ['conference_id=0', 'conference_id: expected a positive integer'],
    ['interest=', 'interest: expected some text'],
    ['q=%20', 'q: expected some text'],
    ['q=%00', 'q: expected text without NUL characters or broken surrogates'],
  ])('answers 400 for ?%s', async (query, error) => {
    const res = await api.anonymous().get(`${path}?${query}`).expect(400);
    expect(res.body).toEqual({ error, code: 'VALIDATION_ERROR' });
  });

  it('ignores unknown parameters', async () => {
    await api.anonymous().get(`${path}?utm_source=a&utm_source=b&__proto__=c`).expect(200);
  });

  it('sends the same number of queries for any number of users', async () => {
    const list = () => api.as(ada).get(`${path}?limit=100&q=e`).expect(200);
    const few = await countQueries(api.db, list);
    for (let n = 0; n < 30; n += 1)
      await aConnection(api.db, [ada, await aUser(api.db)], 'pending');

    expect(await countQueries(api.db, list)).toBe(few);
  });
});

describe('the profile of another user', () => {
  const profileFor = async (viewer: User | undefined): Promise<ProfileRow | undefined> => {
    const agent = viewer ? api.as(viewer) : api.anonymous();
    const list = await agent.get('/api/v1/users').expect(200);
    const page = await agent.get(`/api/v1/users/profile/${grace.id}`).expect(200);
    const row = list.body.data.find(({ id }: ProfileRow) => id === grace.id);
    const { conferences, events, quests_completed, ...profile } = page.body;
    expect(profile).toEqual(row);
    expect([conferences, events, quests_completed]).toEqual([[], [], 0]);
    return row;
  };

  it('contains no username, social links or bio for an anonymous viewer', async () => {
    await api.db('users').where({ id: grace.id }).update({ contact_visibility: 'everyone' });
    expect(keysOf(await profileFor(undefined))).toEqual(PUBLIC_KEYS);
  });

  it('contains the bio and the connection status for a signed-in viewer', async () => {
    const profile = await profileFor(ada);
    expect(keysOf(profile)).toEqual(SIGNED_IN_KEYS);
    expect(profile).toMatchObject({ first_name: 'Grace', bio: null, connection_status: 'none' });
  });

  it('contains the username and social links if the user shows them to everyone', async () => {
    await api
      .db('users')
      .where({ id: grace.id })
      .update({ contact_visibility: 'everyone', socials: { github: 'grace' } });

    const profile = await profileFor(ada);

    expect(keysOf(profile)).toEqual(CONTACT_KEYS);
    expect(profile).toMatchObject({
      username: 'grace',
      socials: { github: { handle: 'grace', url: 'https://github.com/grace' } },
    });
  });

  it.each([
    ['accepted', CONTACT_KEYS],
    ['pending', SIGNED_IN_KEYS],
    ['rejected', SIGNED_IN_KEYS],
  ] as const)('contains fields that depend on the connection: %s', async (status, keys) => {
    await aConnection(api.db, [ada, grace], status);
    expect(keysOf(await profileFor(ada))).toEqual(keys);
  });

  it.each([
    ['pending', 'pending_sent', 'pending_received'],
    ['accepted', 'accepted', 'accepted'],
    ['rejected', 'rejected', 'rejected'],
  ] as const)('shows a connection that is %s from both sides', async (status, sent, received) => {
    await aConnection(api.db, [ada, grace], status);
    await aConnection(api.db, [await aUser(api.db), grace]);

    const statusFor = async (viewer: User, other: User) => {
      const { body } = await api.as(viewer).get('/api/v1/users').expect(200);
      return body.data.find(({ id }: ProfileRow) => id === other.id).connection_status;
    };
    expect(await statusFor(ada, grace)).toBe(sent);
    expect(await statusFor(grace, ada)).toBe(received);
  });
});

describe('GET /users?q=', () => {
  it.each([
    ['ada', ['Ada']],
    ['ADA', ['Ada']],
    ['love', ['Ada']],
    ['lovelace%20ada', ['Ada']],
    ['ada%20navy', []],
    ['grace%20navy', ['Grace']],
    ['navy', ['Grace']],
    // One letter matches beginnings of words only.
    ['a', ['Ada']],
    ['n', ['Grace']],
    ['charles', []],
  ])('%s matches words of name and company', async (q, expected) => {
    expect(await search(undefined, `q=${q}`)).toEqual(expected);
  });

  it.each(['100% Engine', '100_Engine', 'C:\\Engine'])('matches %j literally', async (company) => {
    await aUser(api.db, { first_name: 'Exact', company });
    await aUser(api.db, { first_name: 'Similar', company: '100x Engine, 100xEngine, C:Engine' });

    expect(await search(undefined, `q=${encodeURIComponent(company)}`)).toEqual(['Exact']);
  });

  it.each([
    ['Олена', 'олена'],
    ['Олена', 'ОЛЕ'],
    ['Zoë', 'ZOË'],
    ['Zoë', 'zoe\u0308'],
    ['山田', '山'],
  ])('finds %s by %s', async (first_name, q) => {
    await aUser(api.db, { first_name });
    expect(await search(undefined, `q=${encodeURIComponent(q)}`)).toEqual([first_name]);
  });

  describe('by username', () => {
    const q = 'q=%40somebody';
    const createUser = (given: object = {}) =>
      aUser(api.db, { first_name: 'Some', username: 'SomebodyElse', ...given });

    it('matches nothing for an anonymous viewer, even if the user shows it to everyone', async () => {
      await createUser({ contact_visibility: 'everyone' });
      expect(await search(undefined, q)).toEqual([]);
    });

    it('matches users who show it to everyone', async () => {
      await createUser({ contact_visibility: 'everyone' });
      expect(await search(ada, q)).toEqual(['Some']);
      expect(await search(ada, 'q=BODYelse')).toEqual(['Some']);
    });

    it('matches the caller’s connections, but no other users who hide it', async () => {
      const some = await createUser();
      expect(await search(ada, q)).toEqual([]);

      await aConnection(api.db, [some, ada], 'pending');
      expect(await search(ada, q)).toEqual([]);

      await api.db('connections').update({ status: 'accepted', responded_at: api.now() });
      expect(await search(ada, q)).toEqual(['Some']);
      expect(await search(grace, q)).toEqual([]);
    });
  });
});

describe('GET /users?interest=', () => {
  it('matches whole interests in any case', async () => {
    await aUser(api.db, { first_name: 'One', interests: ['Machine Learning', 'Їжа'] });
    await aUser(api.db, { first_name: 'Two', interests: ['Machine'] });

    expect(await search(undefined, 'interest=machine%20LEARNING')).toEqual(['One']);
    expect(await search(undefined, `interest=${encodeURIComponent('їЖА')}`)).toEqual(['One']);
    expect(await search(undefined, 'interest=machine')).toEqual(['Two']);
    expect(await search(undefined, 'interest=learning')).toEqual([]);
  });
});

describe('GET /users?conference_id=', () => {
  it('lists attendees of events of the conference once each', async () => {
    const { id } = await aConference(api.db);
    const other = await aConference(api.db);
    const late = await aUser(api.db, { first_name: 'Late' });
    await anEventOf(grace, { conference_id: id });
    await anEventOf(ada, { conference_id: id });
    await anEventOf(ada, { conference_id: id }, 'checked_in');
    await anEventOf(late, { conference_id: id }, 'waitlisted');
    await anEventOf(late, { conference_id: id }, 'cancelled');
    await anEventOf(late, { conference_id: other.id });

    expect(await search(undefined, `conference_id=${id}`)).toEqual(['Grace', 'Ada']);
    expect(await search(undefined, `conference_id=${id}&q=lovelace`)).toEqual(['Ada']);
    expect(await search(undefined, `conference_id=${other.id + 1}`)).toEqual([]);
  });

  it('lists attendees of the conference, with or without an event there', async () => {
    const conference = await aConference(api.db);
    await aRegistration(api.db, [ada, conference]);
    await anEventOf(ada, { conference_id: conference.id });
    await aRegistration(api.db, [grace, conference], { status: 'checked_in' });
    for (const status of ['waitlisted', 'cancelled'] as const) {
      await aRegistration(api.db, [await aUser(api.db), conference], { status });
    }
    await anEventOf(await aUser(api.db), { conference_id: conference.id, status: 'cancelled' });

    expect(await search(undefined, `conference_id=${conference.id}`)).toEqual(['Grace', 'Ada']);
    expect(await search(ada, `conference_id=${conference.id}`)).toEqual(['Grace']);
  });

  it('lists no users for a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await aRegistration(api.db, [grace, draft]);
    await anEventOf(grace, { conference_id: draft.id });
    expect(await search(ada, `conference_id=${draft.id}`)).toEqual([]);
  });
});

describe('paging GET /users by cursor', () => {
  it('lists every user once', async () => {
    const others = await people(api.db, 8);
    const all = idsOf([ada, grace, ...others]).sort((a, b) => b - a);

    expect(await walk(api.anonymous(), '/api/v1/users?limit=3')).toEqual(all);
    expect(await walk(api.as(ada), '/api/v1/users?limit=1')).toEqual(
      all.filter((id) => id !== ada.id),
    );
  });

  it('lists every user once while others sign up and hide', async () => {
    const others = await people(api.db, 8);
    const all = idsOf([ada, grace, ...others]).sort((a, b) => b - a);
    const [newest] = all;
    const changeUsers = async () => {
      await aUser(api.db);
      await api.db('users').where({ id: newest }).update({ is_discoverable: false });
    };

    expect(await walk(api.anonymous(), '/api/v1/users?limit=3', changeUsers)).toEqual(all);
  });
});

describe('GET /users/profile/:id', () => {
  const profile = (viewer: User | undefined, id: number | string) =>
    (viewer ? api.as(viewer) : api.anonymous()).get(`/api/v1/users/profile/${id}`);
  const NOT_FOUND = { error: 'user not found', code: 'NOT_FOUND' };

  it('shows users all of their own profile', async () => {
    const { body } = await profile(grace, grace.id).expect(200);
    expect(keysOf(body)).toEqual(
      [...CONTACT_KEYS, 'conferences', 'events', 'quests_completed'].sort(),
    );
    expect(body).toMatchObject({ username: 'grace', connection_status: 'none' });
  });

  it('shows the conferences that the user attends and their events that have not ended', async () => {
    const now = await aConference(api.db, { name: 'Now' });
    const before = await aConference(api.db, { name: 'Before', starts_on: '2025-05-14' });
    const draft = await aConference(api.db, { status: 'draft' });
    const second = await anEventOf(grace, { conference_id: now.id, title: 'Second' });
    const running = await anEventOf(
      grace,
      { title: 'Running', starts_at: '2026-05-14T08:00:00Z', ends_at: '2026-05-14T09:00:00.001Z' },
      'checked_in',
    );
    await anEventOf(grace, {
      conference_id: before.id,
      starts_at: '2026-05-14T08:00:00Z',
      ends_at: '2026-05-14T09:00:00Z',
    });
    const registered = await aConference(api.db, { name: 'Registered', starts_on: '2024-05-14' });
    await aRegistration(api.db, [grace, registered]);
    await aRegistration(api.db, [grace, draft]);
    await aRegistration(api.db, [grace, await aConference(api.db)], { status: 'waitlisted' });
    await anEventOf(grace, { conference_id: draft.id });
    await anEventOf(grace, { status: 'pending' });
    await anEventOf(grace, { status: 'cancelled' });
    await anEventOf(grace, {}, 'waitlisted');
    await anEventOf(grace, {}, 'cancelled');
    await anEventOf(ada);

    const { body } = await profile(undefined, grace.id).expect(200);

    expect(body.conferences).toEqual([
      { id: now.id, slug: now.slug, name: 'Now' },
      { id: before.id, slug: before.slug, name: 'Before' },
      { id: registered.id, slug: registered.slug, name: 'Registered' },
    ]);
    expect(body.events).toEqual([
      {
        id: running.id,
        slug: running.slug,
        title: 'Running',
        starts_at: '2026-05-14T08:00:00.000Z',
      },
      {
        id: second.id,
        slug: second.slug,
        title: 'Second',
        starts_at: '2026-05-15T09:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['is blocked', { is_blocked: true }],
    ['was erased', { messenger_id: null, erased_at: '2026-05-14T09:00:00Z' }],
  ])('answers 404 for a user who %s, even to a connection', async (_, given) => {
    const gone = await aUser(api.db, given);
    await aConnection(api.db, [gone, ada]);

    await profile(undefined, gone.id).expect(404, NOT_FOUND);
    await profile(ada, gone.id).expect(404, NOT_FOUND);
  });

  it.each([
    ['is hidden', { is_discoverable: false }],
    ['was imported and never signed in', { last_seen_at: null }],
  ])('answers only to the user and their connections for a user who %s', async (_, given) => {
    const hidden = await aUser(api.db, given);
    await aConnection(api.db, [hidden, ada], 'accepted');
    await aConnection(api.db, [hidden, grace], 'pending');

    await profile(hidden, hidden.id).expect(200);
    await profile(ada, hidden.id).expect(200);
    await profile(grace, hidden.id).expect(404, NOT_FOUND);
    await profile(undefined, hidden.id).expect(404, NOT_FOUND);
  });

  it('answers 404 for an unknown user', () =>
    profile(ada, Number.MAX_SAFE_INTEGER).expect(404, NOT_FOUND));

  it.each(['0', '-1', '1.5', '01', '1e3', '0x10', 'me', '%20', '9007199254740992'])(
    'answers 400 for the id %s',
    async (id) => {
      const res = await profile(undefined, id).expect(400);
      expect(res.body.code).toBe('VALIDATION_ERROR');
      expect(res.body.error).toMatch(/^id: /);
    },
  );

  it('sends the same number of queries for any number of attendances', async () => {
    const get = () => profile(ada, grace.id).expect(200);
    const few = await countQueries(api.db, get);
    for (let n = 0; n < 5; n += 1) {
      await anEventOf(grace, { conference_id: (await aConference(api.db)).id });
    }
    expect(await countQueries(api.db, get)).toBe(few);
  });
});

describe('GET /users/me', () => {
  it('answers the caller’s profile with private fields', async () => {
    const { body } = await api.as(ada).get('/api/v1/users/me').expect(200);

    expect(keysOf(body)).toEqual(OWN_KEYS);
    expect(body).toMatchObject({
      id: ada.id,
      messenger_id: ada.messenger_id,
      username: 'ada',
      socials: {},
      contact_visibility: 'connections',
      is_discoverable: true,
      counts: {
        connections: 0,
        pending_requests: 0,
        events: 0,
        quests_completed: 0,
        unread_notifications: 0,
      },
    });
  });

  it('counts connections of both directions, received requests, events and unread notifications', async () => {
    const others = await people(api.db, 6);
    const [sent, received, requesting, requested, rejected, rejecting] = others as [
      User,
      User,
      User,
      User,
      User,
      User,
    ];
    await aConnection(api.db, [ada, sent]);
    await aConnection(api.db, [received, ada]);
    await aConnection(api.db, [requesting, ada], 'pending');
    await aConnection(api.db, [grace, ada], 'pending');
    await aConnection(api.db, [ada, requested], 'pending');
    await aConnection(api.db, [ada, rejecting], 'rejected');
    await aConnection(api.db, [rejected, ada], 'rejected');
    await aConnection(api.db, [sent, received]);
    for (const status of ['registered', 'waitlisted', 'checked_in', 'cancelled'] as const) {
      await anEventOf(ada, {}, status);
    }
    const notification = { user_id: ada.id, type: 'message', title: 't', body: 'b' };
    await api
      .db('notifications')
      .insert([
        notification,
        { ...notification, clicked_at: api.now() },
        { ...notification, dismissed_at: api.now() },
        { ...notification, user_id: grace.id },
      ]);

    const { body } = await api.as(ada).get('/api/v1/users/me').expect(200);

    expect(body.counts).toEqual({
      connections: 2,
      pending_requests: 2,
      events: 3,
      quests_completed: 0,
      unread_notifications: 1,
    });
  });

  it('requires a user', () => api.anonymous().get('/api/v1/users/me').expect(401));
});

describe('PATCH /users/me', () => {
  const patch = (changes: object) => api.as(ada).patch('/api/v1/users/me').send(changes);
  const editedFields = async () => {
    const [row] = await api.db('users').where({ id: ada.id });
    return row.edited_fields;
  };

  it('changes the given fields and keeps the others', async () => {
    const changes = {
      first_name: 'Augusta',
      last_name: 'King',
      headline: 'Analyst',
      company: 'Analytical Engines',
      job_title: 'Programmer',
      bio: 'Notes on the engine',
      interests: ['mathematics', 'music'],
      looking_for: 'Engineers',
      offering: 'Numbers',
      is_discoverable: false,
      contact_visibility: 'everyone',
    };

    const all = await patch(changes).expect(200);
    expect(all.body).toMatchObject(changes);

    const one = await patch({ headline: 'Countess' }).expect(200);
    expect(one.body).toEqual({
      ...all.body,
      headline: 'Countess',
      updated_at: one.body.updated_at,
    });
    const { body } = await api.as(ada).get('/api/v1/users/me');
    expect(body).toEqual(one.body);
  });

  it('takes effect in searches at once', async () => {
    await patch({ first_name: 'Augusta', company: 'Engines' }).expect(200);

    expect(await search(undefined, 'q=augusta%20engines')).toEqual(['Augusta']);
    expect(await search(undefined, 'q=ada')).toEqual([]);

    await patch({ is_discoverable: false }).expect(200);
    expect(await search(undefined, 'q=augusta')).toEqual([]);
  });

  it('clears fields that are null, and restores the messenger’s names', async () => {
    await patch({ first_name: 'Augusta', last_name: 'King', headline: 'Analyst' }).expect(200);

    const res = await patch({ first_name: null, last_name: null, headline: null }).expect(200);

    expect(res.body).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', headline: null });
  });

  it('keeps the user’s own name when the messenger’s name changes', async () => {
    await patch({ first_name: 'Augusta' }).expect(200);

    const res = await api
      .fromMessenger({ id: ada.messenger_id as number, first_name: 'Adele', last_name: 'King' })
      .get('/api/v1/users/me')
      .expect(200);
    expect(res.body).toMatchObject({ first_name: 'Augusta', last_name: 'King' });

    const back = await patch({ first_name: null }).expect(200);
    expect(back.body.first_name).toBe('Adele');
  });

  it('records the edited fields, so that no import overwrites them', async () => {
    await patch({ headline: 'Analyst', is_discoverable: false }).expect(200);
    await patch({ bio: null, headline: 'Countess' }).expect(200);

    expect(await editedFields()).toEqual(['bio', 'headline']);
  });

  it('keeps each interest once, in its last spelling', async () => {
    const res = await patch({ interests: [' Music', 'music', 'MATHS', 'Musik'] }).expect(200);
    expect(res.body.interests).toEqual(['music', 'MATHS', 'Musik']);
  });

  it('trims text and normalizes it to Unicode NFC', async () => {
    const res = await patch({ headline: '  Zoe\u0308 👩‍🚀 ' }).expect(200);
    expect(res.body.headline).toBe('Zoë 👩‍🚀');
  });

  it('ignores fields that a user cannot change', async () => {
    const { body: before } = await api.as(ada).get('/api/v1/users/me');

    const res = await patch({
      id: grace.id,
      messenger_id: 7,
      points: 1_000,
      is_blocked: true,
      username: 'grace',
      edited_fields: ['points'],
      messenger_first_name: 'Grace',
    }).expect(200);

    expect(res.body).toEqual({ ...before, updated_at: res.body.updated_at });
  });

  it.each([
    [{ first_name: '' }, 'first_name: expected some text'],
    [{ first_name: ' ' }, 'first_name: expected some text'],
    [{ first_name: 'x'.repeat(101) }, 'first_name: expected at most 100 characters'],
    [{ headline: 'x'.repeat(201) }, 'headline: expected at most 200 characters'],
    [{ bio: 'x'.repeat(2_001) }, 'bio: expected at most 2000 characters'],
    [{ bio: 'a\0b' }, 'bio: expected text without NUL characters or broken surrogates'],
    [{ bio: 'a\ud83d' }, 'bio: expected text without NUL characters or broken surrogates'],
    [{ company: 7 }, 'company: '],
    [{ interests: Array.from({ length: 21 }, String) }, 'interests: expected at most 20 interests'],
    [{ interests: ['x'.repeat(51)] }, 'interests.0: expected at most 50 characters'],
    [{ interests: 'music' }, 'interests: '],
    [{ is_discoverable: 'yes' }, 'is_discoverable: '],
    [{ contact_visibility: 'nobody' }, 'contact_visibility: '],
  ])('answers 400 for %j', async (changes, error) => {
    const res = await patch(changes).expect(400);

    expect(res.body.code).toBe('VALIDATION_ERROR');
    expect(res.body.error).toContain(error);
    expect(await editedFields()).toEqual([]);
  });

  it('requires a user', () =>
    api.anonymous().patch('/api/v1/users/me').send({ headline: 'Analyst' }).expect(401));
});

describe('PUT /users/socials', () => {
  const put = (socials: object) => api.as(ada).put('/api/v1/users/socials').send(socials);

  it('accepts handles, @handles and URLs, and answers handles with their profile URLs', async () => {
    const res = await put({
      github: '@ada',
      x: 'https://twitter.com/ada/?ref_src=x',
      linkedin: ' https://www.linkedin.com/in/ada-lovelace/ ',
      discord: 'ada',
      website: 'example.org',
    }).expect(200);

    expect(res.body.socials).toEqual({
      github: { handle: 'ada', url: 'https://github.com/ada' },
      x: { handle: 'ada', url: 'https://x.com/ada' },
      linkedin: { handle: 'ada-lovelace', url: 'https://www.linkedin.com/in/ada-lovelace' },
      discord: { handle: 'ada', url: null },
      website: { handle: 'https://example.org/', url: 'https://example.org/' },
    });
    expect(keysOf(res.body)).toEqual(OWN_KEYS);
  });

  it('removes platforms that are absent or null', async () => {
    await put({ github: 'ada', x: 'ada', tiktok: 'ada' }).expect(200);
    const res = await put({ github: 'ada', x: null }).expect(200);

    expect(res.body.socials).toEqual({
      github: { handle: 'ada', url: 'https://github.com/ada' },
    });
    await put({}).expect(200);
    const { body } = await api.as(ada).get('/api/v1/users/me');
    expect(body.socials).toEqual({});
  });

  it.each([
    [{ github: 'https://gitlab.com/ada' }, 'github: expected a github handle or profile URL'],
    [
      { linkedin: 'https://www.linkedin.com/company/engines' },
      'linkedin: expected a linkedin handle or profile URL',
    ],
    [{ website: 'javascript:alert(1)' }, 'website: expected an http or https URL'],
    [{ x: '' }, 'x: expected some text'],
    [{ x: 7 }, 'x: '],
  ])('answers 400 for %j and changes nothing', async (socials, error) => {
    await put({ github: 'ada' }).expect(200);

    const res = await put({ tiktok: 'ada', ...socials }).expect(400);

    expect(res.body.error).toContain(error);
    const { body } = await api.as(ada).get('/api/v1/users/me');
    expect(Object.keys(body.socials)).toEqual(['github']);
  });

  it('requires a user', () => api.anonymous().put('/api/v1/users/socials').send({}).expect(401));
});

describe('PUT /users/onboarding', () => {
  const put = (change: object) => api.as(ada).put('/api/v1/users/onboarding').send(change);

  it('stores the status and keeps the step until it is changed or cleared', async () => {
    const started = await put({ status: 'in_progress', step: 'interests' }).expect(200);
    expect(started.body).toMatchObject({
      onboarding_status: 'in_progress',
      onboarding_step: 'interests',
    });

    const completed = await put({ status: 'completed' }).expect(200);
    expect(completed.body).toMatchObject({
      onboarding_status: 'completed',
      onboarding_step: 'interests',
    });

    const restarted = await put({ status: 'not_started', step: null }).expect(200);
    expect(restarted.body).toMatchObject({
      onboarding_status: 'not_started',
      onboarding_step: null,
    });
  });

  it.each([{}, { status: 'done' }, { status: null }, { status: 'completed', step: 7 }])(
    'answers 400 for %j',
    async (change) => {
      const res = await put(change).expect(400);
      expect(res.body.code).toBe('VALIDATION_ERROR');
    },
  );

  it('requires a user', () =>
    api.anonymous().put('/api/v1/users/onboarding').send({ status: 'completed' }).expect(401));
});
