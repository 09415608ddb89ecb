import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { expectPeopleCounted } from '../../support/conference-people.ts';
import { aConference, anAttendance, anEvent, aUser, people } from '../../support/factories.ts';
import { invitationsIn } from '../../support/invitations.ts';
import type { LaunchUser } from '../../support/messenger.ts';
import { expectSound } from '../../support/seats.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ME = '/api/v1/users/me';
const GUEST: LaunchUser = { id: 4_242, first_name: 'Ada', username: 'ada_k' };
/** The user who took the free username. */
const STRANGER: LaunchUser = { id: 666, first_name: 'Mallory', username: 'ada_k' };

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('events').delete();
  await api.db('conferences').delete();
  await api.db('users').delete();
  await api.db('erased_people').delete();
  conference = await aConference(api.db, { capacity: 1 });
});
afterEach(async () => {
  await expectSound(api.db, 'conferences', conference);
  await expectPeopleCounted(api.db);
});

const admin = (path: string) => `/api/v1/admin/conferences/${conference.id}${path}`;
const upload = (attendees: readonly object[]) =>
  api.admin().post(admin('/bulk-upload')).send({ attendees }).expect(200);
const signIn = (user: LaunchUser) => api.fromMessenger(user).get(ME).expect(200);
const erase = (user: LaunchUser) => api.fromMessenger(user).delete(ME).expect(200);
/** Signs in again with data that is newer than the erasure. */
const comeBack = (user: LaunchUser) => {
  api.advance(MINUTE);
  return signIn(user);
};
const registration = () => `/api/v1/conferences/${conference.id}/register`;
const statusOf = async (user: LaunchUser): Promise<string> => {
  const path = `/api/v1/conferences/${conference.id}/attendance`;
  return (await api.fromMessenger(user).get(path).expect(200)).body.status;
};
const listed = async (status: string) =>
  (await api.admin().get(admin('/attendees')).query({ status }).expect(200)).body.data;
const invitations = () => invitationsIn(api.db).orderBy('id');

