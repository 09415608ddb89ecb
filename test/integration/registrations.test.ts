import type { User } from '../../src/domain/people/users.ts';
import type { Conference } from '../../src/domain/programme/conferences.ts';
import { conferenceAttendables } from '../../src/services/attendance/attendables.service.ts';
import { AttendancesService } from '../../src/services/attendance/attendances.service.ts';
import { NotificationsService } from '../../src/services/messaging/notifications.service.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aConference, aRegistration, aUser, people } from '../support/factories.ts';
import { failure } from '../support/failures.ts';
import { expectSound } from '../support/seats.ts';

type Some = Pick<Conference, 'id'>;

let api: TestApi;
let ada: User;
let grace: User;
let linus: User;

beforeAll(async () => {
  api = await startApi();
  [ada, grace, linus] = await people(api.db, 3);
});
afterAll(() => api.close());

const pathOf = ({ id }: Some) => `/api/v1/conferences/${id}`;
const register = (user: User, conference: Some) =>
  api.as(user).post(`${pathOf(conference)}/register`);
const cancel = (user: User, conference: Some) =>
  api.as(user).delete(`${pathOf(conference)}/register`);
const standing = async (user: User, conference: Some) =>
  (
    await api
      .as(user)
      .get(`${pathOf(conference)}/attendance`)
      .expect(200)
  ).body;
const archive = ({ id }: Some) =>
  api.db('conferences').where({ id }).update({ status: 'archived' });

/** The ids of the conferences whose free seats this person was told of. */
const promotions = async (user: User): Promise<number[]> => {
  const notices = { user_id: user.id, type: 'conference_promoted' };
  const rows = await api.db('notifications').where(notices);
  return rows.map(({ data }) => data.conference_id);
};

interface Row {
  readonly user_id: number;
  readonly status: string;
}

/** Everybody's attendance, in the order of the queue. */
const attendances = ({ id }: Some): Promise<Row[]> =>
  api
    .db('conference_attendances')
    .where({ conference_id: id })
    .orderBy('queue_number')
    .select('user_id', 'status');

