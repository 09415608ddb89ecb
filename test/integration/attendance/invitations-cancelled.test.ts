import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import type { LaunchUser } from '../../support/messenger.ts';
import { countQueries } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';

const ME = '/api/v1/users/me';
const HOUR = 60 * 60 * 1_000;
const ADA: LaunchUser = { id: 4_242, first_name: 'Ada', username: 'ada_k' };
const OVER = { starts_on: '2026-05-01', ends_on: '2026-05-02' };
const CANCELLED = failure('CONFERENCE_CANCELLED', 'This conference is cancelled');

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db, { capacity: 2 });
});

const admin = (path = '') => `/api/v1/admin/conferences/${conference.id}${path}`;
const change = (body: object) => api.admin().put(admin()).send(body).expect(200);
const upload = (attendees: readonly object[], query: object = {}) =>
  api.admin().post(admin('/bulk-upload')).query(query).send({ attendees });
const signIn = (user: LaunchUser = ADA) => api.fromMessenger(user).get(ME).expect(200);
const statuses = () =>
  api.db('registrations').whereNotNull('user_id').orderBy('queue_number').pluck('status');
const invitations = () => invitationsIn(api.db).orderBy('id');

describe('a cancelled conference accepts no attendees', () => {
  it.each([
    ['messenger id', { messenger_id: ADA.id }],
    ['username', { username: 'ada_k' }],
  ])('an invitation by %s stays open at a sign-in, until it is published again', async (_, row) => {
    await upload([row]).expect(200);
    await change({ status: 'cancelled' });

    await signIn();
    expect(await statuses()).toEqual([]);
    expect(await invitations()).toMatchObject([{ claimed_at: null, has_seat: true }]);

    await change({ status: 'published' });
    api.advance(HOUR);
    await signIn();
    expect(await statuses()).toEqual(['registered']);
    await expectSound(api.db, 'conferences', conference);
  });

  it('a sign-in costs as much as one without an invitation', async () => {
    await upload([{ messenger_id: ADA.id }]).expect(200);
    await change({ status: 'cancelled' });
    const without = { id: 7, first_name: 'Grace' };
    const plain = await countQueries(api.db, () => signIn(without));
    expect(await countQueries(api.db, () => signIn())).toBe(plain);
  });

  it('a correction that names a user leaves the invitation open', async () => {
    await upload([{ username: 'ada_king' }]).expect(200);
    await signIn();
    await change({ status: 'cancelled' });
    const [{ id }] = await invitations();

    const { body } = await api
      .admin()
      .patch(admin(`/invitations/${id}`))
      .send({ messenger_id: ADA.id })
      .expect(200);

    expect(body).toMatchObject({ invitation_id: id, status: 'invited' });
    expect(await statuses()).toEqual([]);
  });

  it.each([{}, { dry_run: 'true' }])('an import is refused as a whole, %o', async (query) => {
    const [user] = await people(api.db, 1);
    await change({ status: 'cancelled' });

    const rows = [{ messenger_id: user?.messenger_id }, { username: 'grace' }];
    const { body } = await upload(rows, query).expect(409);

    expect(body).toEqual(CANCELLED);
    expect(await statuses()).toEqual([]);
    expect(await invitations()).toEqual([]);
  });

  it('a withdrawal leaves its seat free', async () => {
    await change({ capacity: 1 });
    await upload([{ username: 'ada_k' }, { username: 'grace' }]).expect(200);
    await change({ status: 'cancelled' });
    const [{ id }] = await invitations();

    await api
      .admin()
      .delete(admin(`/invitations/${id}`))
      .expect(200);
    expect((await invitations()).map(({ has_seat }) => has_seat)).toEqual([false, false]);

    await change({ status: 'published' });
    expect((await invitations()).map(({ has_seat }) => has_seat)).toEqual([false, true]);
    await expectSound(api.db, 'conferences', conference);
  });

  it('of a cancellation and claims at the same time, each claim is before it or waits', async () => {
    await change({ capacity: null });
    const guests = Array.from({ length: 12 }, (_, n) => ({ id: 5_000 + n, first_name: 'G' }));
    await upload(guests.map(({ id }) => ({ messenger_id: id }))).expect(200);

    await Promise.all([
      ...guests.slice(0, 6).map((guest) => signIn(guest)),
      change({ status: 'cancelled' }),
      ...guests.slice(6).map((guest) => signIn(guest)),
    ]);

    const registered = (await statuses()).length;
    const open = (await invitations()).filter(({ claimed_at }) => claimed_at === null);
    expect(registered + open.length).toBe(12);
    await expectSound(api.db, 'conferences', conference);

    await change({ status: 'published' });
    api.advance(HOUR);
    for (const guest of guests) await signIn(guest);
    expect(await statuses()).toHaveLength(12);
  });
});

it.each([
  ['a draft', { status: 'draft' }],
  ['an archived conference', { status: 'archived' }],
  ['a conference that is over', OVER],
])('an invitation to %s is claimed, as the desk adds people there too', async (_what, given) => {
  await change(given);
  await aUser(api.db, { messenger_id: 7 });
  await upload([{ messenger_id: ADA.id }, { messenger_id: 7 }]).expect(200);
  await signIn();
  expect(await statuses()).toEqual(['registered', 'registered']);
});
