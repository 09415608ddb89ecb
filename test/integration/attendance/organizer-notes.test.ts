import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable, CONFERENCE } from '../../support/attendables.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anEvent, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { expectSound } from '../../support/seats.ts';

const ADA = { id: 4_242, first_name: 'Ada', username: 'ada_k' };

let api: TestApi;
let ada: User;
let grace: User;
let linus: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('events').delete();
  await api.db('conferences').delete();
  await api.db('users').delete();
  await emptyAuditLog(api.db);
  [ada, grace, linus] = await people(api.db, 3);
});

const notificationsOf = async (user: User) => {
  const { body } = await api.as(user).get('/api/v1/notifications').expect(200);
  return body.data.map(({ type, data }: { type: string; data: object }) => ({ type, data }));
};

describe.each(ATTENDABLE_KINDS)('the desk of an $noun', (kind) => {
  const { noun, table } = kind;
  const FULL = `${noun.toUpperCase()}_FULL`;
  const pathOf = ({ id }: Attendable) => `/api/v1/admin/${table}/${id}/attendees`;
  const add = (attendable: Attendable, body: object) =>
    api.admin().post(pathOf(attendable)).send(body);
  const patch = (attendable: Attendable, { id }: User, body: object) =>
    api
      .admin()
      .patch(`${pathOf(attendable)}/${id}`)
      .send(body);
  const remove = (attendable: Attendable, { id }: User, query: object = {}) =>
    api
      .admin()
      .delete(`${pathOf(attendable)}/${id}`)
      .query(query);
  const statusOf = async (user: User, { id }: Attendable) =>
    (await api.as(user).get(`/api/v1/${table}/${id}/attendance`).expect(200)).body.status;
  const counts = ({ id }: Attendable) =>
    api.db(table).where({ id }).first('attendee_count', 'over_capacity_count');
  const create = (given: object = {}) => kind.create(api.db, given);
  const dataOf = ({ id }: Attendable) => ({ [`${noun}_id`]: id });
  const actions = async () => (await api.db('audit_log').orderBy('id')).map(({ action }) => action);

  it('adds one person by id, messenger id or username, with a notice, once', async () => {
    const attendable = await create();
    await api.db('users').where({ id: linus.id }).update({ username: 'linus_t' });
    const all = [
      [ada, { user_id: ada.id }],
      [grace, { messenger_id: grace.messenger_id }],
      [linus, { username: '@LINUS_t' }],
    ] as const;

    for (const [user, person] of all) {
      const { body } = await add(attendable, person).expect(201);
      expect(body).toMatchObject({ user: { id: user.id }, status: 'registered' });
      const again = await add(attendable, person).expect(200);
      expect(again.body).toEqual(body);
      expect(await notificationsOf(user)).toEqual([
        { type: 'seat_given', data: { ...dataOf(attendable), status: 'registered' } },
      ]);
    }

    await expectSound(api.db, table, attendable);
    expect(await actions()).toEqual(Array(3).fill(`${noun}.add_attendee`));
    expect((await api.db('audit_log').orderBy('id').first()).after).toEqual({
      user_id: ada.id,
      status: 'registered',
    });
  });

  it('passes closed registration, and lets a person wait where it is full', async () => {
    const attendable = await create({ capacity: 1, registration_mode: 'closed' });
    await add(attendable, { user_id: ada.id }).expect(201);
    const { body } = await add(attendable, { user_id: grace.id }).expect(201);
    expect(body).toMatchObject({ status: 'waitlisted', waitlist_position: 1 });
    expect(await notificationsOf(grace)).toEqual([
      { type: 'seat_given', data: { ...dataOf(attendable), status: 'waitlisted' } },
    ]);

    const refused = await add(attendable, { user_id: linus.id, status: 'registered' }).expect(409);
    expect(refused.body).toEqual(
      failure(FULL, `This ${noun} is full; over_capacity: true gives a seat anyway`),
    );
    const person = { user_id: linus.id, status: 'waitlisted', notify: false };
    expect((await add(attendable, person).expect(201)).body.waitlist_position).toBe(2);
    expect(await notificationsOf(linus)).toEqual([]);
    await expectSound(api.db, table, attendable);
  });

  it('gives seats over the capacity only on request, and freed seats reduce them first', async () => {
    const attendable = await create({ capacity: 1 });
    for (const user of [ada, grace, linus]) {
      await kind.attend(api.as(user), attendable).expect(201);
    }
    expect((await patch(attendable, grace, { status: 'registered' }).expect(409)).body.code).toBe(
      FULL,
    );

    const over = { status: 'registered', over_capacity: true };
    const { body } = await patch(attendable, grace, over).expect(200);
    expect(body).toMatchObject({ user: { id: grace.id }, status: 'registered' });
    expect(await counts(attendable)).toEqual({ attendee_count: 2, over_capacity_count: 1 });
    const shown = await api.admin().get(`/api/v1/admin/${table}/${attendable.id}`).expect(200);
    expect(shown.body).toMatchObject({ spots_left: 0, over_capacity_count: 1 });
    await api
      .admin()
      .put(`/api/v1/admin/${table}/${attendable.id}`)
      .send({ capacity: 1 })
      .expect(200);

    await kind.cancel(api.as(ada), attendable).expect(200);
    expect(await counts(attendable)).toEqual({ attendee_count: 1, over_capacity_count: 0 });
    expect(await statusOf(linus, attendable)).toBe('waitlisted');
    await kind.cancel(api.as(grace), attendable).expect(200);
    expect(await statusOf(linus, attendable)).toBe('registered');
    await expectSound(api.db, table, attendable);
  });

  it('stays over the capacity where the capacity is raised, and no further', async () => {
    const attendable = await create({ capacity: 1 });
    for (const user of [ada, grace, linus]) {
      await add(attendable, { user_id: user.id, over_capacity: true }).expect(201);
    }
    const change = (capacity: number) =>
      api.admin().put(`/api/v1/admin/${table}/${attendable.id}`).send({ capacity });
    expect((await change(2).expect(200)).body).toMatchObject({ over_capacity_count: 1 });
    await change(1).expect(409);
    expect((await change(5).expect(200)).body).toMatchObject({
      over_capacity_count: 0,
      spots_left: 2,
    });
  });

  it('takes a seat: the next moves up, and the person waits at the end', async () => {
    const attendable = await create({ capacity: 1 });
    for (const user of [ada, grace]) await kind.attend(api.as(user), attendable).expect(201);

    const { body } = await patch(attendable, ada, { status: 'waitlisted' }).expect(200);
    expect(body).toMatchObject({ status: 'waitlisted', waitlist_position: 1 });
    expect(await statusOf(grace, attendable)).toBe('registered');
    expect(await notificationsOf(ada)).toEqual([
      { type: 'seat_taken', data: { ...dataOf(attendable), status: 'waitlisted' } },
    ]);
    expect(await notificationsOf(grace)).toMatchObject([{ type: `${noun}_promoted` }]);

    await patch(attendable, grace, { status: 'cancelled', notify: false }).expect(200);
    expect(await statusOf(ada, attendable)).toBe('registered');
    expect(await notificationsOf(grace)).toHaveLength(1);
    expect((await patch(attendable, grace, {}).expect(200)).body.status).toBe('cancelled');
    expect(await actions()).toEqual([`${noun}.update_attendee`, `${noun}.update_attendee`]);
    await expectSound(api.db, table, attendable);
  });

  it('removes a person, as if they had never attended', async () => {
    const attendable = await create({ capacity: 1 });
    for (const user of [ada, grace]) await kind.attend(api.as(user), attendable).expect(201);

    expect((await remove(attendable, ada).expect(200)).body).toEqual({ id: ada.id, deleted: true });

    expect(await statusOf(ada, attendable)).toBe('none');
    expect(await statusOf(grace, attendable)).toBe('registered');
    expect(await notificationsOf(ada)).toEqual([
      { type: 'seat_taken', data: { ...dataOf(attendable), status: 'none' } },
    ]);
    await remove(attendable, ada).expect(404);
    await remove(attendable, grace, { notify: false }).expect(200);
    expect(await counts(attendable)).toEqual({ attendee_count: 0, over_capacity_count: 0 });
    expect(await actions()).toEqual([`${noun}.remove_attendee`, `${noun}.remove_attendee`]);
  });

  it('sends no notice about an attendable that is over', async () => {
    const attendable = await create(
      noun === 'event'
        ? { starts_at: '2026-05-14T07:00:00Z', ends_at: '2026-05-14T08:00:00Z' }
        : { starts_on: '2026-05-01', ends_on: '2026-05-02' },
    );
    await add(attendable, { user_id: ada.id }).expect(201);
    expect(await notificationsOf(ada)).toEqual([]);
  });

  it('refuses an unknown or erased user, and two identifiers', async () => {
    const attendable = await create();
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ messenger_id: null, erased_at: api.now() });
    for (const person of [{ user_id: ada.id }, { user_id: 999_999 }, { username: 'nobody_here' }]) {
      expect((await add(attendable, person).expect(404)).body).toEqual(
        failure('NOT_FOUND', 'user not found'),
      );
    }
    await add({ id: 999_999 }, { user_id: grace.id }).expect(404);
    await patch(attendable, grace, { status: 'registered' }).expect(404);
    for (const body of [{}, { user_id: grace.id, username: 'grace' }]) {
      expect((await add(attendable, body).expect(400)).body).toEqual(refusal('user_id'));
    }
  });

  it('adds a person once when two desks add them at once', async () => {
    const attendable = await create({ capacity: 1 });
    await using other = await startApi({ on: api });
    const answers = await Promise.all(
      [api, other, api, other].map((desk) =>
        desk.admin().post(pathOf(attendable)).send({ user_id: ada.id }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
    expect(await notificationsOf(ada)).toHaveLength(1);
    await expectSound(api.db, table, attendable);
  });

  it('gives each seat once while other users register', async () => {
    const attendable = await create({ capacity: 5 });
    const users = await people(api.db, 16);
    await Promise.all(
      users.map((user, n) =>
        n % 2 === 0
          ? add(attendable, { user_id: user.id }).expect(201)
          : kind.attend(api.as(user), attendable).expect(201),
      ),
    );
    expect(await counts(attendable)).toEqual({ attendee_count: 5, over_capacity_count: 0 });
    await expectSound(api.db, table, attendable);
  });

  it('removes people while others move up, and loses or seats no one twice', async () => {
    const attendable = await create({ capacity: 6 });
    const users = await people(api.db, 18);
    for (const user of users) await kind.attend(api.as(user), attendable).expect(201);
    await Promise.all(
      users.slice(0, 12).map((user, n) => {
        if (n % 3 === 0) return kind.cancel(api.as(user), attendable).expect(200);
        if (n % 3 === 1) return remove(attendable, user).expect(200);
        return patch(attendable, user, { status: 'cancelled' }).expect(200);
      }),
    );
    for (const user of users.slice(12)) expect(await statusOf(user, attendable)).toBe('registered');
    await expectSound(api.db, table, attendable);
  });
});

describe('the desk of an event', () => {
  it('gives no seat at an event of a cancelled conference, and takes seats there', async () => {
    const { id: conference_id } = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id });
    const path = `/api/v1/admin/events/${event.id}/attendees`;
    await api.admin().post(path).send({ user_id: ada.id }).expect(201);
    const cancelled = { status: 'cancelled' };
    await api.admin().put(`/api/v1/admin/conferences/${conference_id}`).send(cancelled).expect(200);

    const { body } = await api.admin().post(path).send({ user_id: grace.id }).expect(409);
    expect(body).toEqual(
      failure('CONFERENCE_CANCELLED', 'The conference of this event is cancelled'),
    );
    await api.admin().post(path).send({ user_id: ada.id }).expect(200);
    await api.admin().patch(`${path}/${ada.id}`).send(cancelled).expect(200);
    const again = await api.admin().patch(`${path}/${ada.id}`).send({ status: 'registered' });
    expect([again.status, again.body.code]).toEqual([409, 'CONFERENCE_CANCELLED']);
  });

  it.each([
    ['cancelled', 'EVENT_CANCELLED', 'This event is cancelled'],
    ['pending', 'CONFLICT', 'This event is pending'],
  ])('gives no seat at one that is %s', async (status, code, error) => {
    const { id } = await anEvent(api.db, { status });
    const path = `/api/v1/admin/events/${id}/attendees`;
    const { body } = await api.admin().post(path).send({ user_id: ada.id }).expect(409);
    expect(body).toEqual({ code, error });
  });
});