describe('POST /conferences/:conference_id/register', () => {
  it('gives a seat', async () => {
    const conference = await aConference(api.db, { capacity: 2 });
    const { body } = await register(ada, conference).expect(201);

    const registration = {
      status: 'registered',
      registered_at: api.now().toISOString(),
      waitlist_position: null,
      checked_in_at: null,
      ticket_type: null,
    };
    expect(body).toEqual({
      conference_id: conference.id,
      ...registration,
      attendee_count: 1,
      spots_left: 1,
    });
    expect(await standing(ada, conference)).toEqual(registration);
    const shown = await api.anonymous().get(pathOf(conference)).expect(200);
    expect(shown.body.attendee_count).toBe(1);
  });

  it('answers the same when asked again, and counts nobody twice', async () => {
    const conference = await aConference(api.db, { capacity: 2 });
    const first = await register(ada, conference).expect(201);
    api.advance(1_000);
    const again = await register(ada, conference).expect(200);
    expect(again.body).toEqual(first.body);
  });

  it('has no end where there is no capacity', async () => {
    const conference = await aConference(api.db);
    for (const user of [ada, grace]) await register(user, conference).expect(201);
    const { body } = await register(linus, conference).expect(201);
    expect(body).toMatchObject({ status: 'registered', attendee_count: 3, spots_left: null });
  });

  it('lets people wait in their order when it is full', async () => {
    const conference = await aConference(api.db, { capacity: 1 });
    await register(ada, conference).expect(201);
    const second = await register(grace, conference).expect(201);
    const third = await register(linus, conference).expect(201);
    const again = await register(grace, conference).expect(200);

    const waiting = { status: 'waitlisted', attendee_count: 1, spots_left: 0 };
    expect(second.body).toMatchObject({ ...waiting, waitlist_position: 1 });
    expect(third.body).toMatchObject({ ...waiting, waitlist_position: 2 });
    expect(again.body).toEqual(second.body);
    expect(await standing(linus, conference)).toMatchObject({ waitlist_position: 2 });
  });

  it('keeps the ticket of the organisers when somebody registers anew', async () => {
    const conference = await aConference(api.db);
    const ticket = { status: 'cancelled', ticket_type: 'speaker' } as const;
    await aRegistration(api.db, [ada, conference], ticket);

    const { body } = await register(ada, conference).expect(201);

    expect(body).toMatchObject({ status: 'registered', ticket_type: 'speaker' });
    expect((await cancel(ada, conference).expect(200)).body.ticket_type).toBe('speaker');
  });

  // The clock of the tests stands at 9:00 UTC on 14 May.
  it.each([
    ['ended yesterday', '2026-05-13', 'UTC', 409],
    [
      'has its last day yesterday, which still lasts in the west',
      '2026-05-13',
      'Pacific/Pago_Pago',
      201,
    ],
    ['had its last day yesterday, a little further east', '2026-05-13', 'America/Los_Angeles', 409],
    ['has its last day today', '2026-05-14', 'Pacific/Kiritimati', 201],
  ])('minds that a conference %s', async (_what, ends_on, timezone, status) => {
    const conference = await aConference(api.db, { starts_on: ends_on, ends_on, timezone });
    const { body } = await register(ada, conference).expect(status);
    if (status === 409) expect(body).toEqual(failure('CONFERENCE_ENDED'));
  });

  it('refuses when it is archived', async () => {
    const conference = await aConference(api.db, { status: 'archived' });
    const { body } = await register(ada, conference).expect(409);
    expect(body).toEqual({
      error: 'Registration for this conference is closed',
      code: 'REGISTRATION_CLOSED',
    });
    expect(await standing(ada, conference)).toMatchObject({ status: 'none' });
  });

  it('still answers those who are in when it has been archived', async () => {
    const archived = await aConference(api.db);
    await register(ada, archived).expect(201);
    await archive(archived);
    await register(ada, archived).expect(200);
  });

  it('knows nothing of a draft, or of none at all', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const { body } = await register(ada, draft).expect(404);
    expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
    await register(ada, { id: 999_999 }).expect(404);
  });

  it.each(['0', '-1', '1.5', 'x', '9007199254740992'])('refuses %s as an id', async (id) => {
    const { body } = await api.as(ada).post(`/api/v1/conferences/${id}/register`).expect(400);
    expect(body).toEqual({
      error: 'conference_id: expected a positive integer',
      code: 'VALIDATION_ERROR',
    });
  });

  it('needs a person', async () => {
    const path = `${pathOf(await aConference(api.db))}/register`;
    await api.anonymous().post(path).expect(401);
    await api.admin().post(path).expect(401);
    await api
      .as(await aUser(api.db, { is_blocked: true }))
      .post(path)
      .expect(403);
  });
});

