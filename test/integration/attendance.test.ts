import type { User } from '../../src/domain/people/users.ts';
import type { Event } from '../../src/domain/programme/events.ts';
import type { Store } from '../../src/repositories/store.ts';
import { eventAttendables } from '../../src/services/attendance/attendables.service.ts';
import { AttendancesService } from '../../src/services/attendance/attendances.service.ts';
import { NotificationsService } from '../../src/services/messaging/notifications.service.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aConference, anEvent, people } from '../support/factories.ts';
import { failure } from '../support/failures.ts';
import { expectSound } from '../support/seats.ts';

const HOUR_MS = 60 * 60 * 1_000;

let api: TestApi;
let ada: User;
let grace: User;
let linus: User;

beforeAll(async () => {
  api = await startApi();
  [ada, grace, linus] = await people(api.db, 3);
});
afterAll(() => api.close());

const attend = (user: User, event: Pick<Event, 'id'>) =>
  api.as(user).post('/api/v1/events/attend').send({ event_id: event.id });
const cancel = (user: User, event: Pick<Event, 'id'>) =>
  api.as(user).delete(`/api/v1/events/${event.id}/attend`);
const standing = async (user: User, event: Pick<Event, 'id'>) =>
  (await api.as(user).get(`/api/v1/events/${event.id}/attendance`).expect(200)).body;
const change = (event: Pick<Event, 'id'>, body: object) =>
  api.admin().put(`/api/v1/admin/events/${event.id}`).send(body);

/** The ids of the events whose free seats this person was told of. */
const promotions = async (user: User) => {
  const rows = await api.db('notifications').where({ user_id: user.id, type: 'event_promoted' });
  return rows.map(({ data }) => data.event_id);
};

interface Row {
  user_id: number;
  status: string;
  position: number | null;
}

/** Everybody's attendance, as each of them is told, in the order of the queue. */
async function attendances(event: Pick<Event, 'id'>): Promise<Row[]> {
  const { rows } = await api.db.raw(
    `select user_id, status,
            case status when 'waitlisted' then
              rank() over (partition by status order by queue_number) end as position
       from event_attendances where event_id = ? order by queue_number`,
    [event.id],
  );
  return rows;
}

describe('POST /events/attend', () => {
  it('gives a seat', async () => {
    const event = await anEvent(api.db, { capacity: 2 });
    const { body } = await attend(ada, event).expect(201);

    expect(body).toEqual({
      event_id: event.id,
      status: 'registered',
      registered_at: api.now().toISOString(),
      waitlist_position: null,
      checked_in_at: null,
      attendee_count: 1,
      spots_left: 1,
    });
    expect(await standing(ada, event)).toEqual({
      status: 'registered',
      registered_at: api.now().toISOString(),
      waitlist_position: null,
      checked_in_at: null,
    });
  });

  it('answers the same when asked again, and counts nobody twice', async () => {
    const event = await anEvent(api.db, { capacity: 2 });
    const first = await attend(ada, event).expect(201);
    api.advance(1_000);
    const again = await attend(ada, event).expect(200);
    expect(again.body).toEqual(first.body);
  });

  it('has no end where there is no capacity', async () => {
    const event = await anEvent(api.db);
    for (const user of [ada, grace]) await attend(user, event).expect(201);
    const { body } = await attend(linus, event).expect(201);
    expect(body).toMatchObject({ status: 'registered', attendee_count: 3, spots_left: null });
  });

  it('lets people wait in their order when it is full', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    await attend(ada, event).expect(201);
    const second = await attend(grace, event).expect(201);
    const third = await attend(linus, event).expect(201);
    const again = await attend(grace, event).expect(200);

    const waiting = { status: 'waitlisted', attendee_count: 1, spots_left: 0 };
    expect(second.body).toMatchObject({ ...waiting, waitlist_position: 1 });
    expect(third.body).toMatchObject({ ...waiting, waitlist_position: 2 });
    expect(again.body).toEqual(second.body);
    expect(await standing(linus, event)).toMatchObject({ waitlist_position: 2 });
  });

  it.each([
    [
      'it is over',
      { ends_at: '2026-05-14T09:00:00Z', starts_at: '2026-05-14T08:00:00Z' },
      'EVENT_ENDED',
    ],
    [
      'registration is closed',
      { registration_closes_at: '2026-05-14T09:00:00Z' },
      'REGISTRATION_CLOSED',
    ],
    ['it is cancelled', { status: 'cancelled' }, 'EVENT_CANCELLED'],
  ])('refuses when %s', async (_why, given, code) => {
    const event = await anEvent(api.db, given);
    const { body } = await attend(ada, event).expect(409);
    expect(body).toEqual(failure(code));
    expect(await standing(ada, event)).toMatchObject({ status: 'none' });
  });

  it('still answers those who are in when registration has closed', async () => {
    const event = await anEvent(api.db);
    await attend(ada, event).expect(201);
    await change(event, { registration_closes_at: api.now().toISOString() }).expect(200);
    await attend(ada, event).expect(200);
    await attend(grace, event).expect(409);
  });

  it.each(['pending', 'rejected'])('knows nothing of an event that is %s', async (status) => {
    const { body } = await attend(ada, await anEvent(api.db, { status })).expect(404);
    expect(body).toEqual({ error: 'event not found', code: 'NOT_FOUND' });
  });

  it('knows nothing of an event of a draft conference, or none at all', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'draft' });
    await attend(ada, await anEvent(api.db, { conference_id })).expect(404);
    await attend(ada, { id: 999_999 }).expect(404);
  });

  it.each([undefined, 0, -1, 1.5, '1', null, 2 ** 53])(
    'refuses %p as an event',
    async (event_id) => {
      const { body } = await api
        .as(ada)
        .post('/api/v1/events/attend')
        .send({ event_id })
        .expect(400);
      expect(body).toEqual(failure('VALIDATION_ERROR'));
      expect(body.error).toContain('event_id: ');
    },
  );

  it('needs a person', async () => {
    await api.anonymous().post('/api/v1/events/attend').send({ event_id: 1 }).expect(401);
    await api.admin().post('/api/v1/events/attend').send({ event_id: 1 }).expect(401);
  });
});