describe('the erasure of an account that claimed an invitation by username', () => {
  it('reopens it with its seat, so no waitlisted attendee is promoted', async () => {
    await upload([{ username: 'ada_k', first_name: 'Ada', ticket_type: 'vip' }]);
    await signIn(STRANGER);
    const [waiting] = await people(api.db, 1);
    await api.as(waiting).post(registration()).expect(201);

    await erase(STRANGER);

    expect(await invitations()).toMatchObject([
      { username: 'ada_k', first_name: 'Ada', claimed_by: null, claimed_at: null, has_seat: true },
    ]);
    expect(await api.db('registrations').whereNotNull('user_id')).toMatchObject([
      { user_id: waiting?.id, status: 'waitlisted' },
    ]);
    await signIn(GUEST);
    expect(await statusOf(GUEST)).toBe('registered');
  });

  it('bars the account, whose person signs in again, renames and is imported again', async () => {
    await upload([{ username: 'ada_k' }]);
    await signIn(STRANGER);
    await erase(STRANGER);

    await comeBack(STRANGER);
    await upload([{ username: 'ada_k' }, { username: 'grace' }]);
    await signIn({ ...STRANGER, username: 'other' });
    api.advance(HOUR);
    await signIn(STRANGER);

    expect(await statusOf(STRANGER)).toBe('none');
    // Their new account is barred as the erased one was.
    await erase(STRANGER);
    await comeBack(STRANGER);
    expect(await statusOf(STRANGER)).toBe('none');
    await signIn(GUEST);
    expect(await statusOf(GUEST)).toBe('registered');
  });

  it('keeps the bar of an account from which an administrator took the claim back', async () => {
    await upload([{ username: 'ada_k' }]);
    const { body: stranger } = await signIn(STRANGER);
    const attendee = admin(`/attendees/${stranger.id}`);
    await api.admin().delete(attendee).query({ reopen: 'true' }).expect(200);

    await erase(STRANGER);
    await comeBack(STRANGER);

    expect(await statusOf(STRANGER)).toBe('none');
    expect(await invitations()).toMatchObject([{ has_seat: true, claimed_at: null }]);
  });

  it('is marked where organizers list and export invitations', async () => {
    await upload([{ username: 'ada_k' }]);
    expect(await listed('invited')).toMatchObject([{ reopened_at: null }]);
    await signIn(STRANGER);
    expect(await listed('all')).toMatchObject([{ reopened_at: null }]);

    await erase(STRANGER);

    const reopened_at = api.now().toISOString();
    for (const status of ['invited', 'all']) {
      expect(await listed(status)).toMatchObject([{ user: null, reopened_at }]);
    }
    const query = { status: 'invited', format: 'csv' };
    const { text } = await api.admin().get(admin('/attendees')).query(query).expect(200);
    const [header = '', row = ''] = text.split('\r\n');
    expect(row.split(',')[header.split(',').indexOf('reopened_at')]).toBe(reopened_at);
  });

  it('reopens it in the queue if the account had cancelled, or with a seat if one is free', async () => {
    await upload([{ username: 'ada_k' }]);
    await signIn(STRANGER);
    const [next] = await people(api.db, 1);
    await api.as(next).post(registration()).expect(201);
    await api.fromMessenger(STRANGER).delete(registration()).expect(200);

    await erase(STRANGER);

    expect(await listed('invited')).toMatchObject([{ waitlist_position: 1 }]);
    await api.as(next).delete(registration()).expect(200);
    expect(await listed('invited')).toMatchObject([{ waitlist_position: null }]);
  });

  it('reopens all of them, also those in which an import named the user', async () => {
    await signIn(STRANGER);
    await upload([{ username: 'ada_k' }]);
    await signIn({ ...STRANGER, username: 'grace' });
    await api.admin().put(admin('')).send({ capacity: 2 }).expect(200);
    await upload([{ username: 'grace' }]);

    await erase(STRANGER);

    expect(await invitations()).toMatchObject([
      { username: 'ada_k', claimed_at: null, has_seat: true },
      { username: 'grace', claimed_at: null, has_seat: true },
    ]);
  });

  it('deletes it if the account had checked in, and the seat goes to the next', async () => {
    await upload([{ username: 'ada_k' }]);
    const { body } = await signIn(STRANGER);
    await api.admin().post(admin('/check-in')).send({ user_id: body.id }).expect(200);
    const [next] = await people(api.db, 1);
    await api.as(next).post(registration()).expect(201);

    await erase(STRANGER);

    expect(await invitations()).toEqual([]);
    expect(await listed('registered')).toMatchObject([{ user: { id: next?.id } }]);
  });

  it.each([
    ['that is over', { starts_on: '2026-05-01', ends_on: '2026-05-02' }, []],
    ['that is cancelled', { status: 'cancelled' }, [true]],
    ['that is a draft', { status: 'draft' }, [true]],
  ])('at a conference %s reopens it unless the conference is over', async (_what, given, open) => {
    await upload([{ username: 'ada_k' }]);
    await signIn(STRANGER);
    await api.admin().put(admin('')).send(given).expect(200);

    await erase(STRANGER);

    expect((await invitations()).map(({ has_seat }) => has_seat)).toEqual(open);
  });

  it('deletes the invitations by messenger id, and frees the seats at events', async () => {
    await api.admin().put(admin('')).send({ capacity: null }).expect(200);
    const { body: stranger } = await signIn(STRANGER);
    await upload([{ username: 'ada_k' }, { messenger_id: STRANGER.id }]);
    const event = await anEvent(api.db, { capacity: 1, conference_id: conference.id });
    const next = await aUser(api.db);
    await anAttendance(api.db, [stranger, event]);
    await anAttendance(api.db, [next, event], 'waitlisted');

    await erase(STRANGER);

    expect(await invitations()).toMatchObject([{ messenger_id: null, has_seat: true }]);
    const attending = await api.db('event_attendances').where({ status: 'registered' });
    expect(attending).toMatchObject([{ user_id: next.id }]);
    await expectSound(api.db, 'events', event);
  });
});

it('the erasure of an account leaves an open invitation by its username to the guest', async () => {
  await signIn(STRANGER);
  // It is open as if a claim had failed while the conference was locked.
  await api
    .db('registrations')
    .insert({ conference_id: conference.id, username: 'ada_k', status: 'registered' });
  await api.db('conferences').update({ invited_count: 1 });

  await erase(STRANGER);

  expect(await invitations()).toMatchObject([{ has_seat: true, claimed_at: null }]);
  await signIn(GUEST);
  expect(await statusOf(GUEST)).toBe('registered');
});