describe('DELETE /conferences/:conference_id/register', () => {
  it('gives the seat up, and answers the same when asked again', async () => {
    const conference = await aConference(api.db, { capacity: 2 });
    await register(ada, conference).expect(201);
    const first = await cancel(ada, conference).expect(200);
    const again = await cancel(ada, conference).expect(200);

    expect(first.body).toEqual({
      conference_id: conference.id,
      status: 'cancelled',
      registered_at: api.now().toISOString(),
      waitlist_position: null,
      checked_in_at: null,
      ticket_type: null,
      attendee_count: 0,
      spots_left: 2,
    });
    expect(again.body).toEqual(first.body);
    expect(await standing(ada, conference)).toMatchObject({ status: 'cancelled' });
  });

  it('moves the first who waits up and tells them, and only them', async () => {
    const conference = await aConference(api.db, { capacity: 1, name: 'Looms' });
    for (const user of [ada, grace, linus]) await register(user, conference).expect(201);

    const { body } = await cancel(ada, conference).expect(200);

    expect(body).toMatchObject({ status: 'cancelled', attendee_count: 1, spots_left: 0 });
    expect(await standing(grace, conference)).toMatchObject({
      status: 'registered',
      waitlist_position: null,
    });
    expect(await standing(linus, conference)).toMatchObject({
      status: 'waitlisted',
      waitlist_position: 1,
    });
    expect(await api.db('notifications').where({ user_id: grace.id })).toMatchObject([
      {
        type: 'conference_promoted',
        title: 'You have a seat',
        body: expect.stringContaining('Looms'),
        data: { conference_id: conference.id },
      },
    ]);
    expect(await promotions(linus)).not.toContain(conference.id);
    await cancel(ada, conference).expect(200);
    expect(await standing(linus, conference)).toMatchObject({ status: 'waitlisted' });
  });

  it('moves nobody up when it was a place in the queue', async () => {
    const conference = await aConference(api.db, { capacity: 1 });
    for (const user of [ada, grace, linus]) await register(user, conference).expect(201);
    const { body } = await cancel(grace, conference).expect(200);

    expect(body).toMatchObject({ status: 'cancelled', attendee_count: 1, spots_left: 0 });
    expect(await standing(linus, conference)).toMatchObject({ waitlist_position: 1 });
    expect(await promotions(linus)).not.toContain(conference.id);
  });

  it('sends who comes back to the end of the queue', async () => {
    const conference = await aConference(api.db, { capacity: 1 });
    for (const user of [ada, grace, linus]) await register(user, conference).expect(201);
    await cancel(ada, conference).expect(200);
    api.advance(1_000);
    const { body } = await register(ada, conference).expect(201);

    expect(body).toMatchObject({
      status: 'waitlisted',
      waitlist_position: 2,
      registered_at: api.now().toISOString(),
    });
    expect((await attendances(conference)).map(({ user_id }) => user_id)).toEqual([
      grace.id,
      linus.id,
      ada.id,
    ]);
  });

  it('moves nobody up when the notice cannot be written, and keeps the seat', async () => {
    const conference = await aConference(api.db, { capacity: 1 });
    for (const user of [ada, grace]) await register(user, conference).expect(201);
    await api.db.raw(`
      create function refuse() returns trigger language plpgsql
        as $$ begin raise exception 'no notices today'; end $$;
      create trigger refuse before insert on notifications execute function refuse();`);

    await cancel(ada, conference).expect(500);
    await api.db.raw('drop function refuse cascade');

    expect(await standing(ada, conference)).toMatchObject({ status: 'registered' });
    expect(await standing(grace, conference)).toMatchObject({ status: 'waitlisted' });
    await expectSound(api.db, 'conferences', conference);
  });

  it('lets people leave an archived conference, and moves nobody up to it', async () => {
    const conference = await aConference(api.db, { capacity: 1 });
    for (const user of [ada, grace]) await register(user, conference).expect(201);
    await archive(conference);

    const { body } = await cancel(ada, conference).expect(200);

    expect(body).toMatchObject({ status: 'cancelled', attendee_count: 0 });
    expect(await standing(grace, conference)).toMatchObject({ status: 'waitlisted' });
    expect(await promotions(grace)).not.toContain(conference.id);
  });

  it('refuses from the moment on when the last day is over, by the clocks of the conference', async () => {
    // Midnight in Apia, 13 hours ahead, is 11:00 in Greenwich.
    const days = { starts_on: '2026-05-14', ends_on: '2026-05-14', timezone: 'Pacific/Apia' };
    const conference = await aConference(api.db, { ...days, capacity: 1 });
    for (const user of [ada, grace]) await register(user, conference).expect(201);
    const end = Date.parse('2026-05-14T11:00:00Z');
    api.advance(end - 1 - api.now().getTime());
    await cancel(grace, conference).expect(200);
    await register(grace, conference).expect(201);
    api.advance(1);

    expect((await cancel(ada, conference).expect(409)).body).toEqual({
      error: 'This conference is over',
      code: 'CONFERENCE_ENDED',
    });
    expect((await register(linus, conference).expect(409)).body).toEqual(
      failure('CONFERENCE_ENDED'),
    );
    await register(ada, conference).expect(200);
    expect(await standing(grace, conference)).toMatchObject({ status: 'waitlisted' });
  });

  it('refuses who has checked in', async () => {
    const conference = await aConference(api.db);
    await aRegistration(api.db, [ada, conference], { status: 'checked_in' });

    const { body } = await cancel(ada, conference).expect(409);

    expect(body).toEqual({ error: 'You have already checked in', code: 'CONFLICT' });
    const again = await register(ada, conference).expect(200);
    expect(again.body).toMatchObject({
      status: 'checked_in',
      checked_in_at: '2026-05-14T08:00:00.000Z',
      attendee_count: 1,
    });
  });

  it('knows nothing of who never registered, of a draft, or of none at all', async () => {
    const { body } = await cancel(ada, await aConference(api.db)).expect(404);
    expect(body).toEqual({ error: 'attendance not found', code: 'NOT_FOUND' });

    const draft = await aConference(api.db, { status: 'draft' });
    await aRegistration(api.db, [ada, draft]);
    await cancel(ada, draft).expect(404);
    await cancel(ada, { id: 999_999 }).expect(404);
  });

  it('needs a person and a conference', async () => {
    await api.anonymous().delete('/api/v1/conferences/1/register').expect(401);
    await api.as(ada).delete('/api/v1/conferences/x/register').expect(400);
  });
});