describe('the desk of a conference', () => {
  const attendees = ({ id }: Attendable) => `/api/v1/admin/conferences/${id}/attendees`;
  const upload = ({ id }: Attendable, rows: readonly object[]) =>
    api
      .admin()
      .post(`/api/v1/admin/conferences/${id}/bulk-upload`)
      .send({ attendees: rows })
      .expect(200);
  const signIn = (user: typeof ADA) => api.fromMessenger(user).get('/api/v1/users/me').expect(200);
  const list = async (conference: Attendable, status: string) =>
    (await api.admin().get(attendees(conference)).query({ status }).expect(200)).body.data;

  it('gives no seat at a cancelled one, and takes seats there', async () => {
    const conference = await aConference(api.db, { status: 'cancelled' });
    await aRegistration(api.db, [ada, conference]);
    const refusal409 = failure('CONFERENCE_CANCELLED', 'This conference is cancelled');
    const path = attendees(conference);

    const added = await api.admin().post(path).send({ user_id: grace.id }).expect(409);
    expect(added.body).toEqual(refusal409);
    const of = `${path}/${ada.id}`;
    await api.admin().patch(of).send({ status: 'cancelled' }).expect(200);
    const given = await api.admin().patch(of).send({ status: 'registered' }).expect(409);
    expect(given.body).toEqual(refusal409);
    await api.admin().delete(of).expect(200);
  });

  it('gives and corrects ticket types', async () => {
    const conference = await aConference(api.db);
    const person = { user_id: ada.id, ticket_type: 'vip' };
    const { body } = await api.admin().post(attendees(conference)).send(person).expect(201);
    expect(body).toMatchObject({ status: 'registered', ticket_type: 'vip' });
    const path = `${attendees(conference)}/${ada.id}`;
    const changed = await api.admin().patch(path).send({ ticket_type: 'press' }).expect(200);
    expect(changed.body).toMatchObject({ status: 'registered', ticket_type: 'press' });
    expect(await notificationsOf(ada)).toHaveLength(1);
    const recorded = await api.db('audit_log').orderBy('id', 'desc').first();
    expect(recorded).toMatchObject({
      action: 'conference.update_attendee',
      before: { user_id: ada.id, ticket_type: 'vip' },
      after: { user_id: ada.id, ticket_type: 'press' },
    });
  });

  it('gives back an invitation that the wrong person claimed by username, with its seat', async () => {
    const conference = await aConference(api.db, { capacity: 1 });
    await upload(conference, [{ username: 'ada_k', first_name: 'Ada', ticket_type: 'vip' }]);
    await aRegistration(api.db, [grace, conference], { status: 'waitlisted' });
    const { body: wrong } = await signIn(ADA);
    expect(await list(conference, 'registered')).toMatchObject([{ claimed_by: 'username' }]);

    const path = `${attendees(conference)}/${wrong.id}`;
    await api.admin().delete(path).query({ reopen: 'true', notify: 'false' }).expect(200);

    expect(await list(conference, 'all')).toMatchObject([
      { user: null, invitee: { username: 'ada_k' }, waitlist_position: null, ticket_type: 'vip' },
      { user: { id: grace.id }, status: 'waitlisted' },
    ]);
    await expectSound(api.db, 'conferences', conference);
    api.advance(60 * 60 * 1_000);
    await signIn(ADA);
    await upload(conference, [{ username: 'ada_k' }]);
    expect(await list(conference, 'registered')).toEqual([]);

    await signIn({ id: 5_000, first_name: 'Ada', username: 'ada_k' });
    expect(await list(conference, 'registered')).toMatchObject([
      { user: { messenger_id: 5_000 }, ticket_type: 'vip', claimed_by: 'username' },
    ]);
    await expectSound(api.db, 'conferences', conference);
  });

  it('gives back no invitation by messenger id', async () => {
    const conference = await aConference(api.db);
    await upload(conference, [{ messenger_id: ADA.id }]);
    const { body: user } = await signIn(ADA);
    const path = `${attendees(conference)}/${user.id}`;
    const refused = await api.admin().delete(path).query({ reopen: 'true' }).expect(409);
    expect(refused.body).toEqual(
      failure('CONFLICT', 'This attendee has claimed no invitation by username or by a code'),
    );
    expect(await list(conference, 'registered')).toHaveLength(1);
  });

  it('removes a person whom the same list sent again leaves out', async () => {
    const conference = await aConference(api.db);
    await upload(conference, [{ messenger_id: ADA.id }]);
    const { body: user } = await signIn(ADA);
    await api
      .admin()
      .delete(`${attendees(conference)}/${user.id}`)
      .expect(200);
    const { body } = await upload(conference, [{ messenger_id: ADA.id }]);
    expect(body).toMatchObject({ failed: 1, errors: [{ error: 'this invitation was withdrawn' }] });
    expect(await list(conference, 'all')).toEqual([]);
  });
});

