import type { Knex } from 'knex';
import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable, CONFERENCE, EVENT } from '../../support/attendables.ts';
import { beginTransaction, openPool } from '../../support/database.ts';
import { countDeadlocks } from '../../support/deadlocks.ts';
import { aQuest, aTask, people } from '../../support/factories.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';

const ROUNDS = 5;

let api: TestApi;
/** Another process on the same database, with the limits of production. */
let door: TestApi;

beforeAll(async () => {
  api = await startApi();
  door = await startApi({ on: api, limits: POOL_LIMITS });
});
afterAll(async () => {
  await door.close();
  await api.close();
});

const isRefused = ({ status }: { status: number }) => status >= 400 && status < 500;

describe.each(ATTENDABLE_KINDS)('a check-in of one $noun', (kind) => {
  const { noun, table } = kind;
  const path = ({ id }: Attendable) => `/api/v1/admin/${table}/${id}`;
  const checkIn = (attendable: Attendable, body: object, on = door) =>
    on
      .admin()
      .post(`${path(attendable)}/check-in`)
      .send(body);
  const undo = (attendable: Attendable, { id }: User, on = door) =>
    on
      .admin()
      .delete(`${path(attendable)}/check-in`)
      .send({ user_id: id });
  const batch = (attendable: Attendable, check_ins: object[], on = door) =>
    on
      .admin()
      .post(`${path(attendable)}/check-in/batch`)
      .send({ check_ins });
  const rowOf = (attendable: Attendable, user: User) => ({
    [`${noun}_id`]: attendable.id,
    user_id: user.id,
  });
  const statusOf = async (attendable: Attendable, user: User): Promise<AttendanceStatus> =>
    (await api.db(kind.attendances).where(rowOf(attendable, user)).first('status')).status;
  const auditOf = ({ id }: Attendable) =>
    api.db('audit_log').where({ subject_type: noun, subject_id: id }).orderBy('id');
  /** An attendable, and users with a seat there. */
  const seated = async (count: number, given: object = {}): Promise<[Attendable, User[]]> => {
    const attendable = await kind.create(api.db, given);
    const users = await people(api.db, count);
    for (const user of users) await kind.addAttendance(api.db, [user, attendable]);
    return [attendable, users];
  };
  /** A check-in that has not committed yet, at another door. */
  const checkInOf = async (db: Knex, attendable: Attendable, user: User) =>
    db(kind.attendances)
      .where(rowOf(attendable, user))
      .update({ status: 'checked_in', checked_in_at: api.now().toISOString() });

  it(`does not wait for a transaction that locks the ${noun}`, async () => {
    const [attendable, [ada, grace]] = (await seated(2)) as [Attendable, [User, User]];
    await using holder = await beginTransaction(api.db);
    await holder(table).where({ id: attendable.id }).forUpdate();

    const first = await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' });
    const again = await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' });
    const second = await checkIn(attendable, { user_id: ada.id });
    const both = await batch(attendable, [{ user_id: ada.id }, { user_id: grace.id }]);
    const undone = await undo(attendable, ada);

    expect(first.body).toMatchObject({ already_checked_in: false });
    expect(again.body).toEqual(first.body);
    expect(second.body).toEqual({ ...first.body, already_checked_in: true });
    expect(both.body.results).toMatchObject([
      { status: 'already_checked_in' },
      { status: 'checked_in' },
    ]);
    expect(undone.body).toMatchObject({ attendance: { status: 'registered' } });
  });

  it('takes two statements', async () => {
    const [attendable, [ada]] = (await seated(1)) as [Attendable, [User]];
    const count = await countQueries(door.db, () =>
      checkIn(attendable, { user_id: ada.id }).expect(200),
    );
    expect(count).toBe(2);
  });

  it('waits for a check-in of the same attendee, and sees it', async () => {
    const [attendable, [ada]] = (await seated(1)) as [Attendable, [User]];
    await using rival = await beginTransaction(api.db);
    await checkInOf(rival, attendable, ada);
    const answer = Promise.resolve(checkIn(attendable, { user_id: ada.id }));
    await untilWaiting(api.db);
    await rival.commit();

    expect((await answer).body).toMatchObject({ already_checked_in: true });
    expect(await auditOf(attendable)).toEqual([]);
  });

  it.each([
    [
      'a cancellation by the attendee',
      409,
      (attendable: Attendable, user: User) => kind.cancel(api.as(user), attendable),
    ],
    [
      'a desk that moves the attendee to the waitlist',
      200,
      (attendable: Attendable, user: User) =>
        api
          .admin()
          .patch(`${path(attendable)}/attendees/${user.id}`)
          .send({ status: 'waitlisted' }),
    ],
    [
      'a desk that removes the attendee',
      200,
      (attendable: Attendable, user: User) =>
        api.admin().delete(`${path(attendable)}/attendees/${user.id}`),
    ],
  ] as const)('is seen by %s that waited for it', async (_what, status, send) => {
    const [attendable, [ada]] = (await seated(1)) as [Attendable, [User]];
    await using rival = await beginTransaction(api.db);
    await checkInOf(rival, attendable, ada);
    const answer = Promise.resolve(send(attendable, ada));
    await untilWaiting(api.db);
    await rival.commit();

    expect((await answer).status).toBe(status);
    for (const { before } of await auditOf(attendable)) {
      expect(before).toMatchObject({ status: 'checked_in' });
    }
    await expectSound(api.db, table, attendable);
  });

  it('admits each attendee once when two doors send batches in opposite orders', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [attendable, users] = await seated(20);
      const scans = users.map(({ id }) => ({ user_id: id }));

      const answers = await Promise.all([
        batch(attendable, scans),
        batch(attendable, scans.toReversed(), api),
        ...scans.map((scan) => checkIn(attendable, scan)),
      ]);

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const first = answers.flatMap(({ body }) =>
        (body.results ?? [body]).filter(
          (one: { status?: string; already_checked_in?: boolean }) =>
            one.status === 'checked_in' || one.already_checked_in === false,
        ),
      );
      expect(first).toHaveLength(users.length);
      expect(await auditOf(attendable)).toHaveLength(users.length);
    }
  });

  it('beside cancellations, removals, places on the waitlist and promotions keeps the counts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [attendable, users] = await seated(12, { capacity: 12 });
      // More than the seats that become free: the desk leaves a seat free if nobody else waits.
      const waiting = await people(api.db, 12);
      for (const user of waiting) await kind.attend(api.as(user), attendable).expect(201);
      const attendee = ({ id }: User) => `${path(attendable)}/attendees/${id}`;

      const answers = await Promise.all([
        ...users.flatMap((user) => [
          checkIn(attendable, { user_id: user.id }),
          undo(attendable, user, api),
          checkIn(attendable, { user_id: user.id }, api),
        ]),
        ...waiting.map((user) => checkIn(attendable, { user_id: user.id })),
        ...users.slice(0, 3).map((user) => kind.cancel(api.as(user), attendable)),
        ...users.slice(3, 6).map((user) => api.admin().delete(attendee(user))),
        ...users
          .slice(6, 8)
          .map((user) => api.admin().patch(attendee(user)).send({ status: 'waitlisted' })),
        ...users.slice(8, 10).map((user) => api.as(user).delete('/api/v1/users/me')),
      ]);

      expect(answers.filter((one) => one.status >= 300 && !isRefused(one))).toEqual([]);
      await expectSound(api.db, table, attendable);
    }
  });

  it('beside the erasure of the attendee, where a task asks for the seat, ends with no seat', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [attendable, users] = await seated(4);
      const quest = await aQuest(api.db);
      await aTask(api.db, quest, {
        type: noun === 'event' ? 'event_attendance' : 'conference_registration',
        config: { [`${noun}_id`]: attendable.id, when: 'checked_in' },
      });

      const answers = await Promise.all(
        users.flatMap((user) => [
          checkIn(attendable, { user_id: user.id }),
          api.as(user).delete('/api/v1/users/me'),
        ]),
      );

      expect(answers.filter((one) => one.status >= 300 && !isRefused(one))).toEqual([]);
      for (const user of users) expect(await statusOf(attendable, user)).toBe('cancelled');
      await expectSound(api.db, table, attendable);
    }
  });

  it('waits for a block of the attendee in progress, and refuses them', async () => {
    const [attendable, [ada]] = (await seated(1)) as [Attendable, [User]];
    await using rival = await beginTransaction(api.db);
    await rival('users').where({ id: ada.id }).forUpdate();
    await rival('users').where({ id: ada.id }).update({ is_blocked: true });
    const answer = Promise.resolve(checkIn(attendable, { user_id: ada.id }));
    await untilWaiting(api.db);
    await rival.commit();

    expect((await answer).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' });
    expect(await statusOf(attendable, ada)).toBe('registered');
  });

  it(`is refused from the answer to the cancellation of the ${noun} on`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [attendable, users] = await seated(6);
      const early = users.slice(0, 3).map(({ id }) => checkIn(attendable, { user_id: id }));
      const cancelled = api.admin().put(path(attendable)).send({ status: 'cancelled' });
      const [{ status }, ...answers] = await Promise.all([cancelled, ...early]);

      expect(status).toBe(200);
      const code = `${noun.toUpperCase()}_CANCELLED`;
      for (const one of answers) expect([200, 409]).toContain(one.status);
      for (const { id } of users.slice(3)) {
        expect((await checkIn(attendable, { user_id: id })).body).toMatchObject({ code });
      }
      await undo(attendable, users[5] as User).expect(200);
      expect(await auditOf(attendable)).toHaveLength(
        1 + answers.filter((one) => one.status === 200).length,
      );
    }
  });

  it(`beside the deletion of the ${noun} finds it or not`, async () => {
    const [attendable, users] = await seated(8);
    const answers = await Promise.all([
      ...users.map(({ id }) => checkIn(attendable, { user_id: id })),
      batch(
        attendable,
        users.map(({ id }) => ({ user_id: id })),
      ),
      api
        .admin()
        .delete(path(attendable))
        .query(noun === 'conference' ? { force: 'true' } : {}),
    ]);

    expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([]);
    const { body } = await checkIn(attendable, { user_id: users[0]?.id }).expect(404);
    expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
  });
});