describe('DELETE /events/:id/attend', () => {
  it('gives the seat up, and answers the same when asked again', async () => {
    const event = await anEvent(api.db, { capacity: 2 });
    await attend(ada, event).expect(201);
    const first = await cancel(ada, event).expect(200);
    const again = await cancel(ada, event).expect(200);

    expect(first.body).toEqual({
      event_id: event.id,
      status: 'cancelled',
      registered_at: api.now().toISOString(),
      waitlist_position: null,
      checked_in_at: null,
      attendee_count: 0,
      spots_left: 2,
    });
    expect(again.body).toEqual(first.body);
    expect(await standing(ada, event)).toMatchObject({ status: 'cancelled' });
  });

  it('moves the first who waits up and tells them, and only them', async () => {
    const event = await anEvent(api.db, { capacity: 1, title: 'Looms' });
    for (const user of [ada, grace, linus]) await attend(user, event).expect(201);

    const { body } = await cancel(ada, event).expect(200);

    expect(body).toMatchObject({ status: 'cancelled', attendee_count: 1, spots_left: 0 });
    expect(await standing(grace, event)).toMatchObject({
      status: 'registered',
      waitlist_position: null,
    });
    expect(await standing(linus, event)).toMatchObject({
      status: 'waitlisted',
      waitlist_position: 1,
    });
    expect(await api.db('notifications').where({ user_id: grace.id })).toMatchObject([
      {
        type: 'event_promoted',
        title: 'You have a seat',
        body: expect.stringContaining('Looms'),
        data: { event_id: event.id },
      },
    ]);
    expect(await promotions(linus)).not.toContain(event.id);
    await cancel(ada, event).expect(200);
    expect(await standing(linus, event)).toMatchObject({ status: 'waitlisted' });
  });

  it('moves nobody up when it was a place in the queue', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    for (const user of [ada, grace, linus]) await attend(user, event).expect(201);
    const { body } = await cancel(grace, event).expect(200);

    expect(body).toMatchObject({ status: 'cancelled', attendee_count: 1, spots_left: 0 });
    expect(await standing(linus, event)).toMatchObject({ waitlist_position: 1 });
  });

  it('sends who comes back to the end of the queue', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    for (const user of [ada, grace, linus]) await attend(user, event).expect(201);
    await cancel(ada, event).expect(200);
    api.advance(1_000);
    const { body } = await attend(ada, event).expect(201);

    expect(body).toMatchObject({
      status: 'waitlisted',
      waitlist_position: 2,
      registered_at: api.now().toISOString(),
    });
    expect((await attendances(event)).map(({ user_id }) => user_id)).toEqual([
      grace.id,
      linus.id,
      ada.id,
    ]);
  });

  it('moves nobody up when the notice cannot be written, and keeps the seat', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    for (const user of [ada, grace]) await attend(user, event).expect(201);
    await api.db.raw(`
      create function refuse() returns trigger language plpgsql
        as $$ begin raise exception 'no notices today'; end $$;
      create trigger refuse before insert on notifications execute function refuse();`);

    await cancel(ada, event).expect(500);
    await api.db.raw('drop function refuse cascade');

    expect(await standing(ada, event)).toMatchObject({ status: 'registered' });
    expect(await standing(grace, event)).toMatchObject({ status: 'waitlisted' });
    await expectSound(api.db, 'events', event);
  });

  it('still moves people up when registration has closed: they came in time', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    for (const user of [ada, grace]) await attend(user, event).expect(201);
    await change(event, { registration_closes_at: api.now().toISOString() }).expect(200);
    await cancel(ada, event).expect(200);
    expect(await standing(grace, event)).toMatchObject({ status: 'registered' });
  });

  it('lets people leave a cancelled event, and moves nobody up to it', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    for (const user of [ada, grace]) await attend(user, event).expect(201);
    await change(event, { status: 'cancelled' }).expect(200);

    const { body } = await cancel(ada, event).expect(200);

    expect(body).toMatchObject({ status: 'cancelled', attendee_count: 0 });
    expect(await standing(grace, event)).toMatchObject({ status: 'waitlisted' });
    expect(await promotions(grace)).not.toContain(event.id);
    expect((await attend(ada, event).expect(409)).body).toEqual(failure('EVENT_CANCELLED'));
  });

  it('refuses when the event is over', async () => {
    const event = await anEvent(api.db, {
      starts_at: api.now(),
      ends_at: new Date(api.now().getTime() + HOUR_MS),
    });
    await attend(ada, event).expect(201);
    api.advance(HOUR_MS);

    const { body } = await cancel(ada, event).expect(409);

    expect(body).toEqual(failure('EVENT_ENDED'));
    await attend(ada, event).expect(200);
    expect((await attend(grace, event).expect(409)).body).toEqual(failure('EVENT_ENDED'));
  });

  it('refuses who has checked in', async () => {
    const event = await anEvent(api.db);
    await attend(ada, event).expect(201);
    const checked_in_at = api.now().toISOString();
    await api
      .db('event_attendances')
      .where({ event_id: event.id })
      .update({ status: 'checked_in', checked_in_at });

    const { body } = await cancel(ada, event).expect(409);

    expect(body).toEqual(failure('CONFLICT'));
    const again = await attend(ada, event).expect(200);
    expect(again.body).toMatchObject({ status: 'checked_in', checked_in_at, attendee_count: 1 });
  });

  it('knows nothing of who never asked to come', async () => {
    const { body } = await cancel(ada, await anEvent(api.db)).expect(404);
    expect(body).toEqual({ error: 'attendance not found', code: 'NOT_FOUND' });
    await cancel(ada, { id: 999_999 }).expect(404);
  });

  it('needs a person and an event', async () => {
    await api.anonymous().delete('/api/v1/events/1/attend').expect(401);
    await api.as(ada).delete('/api/v1/events/x/attend').expect(400);
  });
});

