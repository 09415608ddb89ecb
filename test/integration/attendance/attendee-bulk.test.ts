import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anAttendance, anEvent, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { countQueries } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';

let api: TestApi;
/** Another process on the same database. */
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
  for (const table of ['events', 'conferences', 'users']) await api.db(table).delete();
  await emptyAuditLog(api.db);
  users = await people(api.db, 8);
});

const idsOf = (...places: number[]) => places.map((place) => users[place]?.id as number);
const notificationsOf = async (user: User | undefined) => {
  const { body } = await api
    .as(user as User)
    .get('/api/v1/notifications')
    .expect(200);
  return body.data.map(({ type }: { type: string }) => type);
};

interface Result {
  readonly user_id: number | null;
  readonly invitation_id: number | null;
  readonly status: string | null;
  readonly changed: boolean;
  readonly code: string | null;
}
/** The statuses and codes of an answer. */
const outcomes = ({ results }: { readonly results: readonly Result[] }) =>
  results.map(({ status, changed, code }) => code ?? (changed ? status : `still ${status}`));

describe.each(ATTENDABLE_KINDS)('POST /admin/$table/…/attendees/bulk', (kind) => {
  const { noun, table, attendances } = kind;
  const FULL = `${noun.toUpperCase()}_FULL`;
  let attendable: Attendable;
  let path: string;

  const start = async (capacity: number | null, attending: number) => {
    attendable = await kind.create(api.db, { capacity });
    path = `/api/v1/admin/${table}/${attendable.id}`;
    for (const user of users.slice(0, attending)) {
      await kind.attend(api.as(user), attendable).expect(201);
    }
  };
  const bulk = (body: object, on = api) => on.admin().post(`${path}/attendees/bulk`).send(body);
  const changed = async (body: object) => outcomes((await bulk(body).expect(200)).body);
  const statuses = () =>
    api
      .db(attendances)
      .whereIn('user_id', idsOf(0, 1, 2, 3, 4, 5, 6, 7))
      .orderBy('user_id')
      .pluck('status');
  const sound = () => expectSound(api.db, table, attendable);

  it('cancels some, and gives their seats to those who wait and were not named', async () => {
    await start(3, 6);
    const user_ids = idsOf(0, 1, 3);
    const body = { user_ids, status: 'cancelled' };
    const answer = (await bulk(body).expect(200)).body;
    expect(answer).toMatchObject({
      dry_run: false,
      results: [{ user_id: user_ids[0], error: null }, {}, {}],
    });
    expect(outcomes(answer)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(await statuses()).toEqual([
      ...['cancelled', 'cancelled', 'registered', 'cancelled'],
      ...['registered', 'registered'],
    ]);
    // The fourth user waited, was named, and never had a seat to lose.
    expect(await notificationsOf(users[3])).toEqual(['seat_taken']);
    expect(await notificationsOf(users[4])).toEqual([`${noun}_promoted`]);
    await sound();

    expect(await changed(body)).toEqual(Array(3).fill('still cancelled'));
    expect(await notificationsOf(users[0])).toEqual(['seat_taken']);
    const audit = await api.db('audit_log').orderBy('id');
    expect(audit.map(({ action, after }) => [action, after])).toEqual(
      user_ids.map((user_id) => [`${noun}.update_attendee`, { user_id, status: 'cancelled' }]),
    );
  });

  it('gives the free seats to the first of the ids, and refuses the others one by one', async () => {
    await start(1, 3);
    await api.db(table).where({ id: attendable.id }).update({ capacity: 2 });
    const user_ids = [...idsOf(2), 999_999, ...idsOf(1, 0, 7, 2)];
    const wish = { user_ids, status: 'registered' };
    expect(await changed(wish)).toEqual([
      'registered',
      'NOT_FOUND',
      FULL,
      'still registered',
      'NOT_FOUND',
    ]);
    await api
      .db(table)
      .where({ id: attendable.id })
      .update({ capacity: 1, over_capacity_count: 1 });
    expect(await changed({ ...wish, user_ids: idsOf(1), over_capacity: true })).toEqual([
      'registered',
    ]);
    const row = await api.db(table).where({ id: attendable.id }).first();
    expect([row.attendee_count, row.over_capacity_count]).toEqual([3, 2]);
    const { after } = await api.db('audit_log').orderBy('id', 'desc').first();
    expect(after).toEqual({ user_id: users[1]?.id, status: 'registered', over_capacity: true });
  });

  it('moves attendees to the end of the waitlist in the order of the ids', async () => {
    await start(2, 3);
    expect(await changed({ user_ids: idsOf(1, 0), status: 'waitlisted' })).toEqual([
      'waitlisted',
      'waitlisted',
    ]);
    const { body } = await api.admin().get(`${path}/attendees?status=waitlisted`).expect(200);
    const places = body.data.map(
      (one: { user: User; waitlist_position: number; version: number }) => [
        one.user.id,
        one.waitlist_position,
        one.version,
      ],
    );
    expect(places).toEqual([
      [users[1]?.id, 1, 2],
      [users[0]?.id, 2, 2],
    ]);
    expect((await statuses())[2]).toBe('registered');
  });

  it('withdraws attendees, and notifies nobody without notify', async () => {
    await start(2, 3);
    const body = { user_ids: idsOf(0, 7), status: 'withdrawn', notify: false };
    expect(await changed(body)).toEqual(['withdrawn', 'NOT_FOUND']);
    expect(await statuses()).toEqual(['registered', 'registered']);
    expect(await notificationsOf(users[0])).toEqual([]);
    expect(await changed(body)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const actions = await api.db('audit_log').pluck('action');
    expect(actions).toEqual([`${noun}.remove_attendee`]);
    await sound();
  });

  it('tries a change: the answer of the change, and nothing is changed', async () => {
    await start(2, 4);
    const body = { user_ids: idsOf(0, 7), status: 'cancelled' };
    const tried = (await bulk({ ...body, dry_run: true }).expect(200)).body;
    const before = await statuses();
    expect(before).toEqual(['registered', 'registered', 'waitlisted', 'waitlisted']);
    const done = (await bulk(body).expect(200)).body;
    // One who loses a seat, and one who gets it.
    expect(tried).toEqual({ ...done, dry_run: true, would_notify: 2 });
    expect(await notificationsOf(users[0])).toEqual(['seat_taken']);
  });

  it('sends the same number of statements for any number of ids', async () => {
    await start(2, 8);
    const queries = (...places: number[]) => {
      const body = { user_ids: idsOf(...places), status: 'cancelled', dry_run: true };
      return countQueries(api.db, () => bulk(body).expect(200));
    };
    expect(await queries(0, 1, 2, 3, 4, 5)).toBe(await queries(0, 2));
  });

  it('refuses new seats at a cancelled one, and still takes seats', async () => {
    await start(2, 2);
    await api.admin().put(path).send({ status: 'cancelled' }).expect(200);
    await kind.addAttendance(api.db, [users[5] as User, attendable], { status: 'cancelled' });
    expect(await changed({ user_ids: idsOf(5), status: 'registered' })).toEqual([
      `${noun.toUpperCase()}_CANCELLED`,
    ]);
    expect(await changed({ user_ids: idsOf(0), status: 'cancelled' })).toEqual(['cancelled']);
  });

  it('removes an erased user, and gives them nothing', async () => {
    await start(4, 2);
    await api
      .as(users[0] as User)
      .delete('/api/v1/users/me')
      .expect(200);
    expect(await changed({ user_ids: idsOf(0), status: 'registered' })).toEqual(['NOT_FOUND']);
    expect(await changed({ user_ids: idsOf(0), status: 'withdrawn' })).toEqual(['withdrawn']);
    await sound();
  });

  it.each([
    [{ user_ids: [] }, 'user_ids: expected 1 to 500 ids'],
    [{ user_ids: Array.from({ length: 501 }, (_, n) => n + 1) }, 'user_ids: expected 1 to 500 ids'],
    [{ user_ids: [1], status: 'checked_in' }, /^status: /],
  ])('refuses %j', async (body, error) => {
    await start(1, 0);
    const answer = await bulk({ status: 'cancelled', ...body }).expect(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(error), code: 'VALIDATION_ERROR' });
  });

  it('answers 404 for an unknown one, and repeats an answer of the same Idempotency-Key', async () => {
    await start(2, 2);
    const body = { user_ids: idsOf(0), status: 'withdrawn' };
    await api.admin().post(`/api/v1/admin/${table}/999999/attendees/bulk`).send(body).expect(404);
    const first = await bulk(body).set('Idempotency-Key', 'once').expect(200);
    const second = await bulk(body).set('Idempotency-Key', 'once').expect(200);
    expect(second.body).toEqual(first.body);
  });

  it('changes overlapping ids in opposite order, while others leave and come', async () => {
    for (let round = 0; round < 4; round += 1) {
      await start(3, 6);
      const all = idsOf(0, 1, 2, 3, 4, 5);
      const answers = await Promise.all([
        bulk({ user_ids: all, status: 'cancelled' }),
        bulk({ user_ids: all.toReversed(), status: 'registered' }, other),
        bulk({ user_ids: all.slice(2), status: 'waitlisted' }, other),
        bulk({ user_ids: all.toReversed().slice(3), status: 'withdrawn' }),
        ...users.slice(2, 5).map((user) => kind.cancel(other.as(user), attendable)),
        ...users.slice(4).map((user) => kind.attend(api.as(user), attendable)),
        other.admin().post(`${path}/check-in`).send({ user_id: all[1] }),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const { capacity, attendee_count } = await api.db(table).where({ id: attendable.id }).first();
      const seated = await api
        .db(attendances)
        .where({ [`${noun}_id`]: attendable.id })
        .whereIn('status', ['registered', 'checked_in'])
        .count({ count: '*' })
        .first();
      expect(attendee_count).toBe(Number(seated?.count));
      expect(attendee_count).toBeLessThanOrEqual(capacity);
    }
  });
});

describe('POST /admin/conferences/…/attendees/bulk', () => {
  let path: string;
  let conference: Attendable;
  const start = async (given: object, guests: number) => {
    conference = await aConference(api.db, given);
    path = `/api/v1/admin/conferences/${conference.id}`;
    const attendees = Array.from({ length: guests }, (_, n) => ({ username: `guest_${n}` }));
    if (guests > 0) {
      await api.admin().post(`${path}/bulk-upload`).send({ attendees }).expect(200);
    }
    return invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id').pluck('id');
  };
  const register = (user: User | undefined, on = api) =>
    on.as(user as User).post(`/api/v1/conferences/${conference.id}/register`);
  const bulk = (body: object, on = api) => on.admin().post(`${path}/attendees/bulk`).send(body);
  const changed = async (body: object) => outcomes((await bulk(body).expect(200)).body);

  it('sets the ticket type of attendees and invitations, and raises versions once', async () => {
    const [guest, gone] = await start({ capacity: 4 }, 2);
    await register(users[0]).expect(201);
    await register(users[1]).expect(201);
    await api.admin().delete(`${path}/invitations/${gone}`).expect(200);
    const body = {
      user_ids: idsOf(0, 1),
      invitation_ids: [guest, gone, 999_999],
      ticket_type: 'press',
    };
    const first = (await bulk({ ...body, status: undefined }).expect(200)).body;
    expect(outcomes(first)).toEqual([
      'registered',
      'registered',
      'invited',
      'CONFLICT',
      'NOT_FOUND',
    ]);
    expect(first.results[2]).toMatchObject({ user_id: null, invitation_id: guest });
    expect(await changed(body)).toEqual([
      ...['still registered', 'still registered', 'still invited'],
      ...['CONFLICT', 'NOT_FOUND'],
    ]);
    const { body: listed } = await api
      .admin()
      .get(`${path}/attendees?ticket_type=press&status=all`)
      .expect(200);
    expect(listed.data.map(({ version }: { version: number | null }) => version)).toEqual(
      expect.arrayContaining([2, 2, null]),
    );
    expect(listed.data).toHaveLength(3);
    expect(await notificationsOf(users[0])).toEqual([]);

    const moved = { user_ids: idsOf(0), ticket_type: null, status: 'waitlisted' };
    expect(await changed(moved)).toEqual(['waitlisted']);
    const row = await api.db('registrations').where({ user_id: users[0]?.id }).first();
    // Its seat was given up and its new place taken: one edit.
    expect([row.ticket_type, row.version]).toEqual([null, 3]);
  });

  it('withdraws invitations and the claims of attendees, and promotes once', async () => {
    const [first, second, third] = await start({ capacity: 2 }, 3);
    await register(users[0]).expect(201);
    const [claimed] = await api
      .db('registrations')
      .insert({
        conference_id: conference.id,
        username: 'c',
        claimant_id: users[0]?.id,
        status: 'cancelled',
        claimed_at: new Date(),
      })
      .returning('id');
    const body = { user_ids: idsOf(0), invitation_ids: [first, second], status: 'withdrawn' };
    expect(await changed(body)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
    const rows = await invitationsIn(api.db).orderBy('id');
    expect(
      rows.map(({ id, has_seat, withdrawn_at }) => [id, has_seat, withdrawn_at !== null]),
    ).toEqual([
      [first, false, true],
      [second, false, true],
      [third, true, false],
      [claimed.id, false, true],
    ]);
    expect(await changed(body)).toEqual(['NOT_FOUND', 'still withdrawn', 'still withdrawn']);
    await expectSound(api.db, 'conferences', conference);
  });

  it('takes the seats at events that needed the one at the conference, and promotes there', async () => {
    await start({ capacity: null, event_access: 'registered' }, 0);
    const event = await anEvent(api.db, { conference_id: conference.id, capacity: 2 });
    for (const user of users.slice(0, 5)) {
      await register(user).expect(201);
      await anAttendance(
        api.db,
        [user, event],
        user.id === users[0]?.id || user.id === users[1]?.id ? 'registered' : 'waitlisted',
      );
    }
    expect(await changed({ user_ids: idsOf(0, 1, 2), status: 'withdrawn' })).toEqual(
      Array(3).fill('withdrawn'),
    );
    const statuses = await api.db('event_attendances').orderBy('user_id').pluck('status');
    expect(statuses).toEqual([
      ...['cancelled', 'cancelled', 'cancelled'],
      ...['registered', 'registered'],
    ]);
    expect(await notificationsOf(users[2])).toEqual(['seat_taken']);
    expect(await notificationsOf(users[3])).toEqual(['event_promoted']);
    await expectSound(api.db, 'events', event);
  });

  it('survives those who attend its events while it takes their seats', async () => {
    await start({ capacity: null, event_access: 'registered' }, 0);
    const events = [
      await anEvent(api.db, { conference_id: conference.id, capacity: 3 }),
      await anEvent(api.db, { conference_id: conference.id, capacity: 3 }),
    ];
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(users.map((user) => register(user)));
      const all = users.map(({ id }) => id);
      const answers = await Promise.all([
        ...users.flatMap((user) =>
          events.map(({ id }) =>
            other.as(user).post('/api/v1/events/attend').send({ event_id: id }),
          ),
        ),
        bulk({ user_ids: all.slice(0, 5), status: 'cancelled' }),
        bulk({ user_ids: all.toReversed().slice(0, 5), status: 'withdrawn' }, other),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const seats = await api
        .db('event_attendances')
        .whereNot('status', 'cancelled')
        .whereNotIn(
          'user_id',
          api.db('registrations').whereNot('status', 'cancelled').select('user_id'),
        );
      expect(seats).toEqual([]);
      for (const event of events) await expectSound(api.db, 'events', event);
      await expectSound(api.db, 'conferences', conference);
    }
  });

  it.each([
    [{ user_ids: [1] }, 'status: expected a status or a ticket_type'],
    [
      { invitation_ids: [1], status: 'registered' },
      'status: expected withdrawn or none beside invitation_ids',
    ],
    [
      { user_ids: [1], status: 'withdrawn', ticket_type: 'a' },
      'ticket_type: expected none beside the status withdrawn',
    ],
    [{ status: 'cancelled' }, 'user_ids: expected 1 to 500 ids'],
  ])('refuses %j', async (body, error) => {
    await start({}, 0);
    expect((await bulk(body).expect(400)).body).toEqual(failure('VALIDATION_ERROR', error));
  });
});