it('a check-in beside an import that changes the tickets of the same attendees keeps both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const conference = await CONFERENCE.create(api.db);
    const users = await people(api.db, 12);
    for (const user of users) await CONFERENCE.addAttendance(api.db, [user, conference]);
    const path = `/api/v1/admin/conferences/${conference.id}`;
    const attendees = users.map(({ messenger_id }) => ({ messenger_id, ticket_type: 'vip' }));

    const answers = await Promise.all([
      api.admin().post(`${path}/bulk-upload`).send({ attendees }),
      ...users.map(({ id }) => door.admin().post(`${path}/check-in`).send({ user_id: id })),
    ]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await api.db('registrations').where({ conference_id: conference.id });
    for (const { status, ticket_type } of rows) {
      expect([status, ticket_type]).toEqual(['checked_in', 'vip']);
    }
    await expectSound(api.db, 'conferences', conference);
  }
});

it('a check-in at an event beside the cancellation of the registration that it requires leaves no seat', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const conference = await CONFERENCE.create(api.db, { event_access: 'registered' });
    const event = await EVENT.create(api.db, { conference_id: conference.id });
    const users = await people(api.db, 6);
    for (const user of users) {
      await CONFERENCE.addAttendance(api.db, [user, conference]);
      await EVENT.addAttendance(api.db, [user, event]);
    }

    const answers = await Promise.all(
      users.flatMap((user) => [
        CONFERENCE.cancel(api.as(user), conference),
        door.admin().post(`/api/v1/admin/events/${event.id}/check-in`).send({ user_id: user.id }),
      ]),
    );

    expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
    const statuses = await api
      .db('event_attendances')
      .where({ event_id: event.id })
      .pluck('status');
    expect(new Set(statuses)).toEqual(new Set(['cancelled']));
    await expectSound(api.db, 'events', event);
  }
});

it('none of these races was a deadlock', async () => {
  // The connections of both processes end, which then have counted their deadlocks.
  for (const { db } of [door, api]) {
    await db.destroy();
    db.initialize();
  }
  await using db = openPool(api.databaseUrl, { poolSize: 1 });
  expect(await countDeadlocks(db)).toBe(0);
});