describe('GET /conferences/:conference_id/attendance', () => {
  it('is none of who never asked, and has the ticket of the organisers', async () => {
    const conference = await aConference(api.db, { status: 'archived' });
    const none = {
      status: 'none',
      registered_at: null,
      waitlist_position: null,
      checked_in_at: null,
      ticket_type: null,
    };
    expect(await standing(ada, conference)).toEqual(none);

    const inside = { status: 'checked_in', ticket_type: 'press' } as const;
    await aRegistration(api.db, [ada, conference], inside);
    expect(await standing(ada, conference)).toEqual({
      ...none,
      ...inside,
      registered_at: '2026-05-01T12:00:00.000Z',
      checked_in_at: '2026-05-14T08:00:00.000Z',
    });
    expect(await standing(grace, conference)).toEqual(none);
  });

  it('knows nothing of a draft, or of none at all', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    for (const path of [pathOf(draft), pathOf({ id: 999_999 })]) {
      const { body } = await api.as(ada).get(`${path}/attendance`).expect(404);
      expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
    }
  });

  it('needs a person and a conference', async () => {
    await api.anonymous().get('/api/v1/conferences/1/attendance').expect(401);
    await api.as(ada).get('/api/v1/conferences/x/attendance').expect(400);
  });
});

describe('when many press at once', () => {
  let crowd: User[];

  beforeAll(async () => {
    crowd = await people(api.db, 25);
  });

  it('25 people for 5 seats of two processes are 5 who come and 20 who wait, each with a place', async () => {
    const other = await startApi({ on: api });
    const conference = await aConference(api.db, { capacity: 5 });

    const answers = await Promise.all(
      crowd.map((user, n) => (n % 2 ? api : other).as(user).post(`${pathOf(conference)}/register`)),
    );
    await other.close();

    const bodies = answers.map(({ body }) => body);
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(201));
    expect(bodies.filter(({ status }) => status === 'registered')).toHaveLength(5);
    const positions = bodies.map((body) => body.waitlist_position).filter((place) => place);
    expect(positions.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    for (const [n, user] of crowd.entries()) {
      const { status, waitlist_position } = bodies[n];
      expect(await standing(user, conference)).toMatchObject({ status, waitlist_position });
    }
    await expectSound(api.db, 'conferences', conference);
  });

  it('50 times the same person is one, and 50 cancellations free one seat', async () => {
    const conference = await aConference(api.db, { capacity: 2 });
    const times = <T>(press: () => PromiseLike<T>) =>
      Promise.all(Array.from({ length: 50 }, press));

    const answers = await times(() => register(ada, conference));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(49).fill(200), 201]);
    await expectSound(api.db, 'conferences', conference);

    for (const user of crowd.slice(0, 3)) await register(user, conference).expect(201);
    const cancellations = await times(() => cancel(ada, conference));
    expect(new Set(cancellations.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await attendances(conference);
    expect(rows.filter(({ status }) => status === 'waitlisted')).toHaveLength(1);
    await expectSound(api.db, 'conferences', conference);
  });

  it('people who come and go never fill more seats than there are, nor leave one empty', async () => {
    const other = await startApi({ on: api });
    const conference = await aConference(api.db, { capacity: 5 });
    const path = `${pathOf(conference)}/register`;

    for (let round = 0; round < 4; round += 1) {
      const presses = crowd.flatMap((user, n) => [
        api.as(user).post(path),
        ...((n + round) % 2 === 0 ? [other.as(user).delete(path)] : []),
      ]);
      const answers = await Promise.all(presses);
      for (const { status } of answers) expect([200, 201, 404]).toContain(status);
      await expectSound(api.db, 'conferences', conference);
    }
    await other.close();

    const told = (await Promise.all(crowd.map(promotions))).flat();
    expect(told).toContain(conference.id);
  });
});