describe('GET /events/:id/attendance', () => {
  it.each(['pending', 'rejected'])('knows nothing of an event that is %s', async (status) => {
    const event = await anEvent(api.db, { status });
    const { body } = await api.as(ada).get(`/api/v1/events/${event.id}/attendance`).expect(404);
    expect(body).toEqual(failure('NOT_FOUND'));
  });

  it('needs a person and an event', async () => {
    await api.anonymous().get('/api/v1/events/1/attendance').expect(401);
    await api.as(ada).get('/api/v1/events/x/attendance').expect(400);
  });
});

describe('a change of capacity', () => {
  it('moves as many people up as there are seats, in their order, and tells each', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    const crowd = await people(api.db, 5);
    for (const user of crowd) await attend(user, event).expect(201);

    const { body } = await change(event, { capacity: 3 }).expect(200);

    expect(body).toMatchObject({ capacity: 3, attendee_count: 3, spots_left: 0 });
    expect(await attendances(event)).toEqual(
      crowd.map((user, place) => ({
        user_id: user.id,
        status: place < 3 ? 'registered' : 'waitlisted',
        position: place < 3 ? null : place - 2,
      })),
    );
    const told = await Promise.all(crowd.map(promotions));
    expect(told.map((ids) => ids.length)).toEqual([0, 1, 1, 0, 0]);
  });

  it('moves everybody up when there is no limit any more', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    for (const user of [ada, grace, linus]) await attend(user, event).expect(201);
    const { body } = await change(event, { capacity: null }).expect(200);
    expect(body).toMatchObject({ capacity: null, attendee_count: 3, spots_left: null });
  });

  it('cannot go below those who come, but down to them', async () => {
    const event = await anEvent(api.db, { capacity: 5 });
    for (const user of [ada, grace]) await attend(user, event).expect(201);
    const { body } = await change(event, { capacity: 1 }).expect(409);

    expect(body).toEqual({
      error: 'capacity: 2 attendees are already registered',
      code: 'CONFLICT',
    });
    expect((await change(event, { capacity: 2 }).expect(200)).body.spots_left).toBe(0);
  });

  it('limits what had no limit', async () => {
    const event = await anEvent(api.db);
    for (const user of [ada, grace]) await attend(user, event).expect(201);
    await change(event, { capacity: 1 }).expect(409);
    await change(event, { capacity: 2 }).expect(200);
    expect((await attend(linus, event)).body).toMatchObject({ status: 'waitlisted' });
  });

  it('moves nobody up in an event that is over, until it goes on', async () => {
    const event = await anEvent(api.db, {
      capacity: 1,
      starts_at: api.now(),
      ends_at: new Date(api.now().getTime() + HOUR_MS),
    });
    for (const user of [ada, grace]) await attend(user, event).expect(201);
    api.advance(HOUR_MS);
    await change(event, { capacity: 2 }).expect(200);
    expect(await standing(grace, event)).toMatchObject({ status: 'waitlisted' });

    await change(event, { ends_at: new Date(api.now().getTime() + HOUR_MS) }).expect(200);
    expect(await standing(grace, event)).toMatchObject({ status: 'registered' });
  });
});

