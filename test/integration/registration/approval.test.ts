import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { type Attendable, CONFERENCE, EVENT } from '../../support/attendables.ts';
import { aConference, anEvent, people } from '../../support/factories.ts';

let api: TestApi;
let other: TestApi;
let users: User[];

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  users = await people(api.db, 6);
});

const BULK = '/api/v1/admin/registration-requests/bulk';
const decide = (body: object, process = api) => process.admin().post(BULK).send(body);
const listed = async (query = '') =>
  (await api.admin().get(`/api/v1/admin/registration-requests?${query}`).expect(200)).body.data;
const typesOf = async ({ id }: User) =>
  api.db('notifications').where({ user_id: id }).orderBy('id').pluck('type');

describe.each([EVENT, CONFERENCE])('approval at $table', (kind) => {
  const create = (given: object = {}) =>
    kind.create(api.db, { registration_mode: 'approval', ...given });
  const path = ({ id }: Attendable) => `/api/v1/${kind.table}/${id}`;
  const attend = (user: User, of: Attendable, process = api) => kind.attend(process.as(user), of);
  const cancel = (user: User, of: Attendable, process = api) => kind.cancel(process.as(user), of);
  const statusOf = async (user: User, of: Attendable) =>
    (
      await api
        .as(user)
        .get(`${path(of)}/attendance`)
        .expect(200)
    ).body.status;
  const requested = async (user: User, of: Attendable): Promise<number> =>
    (await attend(user, of).expect(202)).body.request_id;
  const countOf = async ({ id }: Attendable) =>
    (await api.db(kind.table).where({ id }).first('attendee_count')).attendee_count;

  it('makes a request, which is no attendance, and answers 200 the second time', async () => {
    const [ada] = users as [User];
    const of = await create({ capacity: 1 });
    expect((await api.anonymous().get(path(of)).expect(200)).body.registration_state).toBe(
      'approval',
    );
    const { body } = await attend(ada, of).expect(202);
    expect(body).toEqual({ status: 'requested', request_id: expect.any(Number) });
    expect((await attend(ada, of).expect(200)).body).toEqual(body);
    expect(await statusOf(ada, of)).toBe('requested');
    expect(await countOf(of)).toBe(0);
    const state = (await api.as(ada).get('/api/v1/users/me/state').expect(200)).body;
    expect(state[kind.table][of.id].status).toBe('requested');
  });

  it('approves in the order of the requests: who finds no seat waits, without a waitlist stays', async () => {
    const of = await create({ capacity: 2 });
    const ids: number[] = [];
    for (const user of users.slice(0, 4)) {
      ids.push(await requested(user, of));
      await api.advance(1_000);
    }
    const dry = await decide({ ids: ids.toReversed(), decision: 'approve', dry_run: true }).expect(
      200,
    );
    expect(dry.body.results.map((one: { status: string }) => one.status)).toEqual([
      'waitlisted',
      'waitlisted',
      'registered',
      'registered',
    ]);
    expect(await countOf(of)).toBe(0);
    const { body } = await decide({ ids: ids.slice(0, 3), decision: 'approve' }).expect(200);
    expect(body.results).toEqual([
      { id: ids[0], status: 'registered' },
      { id: ids[1], status: 'registered' },
      { id: ids[2], status: 'waitlisted' },
    ]);
    expect(await countOf(of)).toBe(2);
    expect(await typesOf(users[2] as User)).toEqual(['seat_given']);
    await api.db(kind.table).where({ id: of.id }).update({ waitlist: 'off' });
    const full = await decide({ ids: [ids[3]], decision: 'approve' }).expect(200);
    expect(full.body.results).toEqual([
      { id: ids[3], error: expect.any(String), code: expect.stringMatching(/_FULL$/) },
    ]);
    expect(await statusOf(users[3] as User, of)).toBe('requested');
    const over = { ids: [ids[3]], decision: 'approve', over_capacity: true };
    expect((await decide(over).expect(200)).body.results[0].status).toBe('registered');
    // Again: nothing changes.
    expect((await decide(over).expect(200)).body.results[0].status).toBe('registered');
    expect(await countOf(of)).toBe(3);
  });

  it('declines with words, until an organizer reopens the request', async () => {
    const [ada] = users as [User];
    const of = await create();
    const id = await requested(ada, of);
    await decide({ ids: [id], decision: 'reject', reason: 'Too late' }).expect(200);
    expect(await statusOf(ada, of)).toBe('declined');
    expect(await typesOf(ada)).toEqual(['registration_rejected']);
    const [notice] = await api
      .db('notifications')
      .where({ user_id: ada.id })
      .select('body', 'data');
    expect(notice.data).toMatchObject({ reason: 'Too late' });
    expect((await attend(ada, of).expect(409)).body.code).toBe('REQUEST_DECLINED');
    await decide({ ids: [id], decision: 'reopen' }).expect(200);
    expect(await statusOf(ada, of)).toBe('requested');
  });

  it('withdraws a request, and takes it up again', async () => {
    const [ada] = users as [User];
    const of = await create();
    const id = await requested(ada, of);
    expect((await cancel(ada, of).expect(200)).body.status).toBe('none');
    const { body } = await decide({ ids: [id], decision: 'approve' }).expect(200);
    expect(body.results[0]).toMatchObject({ id, code: 'CONFLICT' });
    expect(await requested(ada, of)).toBe(id);
  });

  it('keeps requests when the mode becomes open: registering approves one', async () => {
    const [ada] = users as [User];
    const of = await create();
    const id = await requested(ada, of);
    await api.db(kind.table).where({ id: of.id }).update({ registration_mode: 'open' });
    expect((await attend(ada, of).expect(201)).body.status).toBe('registered');
    expect(await api.db('registration_requests').where({ id }).first('status')).toEqual({
      status: 'approved',
    });
  });

  it('takes 20 open requests of a user at most', async () => {
    const [ada] = users as [User];
    for (let n = 0; n < 20; n++) await requested(ada, await create());
    expect((await attend(ada, await create()).expect(409)).body.code).toBe('TOO_MANY_PENDING');
  });

  it('lets one of approval and withdrawal win, over two processes', async () => {
    for (const user of users) {
      const of = await create({ capacity: 1 });
      const id = await requested(user, of);
      const [approved, withdrawn] = await Promise.all([
        decide({ ids: [id], decision: 'approve' }),
        cancel(user, of, other),
      ]);
      expect(approved.status).toBe(200);
      const [{ status }] = approved.body.results;
      const isSeated = status === 'registered';
      // A withdrawal that comes after the approval cancels the seat, or finds the request decided.
      const seats = await countOf(of);
      if (!isSeated) expect(seats).toBe(0);
      else expect([200, 409]).toContain(withdrawn.status);
      if (withdrawn.status === 409) expect(seats).toBe(1);
    }
  });

  it('never gives the last seat twice: two organizers and registrations at once', async () => {
    const of = await create({ capacity: 3 });
    const ids = await Promise.all(users.map((user) => requested(user, of)));
    const answers = await Promise.all([
      decide({ ids: ids.slice(0, 4), decision: 'approve' }),
      decide({ ids: ids.slice(2), decision: 'approve' }, other),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countOf(of)).toBe(3);
    const places = await Promise.all(users.map((user) => statusOf(user, of)));
    expect(places.filter((status) => status === 'registered')).toHaveLength(3);
    expect(places.filter((status) => status === 'waitlisted')).toHaveLength(3);
  });

  it('lists requests for organizers, of a conference with those of its events, and as a file', async () => {
    const [ada, grace] = users as [User, User];
    const of = await create();
    await requested(ada, of);
    const id = await requested(grace, of);
    await decide({ ids: [id], decision: 'reject' }).expect(200);
    const noun = kind.table === 'events' ? 'event' : 'conference';
    const rows = await listed(`${noun}_id=${of.id}`);
    expect(rows).toMatchObject([{ kind: noun, user: { id: ada.id }, status: 'pending' }]);
    expect(await listed(`${noun}_id=${of.id}&status=rejected`)).toHaveLength(1);
    expect(await listed(`${noun}_id=${of.id}&q=${ada.first_name}`)).not.toHaveLength(0);
    const file = await api
      .admin()
      .get(`/api/v1/admin/registration-requests?${noun}_id=${of.id}&format=csv`)
      .expect(200);
    expect(file.text.split('\n').filter(Boolean)).toHaveLength(2);
  });
});

it('gives no seat at a full event without a waitlist', async () => {
  const [ada, grace] = users as [User, User];
  const event = await anEvent(api.db, { capacity: 1, waitlist: 'off' });
  await EVENT.attend(api.as(ada), event).expect(201);
  const { body } = await api.anonymous().get(`/api/v1/events/${event.id}`).expect(200);
  expect(body.registration_state).toBe('full');
  expect((await EVENT.attend(api.as(grace), event).expect(409)).body.code).toBe('EVENT_FULL');
});

it('moves nobody up by itself where organizers choose', async () => {
  const [ada, grace, linus] = users as [User, User, User];
  const conference = await aConference(api.db, { capacity: 1, waitlist: 'manual' });
  for (const user of [ada, grace, linus])
    await CONFERENCE.attend(api.as(user), conference).expect(201);
  await CONFERENCE.cancel(api.as(ada), conference).expect(200);
  const statuses = () =>
    api.db('registrations').where({ conference_id: conference.id }).orderBy('id').pluck('status');
  expect(await statuses()).toEqual(['cancelled', 'waitlisted', 'waitlisted']);
  await api
    .admin()
    .post(`/api/v1/admin/conferences/${conference.id}/attendees/bulk`)
    .send({ user_ids: [linus.id], status: 'registered' })
    .expect(200);
  expect(await statuses()).toEqual(['cancelled', 'waitlisted', 'registered']);
});

it('ends the requests of what is over without a word', async () => {
  const [ada] = users as [User];
  const event = await anEvent(api.db, { registration_mode: 'approval' });
  await EVENT.attend(api.as(ada), event).expect(202);
  await api.db('events').where({ id: event.id }).update({ status: 'cancelled' });
  await api.services.adminSeatRequests.endOutdated(AbortSignal.timeout(10_000));
  expect(
    await api.db('registration_requests').where({ event_id: event.id }).first('status'),
  ).toEqual({
    status: 'rejected',
  });
  expect(await typesOf(ada)).toEqual([]);
});

describe.each([EVENT, CONFERENCE])('the queue of $table', (kind) => {
  it('moves one who waits to its front, in the order of the others', async () => {
    const of = await kind.create(api.db, { capacity: 1 });
    for (const user of users) await kind.attend(api.as(user), of).expect(201);
    const [, , , grace] = users as [User, User, User, User];
    const attendee = `/api/v1/admin/${kind.table}/${of.id}/attendees/${grace.id}`;
    const first = () => api.admin().patch(attendee).send({ queue: 'first' });
    expect((await first().expect(200)).body.waitlist_position).toBe(1);
    const places = await Promise.all(
      users.map(async (user) => {
        const path = `/api/v1/${kind.table}/${of.id}/attendance`;
        return (await api.as(user).get(path).expect(200)).body.waitlist_position;
      }),
    );
    expect(places).toEqual([null, 2, 3, 1, 4, 5]);
    await kind.cancel(api.as(users[0] as User), of).expect(200);
    expect((await first().expect(409)).body.code).toBe('CONFLICT');
  });
});