describe('event_access: registered', () => {
  const attend = (user: User, { id }: Attendable) =>
    api.as(user).post('/api/v1/events/attend').send({ event_id: id });
  const statuses = async ({ id }: Attendable) =>
    (await api.db('event_attendances').where({ event_id: id }).orderBy('user_id')).map(
      ({ status }) => status,
    );

  it('admits registered attendees only', async () => {
    const conference = await aConference(api.db, { event_access: 'registered' });
    const event = await anEvent(api.db, { conference_id: conference.id });
    await aRegistration(api.db, [ada, conference]);
    await aRegistration(api.db, [grace, conference], { status: 'waitlisted' });

    await attend(ada, event).expect(201);
    await attend(ada, event).expect(200);
    for (const user of [grace, linus]) {
      expect((await attend(user, event).expect(403)).body).toEqual(
        failure(
          'REGISTRATION_REQUIRED',
          'Only attendees with a seat at the conference can attend its events',
        ),
      );
    }
    await attend(linus, await anEvent(api.db)).expect(201);
  });

  it.each([
    ['cancels', (user: User, at: Attendable) => CONFERENCE.cancel(api.as(user), at)],
    [
      'is removed',
      (user: User, { id }: Attendable) =>
        api.admin().delete(`/api/v1/admin/conferences/${id}/attendees/${user.id}`),
    ],
    [
      'loses the seat',
      (user: User, { id }: Attendable) =>
        api
          .admin()
          .patch(`/api/v1/admin/conferences/${id}/attendees/${user.id}`)
          .send({ status: 'waitlisted' }),
    ],
  ])('gives up the seats at coming events when a person %s', async (_what, leave) => {
    const conference = await aConference(api.db, { event_access: 'registered' });
    const coming = await anEvent(api.db, { conference_id: conference.id, capacity: 1 });
    const past = await anEvent(api.db, {
      conference_id: conference.id,
      starts_at: '2026-05-14T07:00:00Z',
      ends_at: '2026-05-14T20:00:00Z',
    });
    const elsewhere = await anEvent(api.db);
    for (const user of [ada, grace]) await aRegistration(api.db, [user, conference]);
    for (const user of [ada, grace]) await attend(user, coming).expect(201);
    for (const event of [past, elsewhere]) await attend(ada, event).expect(201);
    await api.db('events').where({ id: past.id }).update({ ends_at: '2026-05-14T08:00:00Z' });

    await leave(ada, conference).expect(200);

    expect(await statuses(coming)).toEqual(['cancelled', 'registered']);
    expect([await statuses(past), await statuses(elsewhere)]).toEqual([
      ['registered'],
      ['registered'],
    ]);
    expect(await notificationsOf(grace)).toMatchObject([{ type: 'event_promoted' }]);
    await expectSound(api.db, 'events', coming);
  });

  it('leaves no seat at an event to a person who cancels the conference at the same time', async () => {
    const conference = await aConference(api.db, { event_access: 'registered' });
    const users = await people(api.db, 6);
    const events: Attendable[] = [];
    for (let n = 0; n < 3; n += 1) {
      events.push(await anEvent(api.db, { conference_id: conference.id, capacity: 4 }));
    }
    for (const user of users) await aRegistration(api.db, [user, conference]);

    const answers = await Promise.all(
      users.flatMap((user) => [
        ...events.map((event) => attend(user, event)),
        CONFERENCE.cancel(api.as(user), conference),
      ]),
    );

    expect(answers.filter(({ status }) => ![200, 201, 403].includes(status))).toEqual([]);
    for (const event of events) {
      expect((await statuses(event)).filter((status) => status !== 'cancelled')).toEqual([]);
      await expectSound(api.db, 'events', event);
    }
  });
});

it('a blocked user is skipped when seats are filled, and keeps their place', async () => {
  const { id } = await aConference(api.db, { capacity: 1 });
  const blocked = await aUser(api.db, { is_blocked: true });
  await aRegistration(api.db, [ada, { id }]);
  await aRegistration(api.db, [blocked, { id }], { status: 'waitlisted' });
  await aRegistration(api.db, [grace, { id }], { status: 'waitlisted' });
  const path = `/api/v1/admin/conferences/${id}/attendees`;
  await api.admin().delete(`${path}/${ada.id}`).expect(200);
  const { body } = await api.admin().get(path).expect(200);
  expect(body.data).toMatchObject([
    { user: { id: blocked.id }, status: 'waitlisted', waitlist_position: 1 },
    { user: { id: grace.id }, status: 'registered' },
  ]);
});