describe('when many press at once', () => {
  let crowd: User[];

  beforeAll(async () => {
    crowd = await people(api.db, 25);
  });

  it('25 people for 5 seats are 5 who come and 20 who wait, each with a place', async () => {
    const event = await anEvent(api.db, { capacity: 5 });

    const answers = await Promise.all(crowd.map((user) => attend(user, event)));

    const bodies = answers.map(({ body }) => body);
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(201));
    expect(bodies.filter(({ status }) => status === 'registered')).toHaveLength(5);
    const positions = bodies.map((body) => body.waitlist_position).filter((place) => place);
    expect(positions.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    for (const [n, user] of crowd.entries()) {
      const { status, waitlist_position } = bodies[n];
      expect(await standing(user, event)).toMatchObject({ status, waitlist_position });
    }
    await expectSound(api.db, 'events', event);
  });

  it('50 times the same person is one', async () => {
    const event = await anEvent(api.db, { capacity: 5 });

    const answers = await Promise.all(Array.from({ length: 50 }, () => attend(ada, event)));

    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(49).fill(200), 201]);
    expect(await attendances(event)).toHaveLength(1);
    await expectSound(api.db, 'events', event);
  });

  it('50 cancellations of one person free one seat', async () => {
    const event = await anEvent(api.db, { capacity: 2 });
    for (const user of crowd.slice(0, 5)) await attend(user, event).expect(201);
    const [first] = crowd as [User];

    const answers = await Promise.all(Array.from({ length: 50 }, () => cancel(first, event)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await attendances(event);
    expect(rows.filter(({ status }) => status === 'waitlisted')).toHaveLength(2);
    await expectSound(api.db, 'events', event);
  });

  it('people who come and go never fill more seats than there are, nor leave one empty', async () => {
    const event = await anEvent(api.db, { capacity: 5 });

    for (let round = 0; round < 4; round += 1) {
      const presses = crowd.flatMap((user, n) => [
        attend(user, event),
        ...((n + round) % 2 === 0 ? [cancel(user, event)] : []),
      ]);
      const answers = await Promise.all(presses);
      for (const { status } of answers) expect([200, 201, 404]).toContain(status);
      await expectSound(api.db, 'events', event);
    }
    const told = await Promise.all(crowd.map(promotions));
    const promoted = told.flat().filter((id) => id === event.id).length;
    expect(promoted).toBeGreaterThan(0);
  });

  it('a capacity that goes up and down meanwhile is kept', async () => {
    const event = await anEvent(api.db, { capacity: 1 });

    const answers = await Promise.all([
      ...crowd.map((user) => attend(user, event)),
      ...[4, 2, 9, 6, 12].map((capacity) => change(event, { capacity })),
      ...crowd.slice(0, 10).map((user) => cancel(user, event)),
    ]);

    for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
    await expectSound(api.db, 'events', event);
  });

  it('two processes give out the same seats', async () => {
    const other = await startApi({ on: api });
    const event = await anEvent(api.db, { capacity: 5 });

    await Promise.all(
      crowd.map((user, n) =>
        (n % 2 ? api : other).as(user).post('/api/v1/events/attend').send({ event_id: event.id }),
      ),
    );
    await other.close();

    const rows = await attendances(event);
    expect(rows.filter(({ status }) => status === 'registered')).toHaveLength(5);
    expect(rows.filter(({ status }) => status === 'waitlisted')).toHaveLength(20);
    await expectSound(api.db, 'events', event);
  });
});