describe('a person who is erased', () => {
  it('leaves what is still to come, from their seat or the queue, and others move up', async () => {
    const [gone, waiting] = await people(api.db, 3);
    const [comes, waits] = [
      await aConference(api.db, { capacity: 1 }),
      await aConference(api.db, { capacity: 1 }),
    ];
    await register(waiting, waits).expect(201);
    for (const conference of [waits, comes]) await register(gone, conference).expect(201);
    await register(waiting, comes).expect(201);

    await api.as(gone).delete('/api/v1/users/me').expect(200);

    for (const conference of [comes, waits]) {
      expect(await attendances(conference)).toEqual(
        expect.arrayContaining([
          { user_id: gone.id, status: 'cancelled' },
          { user_id: waiting.id, status: 'registered' },
        ]),
      );
      await expectSound(api.db, 'conferences', conference);
    }
    expect(await promotions(waiting)).toEqual([comes.id]);
  });

  it('leaves its seats to others while they come and go', async () => {
    const group = await people(api.db, 12);
    const [sea, hills] = [
      await aConference(api.db, { capacity: 3 }),
      await aConference(api.db, { capacity: 3 }),
    ];
    for (const user of group) {
      for (const conference of [sea, hills]) await register(user, conference).expect(201);
    }

    const answers = await Promise.all(
      group.flatMap((user, n) => [
        n % 2 === 0 ? api.as(user).delete('/api/v1/users/me') : cancel(user, n % 3 ? sea : hills),
        register(user, sea),
      ]),
    );

    for (const { status } of answers) expect([200, 201, 401]).toContain(status);
    for (const conference of [sea, hills]) {
      await expectSound(api.db, 'conferences', conference);
      const kept = api
        .db('conference_attendances as a')
        .join('users as u', 'u.id', 'a.user_id')
        .where('a.conference_id', conference.id)
        .whereNot('a.status', 'cancelled')
        .whereNotNull('u.erased_at');
      expect(await kept).toEqual([]);
    }
  });

  it('stays in the list of what is over', async () => {
    const [gone] = await people(api.db, 3);
    const over = await aConference(api.db, { starts_on: '2026-05-01', ends_on: '2026-05-02' });
    await aRegistration(api.db, [gone, over], { status: 'checked_in' });

    await api.as(gone).delete('/api/v1/users/me').expect(200);

    expect(await attendances(over)).toEqual([{ user_id: gone.id, status: 'checked_in' }]);
  });

  it('gets no seat by a request that was under way', async () => {
    const [gone] = await people(api.db, 3);
    const conference = await aConference(api.db);
    const erased = { messenger_id: null, erased_at: api.now() };
    await api.db('users').where({ id: gone.id }).update(erased);
    const service = new AttendancesService({
      store: api.store,
      attendables: conferenceAttendables(new NotificationsService()),
      now: api.now,
    });

    await expect(service.attend(gone.id, conference.id)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await attendances(conference)).toEqual([]);
  });
});
