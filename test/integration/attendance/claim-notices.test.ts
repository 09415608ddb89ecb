import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import type { LaunchUser } from '../../support/messenger.ts';

const HOUR = 60 * 60 * 1_000;
const ME = '/api/v1/users/me';
const ADA = { id: 4_242, first_name: 'Ada', username: 'ada_k', allows_write_to_pm: true };
const BY_ID = { messenger_id: ADA.id };

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db, { name: 'Loom Summit', capacity: 1 });
});

const upload = (attendees: readonly object[], { id }: Pick<Conference, 'id'> = conference) =>
  api.admin().post(`/api/v1/admin/conferences/${id}/bulk-upload`).send({ attendees }).expect(200);
const signIn = (user: LaunchUser = ADA) => api.fromMessenger(user).get(ME).expect(200);
const inbox = async (user: LaunchUser = ADA) =>
  (await api.fromMessenger(user).get('/api/v1/notifications').expect(200)).body.data;
const deliveries = () => api.db('deliveries').count<{ count: number }[]>({ count: '*' }).first();

describe('an invited person is notified', () => {
  it.each([
    ['messenger id', BY_ID],
    ['username', { username: 'ada_k' }],
  ])('once, of the seat that they get at the first sign-in (by %s)', async (_how, row) => {
    await upload([row]);

    await Promise.all(Array.from({ length: 5 }, () => signIn()));
    api.advance(HOUR);
    await signIn();
    await upload([row]);

    expect(await inbox()).toMatchObject([
      {
        type: 'seat_given',
        title: 'You have a seat',
        body: 'The organizers registered you: Loom Summit',
        data: { conference_id: conference.id, status: 'registered' },
      },
    ]);
    expect(await deliveries()).toEqual({ count: 1 });
  });

  it('that they are on the waitlist, if they have no seat', async () => {
    await aRegistration(api.db, [await aUser(api.db), conference]);
    await upload([BY_ID]);

    await signIn();

    expect(await inbox()).toMatchObject([
      {
        type: 'seat_given',
        title: 'You are on the waitlist',
        body: 'The organizers added you to the waitlist: Loom Summit',
        data: { conference_id: conference.id, status: 'waitlisted' },
      },
    ]);
  });

  it('of the seat of the invitation instead of the waitlist', async () => {
    await upload([{ username: 'ada_k' }]);
    const ada = await aUser(api.db, { messenger_id: ADA.id, last_seen_at: null });
    await api.as(ada).post(`/api/v1/conferences/${conference.id}/register`).expect(201);

    await signIn();

    expect(await inbox()).toMatchObject([{ type: 'seat_given', data: { status: 'registered' } }]);
  });

  it('with one notice of all seats and one of all waitlists, in the order of the conferences', async () => {
    const seated = [conference.id];
    for (const [n, starts_on] of ['2026-05-13', '2026-05-12', '2026-05-15'].entries()) {
      const one = await aConference(api.db, { name: `Forum ${n}`, starts_on });
      await upload([BY_ID], one);
      seated.push(one.id);
    }
    const full = await aConference(api.db, { name: 'Full Days', capacity: 1 });
    await aRegistration(api.db, [await aUser(api.db), full]);
    await upload([BY_ID], full);
    await upload([BY_ID]);

    await signIn();

    const [summit, second, first, last] = seated;
    expect((await inbox()).toReversed()).toMatchObject([
      {
        title: 'You have a seat',
        body: 'The organizers registered you: Forum 1, Forum 0, Loom Summit and 1 more',
        data: { conference_id: first, conference_ids: [first, second, summit, last] },
      },
      { title: 'You are on the waitlist', data: { conference_id: full.id, status: 'waitlisted' } },
    ]);
  });

  it('if they sign in during the import, or are users who never signed in', async () => {
    const guests = Array.from({ length: 20 }, (_, n) => ({ id: 5_000 + n, first_name: 'G' }));
    const rows = guests.map(({ id }) => ({ messenger_id: id }));
    await api.db('conferences').update({ capacity: 10 });
    await upload(rows.slice(0, 15));
    const users = rows.slice(0, 5).map((row) => ({ ...row, first_name: 'G' }));
    await api.admin().post('/api/v1/admin/users/bulk-import').send({ users }).expect(200);

    await Promise.all([upload(rows.slice(0, 15)), ...guests.slice(5).map((one) => signIn(one))]);

    const notices = await api.db('notifications').orderBy('user_id');
    expect(notices.map(({ type }) => type)).toEqual(Array(15).fill('seat_given'));
    const ofSeats = notices.filter(({ data }) => data.status === 'registered');
    expect(ofSeats).toHaveLength(10);
    expect(new Set(notices.map(({ user_id }) => user_id)).size).toBe(15);
  });
});

describe('an invited person is not notified', () => {
  it.each([
    ['that is over', { starts_on: '2026-05-01', ends_on: '2026-05-02' }],
    ['that is archived', { status: 'archived' }],
    ['that is a draft', { status: 'draft' }],
    ['that is cancelled', { status: 'cancelled' }],
  ])('of a conference %s', async (_what, given) => {
    await upload([BY_ID]);
    await api
      .admin()
      .put(`/api/v1/admin/conferences/${conference.id}`)
      .send({ ...given, notify: false })
      .expect(200);
    await signIn();
    expect(await inbox()).toEqual([]);
  });

  it.each(['registered', 'cancelled'] as const)('if they are %s already', async (status) => {
    const ada = await aUser(api.db, { messenger_id: ADA.id, last_seen_at: null });
    await aRegistration(api.db, [ada, conference], { status });
    await api
      .db('registrations')
      .insert({ conference_id: conference.id, ...BY_ID, ticket_type: 'vip', status: 'waitlisted' });

    await signIn();

    expect(await inbox()).toEqual([]);
  });

  it('by a message, unless they allowed the bot to write', async () => {
    await upload([BY_ID]);
    await signIn({ ...ADA, allows_write_to_pm: false });
    expect(await inbox()).toHaveLength(1);
    expect(await deliveries()).toEqual({ count: 0 });
  });
});