describe('a person who is erased', () => {
  let store: Store;
  let service: AttendancesService<Event>;

  beforeAll(() => {
    store = api.store;
    service = new AttendancesService({
      store,
      attendables: eventAttendables(new NotificationsService()),
      now: api.now,
    });
  });

  it('leaves all that is still to come, and others move up', async () => {
    const [gone, waiting] = await people(api.db, 3);
    const comes = await anEvent(api.db, { capacity: 1 });
    const waits = await anEvent(api.db, { capacity: 1 });
    const inside = await anEvent(api.db, { capacity: 1 });
    await attend(waiting, waits).expect(201);
    for (const event of [inside, waits, comes]) await attend(gone, event).expect(201);
    for (const event of [comes, inside]) await attend(waiting, event).expect(201);
    await api
      .db('event_attendances')
      .where({ event_id: inside.id, user_id: gone.id })
      .update({ status: 'checked_in', checked_in_at: api.now() });

    await store.transaction((tx) => service.cancelAllOf(tx, gone.id));

    for (const event of [comes, waits, inside]) {
      expect(await attendances(event)).toEqual(
        expect.arrayContaining([
          { user_id: gone.id, status: 'cancelled', position: null },
          { user_id: waiting.id, status: 'registered', position: null },
        ]),
      );
      await expectSound(api.db, 'events', event);
    }
    expect((await promotions(waiting)).toSorted()).toEqual([comes.id, inside.id].toSorted());
  });

  it('leaves its seats to others while they come and go', async () => {
    const group = await people(api.db, 12);
    const events = [await anEvent(api.db, { capacity: 3 }), await anEvent(api.db, { capacity: 3 })];
    for (const user of group) for (const event of events) await attend(user, event).expect(201);

    const answers = await Promise.all(
      group.flatMap((user, n) => [
        n % 2 === 0
          ? api.as(user).delete('/api/v1/users/me')
          : cancel(user, events[n % 3 ? 0 : 1] as Event),
        attend(user, events[0] as Event),
      ]),
    );

    for (const { status } of answers) expect([200, 201, 401]).toContain(status);
    for (const event of events) {
      await expectSound(api.db, 'events', event);
      const seats = api.db('event_attendances as a').join('users as u', 'u.id', 'a.user_id');
      expect(
        await seats
          .where('a.event_id', event.id)
          .whereNot('status', 'cancelled')
          .whereNotNull('u.erased_at'),
      ).toEqual([]);
    }
  });

  it('stays in the list of what is over', async () => {
    const [gone] = await people(api.db, 3);
    const event = await anEvent(api.db, {
      starts_at: api.now(),
      ends_at: new Date(api.now().getTime() + HOUR_MS),
    });
    await attend(gone, event).expect(201);
    api.advance(HOUR_MS);

    await store.transaction((tx) => service.cancelAllOf(tx, gone.id));

    expect(await attendances(event)).toMatchObject([{ status: 'registered' }]);
  });

  it('gets no seat by a request that was under way', async () => {
    const [gone] = await people(api.db, 3);
    const event = await anEvent(api.db);
    await api
      .db('users')
      .where({ id: gone.id })
      .update({ messenger_id: null, erased_at: api.now() });

    await expect(service.attend(gone.id, event.id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await attendances(event)).toEqual([]);
  });
});
