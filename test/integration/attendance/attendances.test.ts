import type { Knex } from 'knex';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { type Attendable, CONFERENCE, EVENT } from '../../support/attendables.ts';
import { beginTransaction } from '../../support/database.ts';
import { whileErasing } from '../../support/erasure.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';

const START = Date.parse('2026-05-14T09:00:00Z');
const HOUR_MS = 60 * 60 * 1_000;
const NO_ATTENDANCE = { error: 'attendance not found', code: 'NOT_FOUND' };

let api: TestApi;
let ada: User;
let grace: User;
let linus: User;

const moveClockTo = (time: number) => api.advance(time - api.now().getTime());

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  moveClockTo(START);
  [ada, grace, linus] = await people(api.db, 3);
});

type Given = readonly [state: string, columns: object, code: string, error: string];

const EVENTS = {
  ...EVENT,
  /** The columns of attendables that users may not see. */
  hidden: [{ status: 'pending' }, { status: 'rejected' }] as readonly object[],
  notOpen: [
    [
      'is over',
      { starts_at: '2026-05-14T08:00:00Z', ends_at: '2026-05-14T09:00:00Z' },
      'EVENT_ENDED',
      'This event is over',
    ],
    [
      'is closed for registration',
      { registration_closes_at: '2026-05-14T09:00:00Z' },
      'REGISTRATION_CLOSED',
      'Registration for this event is closed',
    ],
    ['is cancelled', { status: 'cancelled' }, 'EVENT_CANCELLED', 'This event is cancelled'],
  ] as readonly Given[],
  /** The change that ends registration. */
  close: { registration_closes_at: '2026-05-14T09:00:00Z' } as object,
  /** The status that ends registration and promotion, and the error code of attending. */
  stopped: { status: 'cancelled', code: 'EVENT_CANCELLED' },
  endsSoon: {
    columns: { starts_at: '2026-05-14T09:00:00Z', ends_at: '2026-05-14T10:00:00Z' } as object,
    endsAt: START + HOUR_MS,
  },
  ended: {
    columns: { starts_at: '2026-05-14T08:00:00Z', ends_at: '2026-05-14T09:00:00Z' } as object,
    code: 'EVENT_ENDED',
    error: 'This event is over',
  },
};

const CONFERENCES: typeof EVENTS = {
  ...CONFERENCE,
  hidden: [],
  notOpen: [
    [
      'is over',
      { starts_on: '2026-05-13', ends_on: '2026-05-13', timezone: 'UTC' },
      'CONFERENCE_ENDED',
      'This conference is over',
    ],
    [
      'is archived',
      { status: 'archived' },
      'REGISTRATION_CLOSED',
      'Registration for this conference is closed',
    ],
  ],
  close: { status: 'archived' },
  stopped: { status: 'archived', code: 'REGISTRATION_CLOSED' },
  endsSoon: {
    columns: { starts_on: '2026-05-14', ends_on: '2026-05-14', timezone: 'UTC' },
    endsAt: Date.parse('2026-05-15T00:00:00Z'),
  },
  ended: {
    columns: { starts_on: '2026-05-01', ends_on: '2026-05-02' },
    code: 'CONFERENCE_ENDED',
    error: 'This conference is over',
  },
};

type Kind = typeof EVENTS;

interface Row {
  readonly user_id: number;
  readonly status: string;
  readonly position: number | null;
}

/** The requests and queries of the tests below, for events or for conferences. */
function actionsOf(kind: Kind) {
  const { noun, table } = kind;
  const create = (given: object = {}) => kind.create(api.db, given);
  const pathOf = ({ id }: Attendable) => `/api/v1/${table}/${id}`;
  const attend = (user: User, attendable: Attendable, process: TestApi = api) =>
    kind.attend(process.as(user), attendable);
  const cancel = (user: User, attendable: Attendable, process: TestApi = api) =>
    kind.cancel(process.as(user), attendable);
  const attendanceOf = async (user: User, attendable: Attendable) => {
    const path = `${pathOf(attendable)}/attendance`;
    return (await api.as(user).get(path).expect(200)).body;
  };
  const change = ({ id }: Attendable, body: object) =>
    api.admin().put(`/api/v1/admin/${table}/${id}`).send(body);

  const setBlocked = (user: User, isBlocked: boolean) =>
    api
      .admin()
      .post(`/api/v1/admin/users/${user.id}/${isBlocked ? 'block' : 'unblock'}`)
      .expect(200);

  /** An attendable with one seat: Ada has it, the others are on the waitlist in this order. */
  async function createFull(...waitlist: User[]): Promise<Attendable> {
    const attendable = await create({ capacity: 1 });
    for (const user of [ada, ...waitlist]) await attend(user, attendable).expect(201);
    return attendable;
  }

  /** Attendables that users may not see, each with an attendance of Ada; and one that is unknown. */
  async function createHidden(): Promise<Attendable[]> {
    const attendables = [await kind.createDraft(api.db)];
    for (const given of kind.hidden) attendables.push(await create(given));
    for (const each of attendables) await kind.addAttendance(api.db, [ada, each]);
    return [...attendables, { id: 999_999 }];
  }

  /** The ids of the attendables for which the user got a promotion notification. */
  async function promotionsOf(user: User): Promise<number[]> {
    const promotions = { user_id: user.id, type: `${noun}_promoted` };
    const rows = await api.db('notifications').where(promotions);
    return rows.map(({ data }) => data[`${noun}_id`]);
  }

  /** All attendances, in the order in which the users registered. */
  async function attendancesOf({ id }: Attendable): Promise<Row[]> {
    const { rows } = await api.db.raw(
      `select user_id, status,
              case status when 'waitlisted' then
                rank() over (partition by status order by queue_number) end as position
         from ${kind.attendances} where ${noun}_id = ? order by queue_number`,
      [id],
    );
    return rows;
  }

  const expectSeatsSound = (attendable: Attendable) => expectSound(api.db, table, attendable);
  return {
    create,
    createFull,
    createHidden,
    pathOf,
    attend,
    cancel,
    change,
    attendanceOf,
    attendancesOf,
    promotionsOf,
    setBlocked,
    expectSeatsSound,
  };
}

describe.each([EVENTS, CONFERENCES])('attending the $noun', (kind) => {
  const { noun, table, endpoints, notOpen, close, stopped, endsSoon, ended } = kind;
  const { create, createFull, createHidden, pathOf, attend, cancel, change } = actionsOf(kind);
  const { attendanceOf, attendancesOf, promotionsOf, setBlocked, expectSeatsSound } =
    actionsOf(kind);

  describe(endpoints.attend, () => {
    it('gives a free seat', async () => {
      const attendable = await create({ capacity: 2 });
      const { body } = await attend(ada, attendable).expect(201);

      const attendance = {
        status: 'registered',
        registered_at: api.now().toISOString(),
        waitlist_position: null,
        checked_in_at: null,
        ...kind.ownFields(null),
      };
      expect(body).toEqual({
        [`${noun}_id`]: attendable.id,
        ...attendance,
        attendee_count: 1,
        spots_left: 1,
      });
      expect(await attendanceOf(ada, attendable)).toEqual(attendance);
      const page = await api.anonymous().get(pathOf(attendable)).expect(200);
      expect(page.body.attendee_count).toBe(1);
    });

    it('answers a repeated request with the same body and counts the user once', async () => {
      const attendable = await create({ capacity: 2 });
      const first = await attend(ada, attendable).expect(201);
      api.advance(1_000);
      const repeated = await attend(ada, attendable).expect(200);
      expect(repeated.body).toEqual(first.body);
    });

    it('gives any number of seats without a capacity', async () => {
      const attendable = await create();
      for (const user of [ada, grace]) await attend(user, attendable).expect(201);
      const { body } = await attend(linus, attendable).expect(201);
      expect(body).toMatchObject({ status: 'registered', attendee_count: 3, spots_left: null });
    });

    it('adds users to the end of the waitlist when all seats are taken', async () => {
      const attendable = await create({ capacity: 1 });
      await attend(ada, attendable).expect(201);
      const second = await attend(grace, attendable).expect(201);
      const third = await attend(linus, attendable).expect(201);
      const repeated = await attend(grace, attendable).expect(200);

      const waitlisted = { status: 'waitlisted', attendee_count: 1, spots_left: 0 };
      expect(second.body).toMatchObject({ ...waitlisted, waitlist_position: 1 });
      expect(third.body).toMatchObject({ ...waitlisted, waitlist_position: 2 });
      expect(repeated.body).toEqual(second.body);
      expect(await attendanceOf(linus, attendable)).toMatchObject({ waitlist_position: 2 });
    });

    it.each(notOpen)(`answers 409 for a ${noun} that %s`, async (_state, given, code, error) => {
      const attendable = await create(given);
      const { body } = await attend(ada, attendable).expect(409);
      expect(body).toEqual({ error, code });
      expect(await attendanceOf(ada, attendable)).toMatchObject({ status: 'none' });
    });

    it('still answers attendees after registration has closed', async () => {
      const attendable = await create();
      await attend(ada, attendable).expect(201);
      await change(attendable, close).expect(200);
      await attend(ada, attendable).expect(200);
      await attend(grace, attendable).expect(409);
    });

    it(`answers 404 for a ${noun} that is unknown or hidden`, async () => {
      for (const attendable of await createHidden()) {
        for (const user of [ada, grace]) {
          const { body } = await attend(user, attendable).expect(404);
          expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
        }
      }
    });

    it('takes a free seat in one look-up and one statement', async () => {
      const attendable = await create({ capacity: 1 });
      const queries = await countQueries(api.db, () => attend(ada, attendable).expect(201));
      // The first is for the user's token.
      expect(queries).toBe(3);
      await expectSeatsSound(attendable);
    });

    describe('that waits for another change', () => {
      /** Sends the request while `change` is not committed. */
      const attendDuring = async (
        user: User,
        { id }: Attendable,
        change: (trx: Knex.Transaction) => Promise<unknown>,
      ) => {
        await using trx = await beginTransaction(api.db);
        await trx(table).where({ id }).forUpdate();
        const answer = attend(user, { id }).then((res) => res);
        await untilWaiting(api.db);
        await change(trx);
        await trx.commit();
        return answer;
      };

      it('joins the waitlist when another user takes the last seat first', async () => {
        const attendable = await create({ capacity: 1 });
        const { status, body } = await attendDuring(ada, attendable, (trx) =>
          kind.addAttendance(trx, [grace, attendable]),
        );

        expect(status).toBe(201);
        expect(body).toMatchObject({
          status: 'waitlisted',
          waitlist_position: 1,
          attendee_count: 1,
          spots_left: 0,
        });
        await expectSeatsSound(attendable);
      });

      it('counts the seat that another user takes first', async () => {
        const attendable = await create({ capacity: 3 });
        const { body } = await attendDuring(ada, attendable, (trx) =>
          kind.addAttendance(trx, [grace, attendable]),
        );

        expect(body).toMatchObject({ status: 'registered', attendee_count: 2, spots_left: 1 });
        await expectSeatsSound(attendable);
      });

      it('takes a seat that is added first', async () => {
        const attendable = await create({ capacity: 1 });
        await kind.addAttendance(api.db, [grace, attendable]);
        const { body } = await attendDuring(ada, attendable, (trx) =>
          trx(table).where({ id: attendable.id }).update({ capacity: 2 }),
        );

        expect(body).toMatchObject({ status: 'registered', attendee_count: 2, spots_left: 0 });
        await expectSeatsSound(attendable);
      });

      it('gets the position behind users who joined the waitlist first', async () => {
        const attendable = await create({ capacity: 1 });
        await kind.addAttendance(api.db, [grace, attendable]);
        const { body } = await attendDuring(ada, attendable, (trx) =>
          kind.addAttendance(trx, [linus, attendable], { status: 'waitlisted' }),
        );

        expect(body).toMatchObject({ status: 'waitlisted', waitlist_position: 2 });
      });

      it('keeps the attendance that another request made first, and counts it once', async () => {
        const attendable = await create({ capacity: 2 });
        const { status, body } = await attendDuring(ada, attendable, (trx) =>
          kind.addAttendance(trx, [ada, attendable]),
        );

        expect(status).toBe(200);
        expect(body).toMatchObject({ status: 'registered', attendee_count: 1, spots_left: 1 });
        await expectSeatsSound(attendable);
      });

      it(`is refused when the ${noun} is ${stopped.status} first`, async () => {
        const attendable = await create();
        const { status, body } = await attendDuring(ada, attendable, (trx) =>
          trx(table).where({ id: attendable.id }).update({ status: stopped.status }),
        );

        expect([status, body.code]).toEqual([409, stopped.code]);
        await expectSeatsSound(attendable);
      });
    });

    it('requires a user who is not blocked', async () => {
      const attendable = await create();
      await kind.attend(api.anonymous(), attendable).expect(401);
      await kind.attend(api.admin(), attendable).expect(401);
      await attend(await aUser(api.db, { is_blocked: true }), attendable).expect(403);
    });
  });

  describe(endpoints.cancel, () => {
    it('frees the seat and answers a repeated request with the same body', async () => {
      const attendable = await create({ capacity: 2 });
      await attend(ada, attendable).expect(201);
      const first = await cancel(ada, attendable).expect(200);
      const repeated = await cancel(ada, attendable).expect(200);

      expect(first.body).toEqual({
        [`${noun}_id`]: attendable.id,
        status: 'cancelled',
        registered_at: api.now().toISOString(),
        waitlist_position: null,
        checked_in_at: null,
        ...kind.ownFields(null),
        attendee_count: 0,
        spots_left: 2,
      });
      expect(repeated.body).toEqual(first.body);
      expect(await attendanceOf(ada, attendable)).toMatchObject({ status: 'cancelled' });
    });

    it('promotes the first attendee of the waitlist and notifies only them', async () => {
      const attendable = await create({ capacity: 1, ...kind.named('Looms') });
      for (const user of [ada, grace, linus]) await attend(user, attendable).expect(201);

      const { body } = await cancel(ada, attendable).expect(200);

      expect(body).toMatchObject({ status: 'cancelled', attendee_count: 1, spots_left: 0 });
      expect(await attendanceOf(grace, attendable)).toMatchObject({
        status: 'registered',
        waitlist_position: null,
      });
      expect(await attendanceOf(linus, attendable)).toMatchObject({
        status: 'waitlisted',
        waitlist_position: 1,
      });
      expect(await api.db('notifications').where({ user_id: grace.id })).toMatchObject([
        {
          type: `${noun}_promoted`,
          title: 'You have a seat',
          body: expect.stringContaining('Looms'),
          data: { [`${noun}_id`]: attendable.id },
        },
      ]);
      expect(await promotionsOf(linus)).not.toContain(attendable.id);
      await cancel(ada, attendable).expect(200);
      expect(await attendanceOf(linus, attendable)).toMatchObject({ status: 'waitlisted' });
    });

    it('skips blocked users, who keep their waitlist position', async () => {
      const attendable = await createFull(grace, linus);
      await setBlocked(grace, true);
      await cancel(ada, attendable).expect(200);

      expect(await promotionsOf(linus)).toContain(attendable.id);
      expect(await promotionsOf(grace)).not.toContain(attendable.id);
      await setBlocked(grace, false);
      expect(await attendanceOf(grace, attendable)).toMatchObject({
        status: 'waitlisted',
        waitlist_position: 1,
      });
      await cancel(linus, attendable).expect(200);
      expect(await promotionsOf(grace)).toContain(attendable.id);
      await expectSeatsSound(attendable);
    });

    it('leaves the seat free for a blocked user, until they are unblocked', async () => {
      const attendable = await createFull(grace);
      await setBlocked(grace, true);
      const { body } = await cancel(ada, attendable).expect(200);
      expect(body).toMatchObject({ attendee_count: 0, spots_left: 1 });

      await setBlocked(grace, false);
      await setBlocked(grace, false);

      expect(await attendanceOf(grace, attendable)).toMatchObject({ status: 'registered' });
      expect((await promotionsOf(grace)).filter((id) => id === attendable.id)).toHaveLength(1);
      await expectSeatsSound(attendable);
    });

    it('fills the seat exactly once when a user cancels and another is unblocked', async () => {
      for (let round = 0; round < 5; round++) {
        const attendable = await createFull(grace, linus);
        await setBlocked(grace, true);
        await Promise.all([cancel(ada, attendable).expect(200), setBlocked(grace, false)]);
        await expectSeatsSound(attendable);
      }
    });

    it('promotes no attendee when a waitlisted attendee cancels', async () => {
      const attendable = await createFull(grace, linus);
      const { body } = await cancel(grace, attendable).expect(200);

      expect(body).toMatchObject({ status: 'cancelled', attendee_count: 1, spots_left: 0 });
      expect(await attendanceOf(linus, attendable)).toMatchObject({ waitlist_position: 1 });
      expect(await promotionsOf(linus)).not.toContain(attendable.id);
    });

    it('puts a user who attends again at the end of the waitlist', async () => {
      const attendable = await createFull(grace, linus);
      await cancel(ada, attendable).expect(200);
      api.advance(1_000);
      const { body } = await attend(ada, attendable).expect(201);

      expect(body).toMatchObject({
        status: 'waitlisted',
        waitlist_position: 2,
        registered_at: api.now().toISOString(),
      });
      expect((await attendancesOf(attendable)).map(({ user_id }) => user_id)).toEqual([
        grace.id,
        linus.id,
        ada.id,
      ]);
    });

    it('changes nothing when the promotion notification cannot be written', async () => {
      const attendable = await createFull(grace);
      await api.db.raw(`
        create function refuse() returns trigger language plpgsql
          as $$ begin raise exception 'no notifications today'; end $$;
        create trigger refuse before insert on notifications execute function refuse();`);

      await cancel(ada, attendable).expect(500);
      await api.db.raw('drop function refuse cascade');

      expect(await attendanceOf(ada, attendable)).toMatchObject({ status: 'registered' });
      expect(await attendanceOf(grace, attendable)).toMatchObject({ status: 'waitlisted' });
      await expectSeatsSound(attendable);
    });

    it(`lets attendees cancel, but promotes no attendee, after the ${noun} was ${stopped.status}`, async () => {
      const attendable = await createFull(grace);
      await change(attendable, { status: stopped.status }).expect(200);

      const { body } = await cancel(ada, attendable).expect(200);

      expect(body).toMatchObject({ status: 'cancelled', attendee_count: 0 });
      expect(await attendanceOf(grace, attendable)).toMatchObject({ status: 'waitlisted' });
      expect(await promotionsOf(grace)).not.toContain(attendable.id);
      expect((await attend(ada, attendable).expect(409)).body).toEqual(failure(stopped.code));
    });

    it(`answers 409 from the end of the ${noun} on`, async () => {
      const attendable = await create({ ...endsSoon.columns, capacity: 1 });
      for (const user of [ada, grace]) await attend(user, attendable).expect(201);
      moveClockTo(endsSoon.endsAt - 1);
      await cancel(grace, attendable).expect(200);
      await attend(grace, attendable).expect(201);
      api.advance(1);

      const { error, code } = ended;
      expect((await cancel(ada, attendable).expect(409)).body).toEqual({ error, code });
      expect((await attend(linus, attendable).expect(409)).body).toEqual({ error, code });
      await attend(ada, attendable).expect(200);
      expect(await attendanceOf(grace, attendable)).toMatchObject({ status: 'waitlisted' });
    });

    it('answers 409 for an attendee who has checked in', async () => {
      const attendable = await create();
      await kind.addAttendance(api.db, [ada, attendable], { status: 'checked_in' });

      const { body } = await cancel(ada, attendable).expect(409);

      expect(body).toEqual({ error: 'You have already checked in', code: 'CONFLICT' });
      const repeated = await attend(ada, attendable).expect(200);
      expect(repeated.body).toMatchObject({
        status: 'checked_in',
        checked_in_at: '2026-05-14T08:00:00.000Z',
        attendee_count: 1,
      });
    });

    it('answers 404 for a user who never attended', async () => {
      const { body } = await cancel(ada, await create()).expect(404);
      expect(body).toEqual(NO_ATTENDANCE);
    });

    it(`answers 404 for a ${noun} that is unknown or hidden`, async () => {
      for (const attendable of await createHidden()) {
        for (const user of [ada, grace]) {
          const { body } = await cancel(user, attendable).expect(404);
          expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
        }
      }
    });

    it('requires a user and a numeric id', async () => {
      await kind.cancel(api.anonymous(), { id: 1 }).expect(401);
      await cancel(ada, { id: Number.NaN }).expect(400);
    });
  });

  describe(endpoints.attendance, () => {
    it('answers the status none until the user attends, then their attendance', async () => {
      const attendable = await create({ status: stopped.status });
      const none = {
        status: 'none',
        registered_at: null,
        waitlist_position: null,
        checked_in_at: null,
        ...kind.ownFields(null),
      };
      expect(await attendanceOf(ada, attendable)).toEqual(none);

      const checkedIn = { status: 'checked_in', ticket_type: 'press' } as const;
      await kind.addAttendance(api.db, [ada, attendable], checkedIn);
      expect(await attendanceOf(ada, attendable)).toEqual({
        ...none,
        status: 'checked_in',
        ...kind.ownFields('press'),
        registered_at: '2026-05-01T12:00:00.000Z',
        checked_in_at: '2026-05-14T08:00:00.000Z',
      });
      expect(await attendanceOf(grace, attendable)).toEqual(none);
    });

    it(`answers 404 for a ${noun} that is unknown or hidden`, async () => {
      for (const attendable of await createHidden()) {
        for (const user of [ada, grace]) {
          const path = `${pathOf(attendable)}/attendance`;
          const { body } = await api.as(user).get(path).expect(404);
          expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
        }
      }
    });

    it('requires a user and a numeric id', async () => {
      await api.anonymous().get(`/api/v1/${table}/1/attendance`).expect(401);
      await api.as(ada).get(`/api/v1/${table}/x/attendance`).expect(400);
    });
  });

  describe('concurrent requests', () => {
    let crowd: User[];

    beforeAll(async () => {
      crowd = await people(api.db, 25);
    });

    it.each(['one process', 'two processes'])(
      'give 5 seats and 20 waitlist positions to 25 users, in %s',
      async (processes) => {
        await using other = processes === 'two processes' ? await startApi({ on: api }) : undefined;
        const attendable = await create({ capacity: 5 });

        const answers = await Promise.all(
          crowd.map((user, n) => attend(user, attendable, n % 2 ? api : other)),
        );

        const bodies = answers.map(({ body }) => body);
        expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(201));
        expect(bodies.filter(({ status }) => status === 'registered')).toHaveLength(5);
        const positions = bodies.map((body) => body.waitlist_position).filter(Boolean);
        expect(positions.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: 20 }, (_, n) => n + 1),
        );
        for (const [n, user] of crowd.entries()) {
          const { status, waitlist_position } = bodies[n];
          expect(await attendanceOf(user, attendable)).toMatchObject({ status, waitlist_position });
        }
        const statuses = (await attendancesOf(attendable)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 'registered')).toHaveLength(5);
        expect(statuses.filter((status) => status === 'waitlisted')).toHaveLength(20);
        await expectSeatsSound(attendable);
      },
    );

    it('register a user once, even if the user sends 50', async () => {
      const attendable = await create({ capacity: 5 });

      const answers = await Promise.all(Array.from({ length: 50 }, () => attend(ada, attendable)));

      const statuses = answers.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([...Array(49).fill(200), 201]);
      expect(await attendancesOf(attendable)).toHaveLength(1);
      await expectSeatsSound(attendable);
    });

    it('free one seat, even if the user sends 50 cancellations', async () => {
      const attendable = await create({ capacity: 2 });
      for (const user of crowd.slice(0, 5)) await attend(user, attendable).expect(201);
      const [first] = crowd as [User];

      const answers = await Promise.all(
        Array.from({ length: 50 }, () => cancel(first, attendable)),
      );

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const rows = await attendancesOf(attendable);
      expect(rows.filter(({ status }) => status === 'waitlisted')).toHaveLength(2);
      await expectSeatsSound(attendable);
    });

    it('never overbook, and never leave a seat empty while users are waitlisted', async () => {
      await using other = await startApi({ on: api });
      const attendable = await create({ capacity: 5 });

      for (let round = 0; round < 4; round += 1) {
        const requests = crowd.flatMap((user, n) => [
          attend(user, attendable),
          ...((n + round) % 2 === 0 ? [cancel(user, attendable, other)] : []),
        ]);
        const answers = await Promise.all(requests);
        for (const { status } of answers) expect([200, 201, 404]).toContain(status);
        await expectSeatsSound(attendable);
      }

      const promotions = (await Promise.all(crowd.map(promotionsOf))).flat();
      expect(promotions).toContain(attendable.id);
    });

    it('never overbook while the capacity changes', async () => {
      const attendable = await create({ capacity: 1 });

      const answers = await Promise.all([
        ...crowd.map((user) => attend(user, attendable)),
        ...[4, 2, 9, 6, 12].map((capacity) => change(attendable, { capacity })),
        ...crowd.slice(0, 10).map((user) => cancel(user, attendable)),
      ]);

      for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
      await expectSeatsSound(attendable);
    });
  });

  describe('the erasure of a user', () => {
    const erase = (user: User) => api.as(user).delete('/api/v1/users/me');

    it('cancels their attendances that have not ended and promotes others', async () => {
      const [seated, waitlisted, checkedIn] = [
        await create({ capacity: 1 }),
        await create({ capacity: 1 }),
        await create({ capacity: 1 }),
      ];
      await attend(grace, waitlisted).expect(201);
      for (const each of [waitlisted, seated]) await attend(ada, each).expect(201);
      await kind.addAttendance(api.db, [ada, checkedIn], { status: 'checked_in' });
      for (const each of [seated, checkedIn]) await attend(grace, each).expect(201);

      await erase(ada).expect(200);

      for (const each of [seated, waitlisted, checkedIn]) {
        expect(await attendancesOf(each)).toEqual(
          expect.arrayContaining([
            { user_id: ada.id, status: 'cancelled', position: null },
            { user_id: grace.id, status: 'registered', position: null },
          ]),
        );
        await expectSeatsSound(each);
      }
      expect((await promotionsOf(grace)).toSorted()).toEqual([seated.id, checkedIn.id].toSorted());
    });

    it('leaves no seat to an erased user while others attend and cancel', async () => {
      const group = await people(api.db, 12);
      const [one, two] = [await create({ capacity: 3 }), await create({ capacity: 3 })];
      for (const user of group) {
        for (const attendable of [one, two]) await attend(user, attendable).expect(201);
      }

      const answers = await Promise.all(
        group.flatMap((user, n) => [
          n % 2 === 0 ? erase(user) : cancel(user, n % 3 ? two : one),
          attend(user, one),
        ]),
      );

      for (const { status } of answers) expect([200, 201, 401]).toContain(status);
      for (const attendable of [one, two]) {
        await expectSeatsSound(attendable);
        const attendancesOfErased = api
          .db(`${kind.attendances} as a`)
          .join('users as u', 'u.id', 'a.user_id')
          .where(`a.${noun}_id`, attendable.id)
          .whereNot('a.status', 'cancelled')
          .whereNotNull('u.erased_at');
        expect(await attendancesOfErased).toEqual([]);
      }
    });

    it.each(['registered', 'checked_in'] as const)(
      'keeps an attendance that is %s and has ended',
      async (status) => {
        const attendable = await create(ended.columns);
        await kind.addAttendance(api.db, [ada, attendable], { status });

        await erase(ada).expect(200);

        expect(await attendancesOf(attendable)).toEqual([
          { user_id: ada.id, status, position: null },
        ]);
      },
    );

    it('gives no seat to a request that is in progress', async () => {
      const attendable = await create();
      const { status, body } = await whileErasing(api, ada, () => attend(ada, attendable));

      expect([status, body]).toEqual([401, failure('UNAUTHORIZED')]);
      expect(await attendancesOf(attendable)).toEqual([]);
    });
  });
});

describe('attending an event', () => {
  const { create, createFull, attend, cancel, change, attendanceOf, attendancesOf, promotionsOf } =
    actionsOf(EVENTS);

  it.each([undefined, 0, -1, 1.5, '1', null, 2 ** 53])(
    'answers 400 for the event_id %p',
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

  it('promotes even after registration has closed', async () => {
    const event = await createFull(grace);
    await change(event, EVENTS.close).expect(200);
    await cancel(ada, event).expect(200);
    expect(await attendanceOf(grace, event)).toMatchObject({ status: 'registered' });
  });

  // The capacity of conferences is tested in programme/admin-conferences.test.ts.
  describe('with a changed capacity', () => {
    it('promotes as many attendees as there are free seats, in order, and notifies each', async () => {
      const event = await create({ capacity: 1 });
      const crowd = await people(api.db, 5);
      for (const user of crowd) await attend(user, event).expect(201);

      const { body } = await change(event, { capacity: 3 }).expect(200);

      expect(body).toMatchObject({ capacity: 3, attendee_count: 3, spots_left: 0 });
      expect(await attendancesOf(event)).toEqual(
        crowd.map((user, n) => ({
          user_id: user.id,
          status: n < 3 ? 'registered' : 'waitlisted',
          position: n < 3 ? null : n - 2,
        })),
      );
      const promotions = await Promise.all(crowd.map(promotionsOf));
      expect(promotions.map((ids) => ids.length)).toEqual([0, 1, 1, 0, 0]);
    });

    it('promotes the whole waitlist when the capacity is removed', async () => {
      const event = await createFull(grace, linus);
      const { body } = await change(event, { capacity: null }).expect(200);
      expect(body).toMatchObject({ capacity: null, attendee_count: 3, spots_left: null });
    });

    it('answers 409 below the number of taken seats, and accepts that number', async () => {
      const event = await create({ capacity: 5 });
      for (const user of [ada, grace]) await attend(user, event).expect(201);
      const { body } = await change(event, { capacity: 1 }).expect(409);

      expect(body).toEqual({
        error: 'capacity: 2 attendees are already registered',
        code: 'CONFLICT',
      });
      expect((await change(event, { capacity: 2 }).expect(200)).body.spots_left).toBe(0);
    });

    it('applies to an event that had no capacity', async () => {
      const event = await create();
      for (const user of [ada, grace]) await attend(user, event).expect(201);
      await change(event, { capacity: 1 }).expect(409);
      await change(event, { capacity: 2 }).expect(200);
      expect((await attend(linus, event)).body).toMatchObject({ status: 'waitlisted' });
    });

    it('promotes no attendee after the end, until the event is prolonged', async () => {
      const { columns, endsAt } = EVENTS.endsSoon;
      const event = await create({ ...columns, capacity: 1 });
      for (const user of [ada, grace]) await attend(user, event).expect(201);
      moveClockTo(endsAt);
      await change(event, { capacity: 2 }).expect(200);
      expect(await attendanceOf(grace, event)).toMatchObject({ status: 'waitlisted' });

      await change(event, { ends_at: '2026-05-14T12:00:00Z' }).expect(200);
      expect(await attendanceOf(grace, event)).toMatchObject({ status: 'registered' });
    });
  });
});

describe('attending a conference', () => {
  const { attend, cancel, attendanceOf } = actionsOf(CONFERENCES);

  it('keeps the ticket type of an attendee who cancels and registers again', async () => {
    const conference = await aConference(api.db);
    const ticket = { status: 'cancelled', ticket_type: 'speaker' } as const;
    await aRegistration(api.db, [ada, conference], ticket);

    const { body } = await attend(ada, conference).expect(201);

    expect(body).toMatchObject({ status: 'registered', ticket_type: 'speaker' });
    expect((await cancel(ada, conference).expect(200)).body.ticket_type).toBe('speaker');
  });

  // The clock of the tests starts at 9:00 UTC on 14 May.
  it.each([
    ['2026-05-13', 'UTC', 409],
    ['2026-05-13', 'Pacific/Pago_Pago', 201],
    ['2026-05-13', 'America/Los_Angeles', 409],
    ['2026-05-14', 'Pacific/Kiritimati', 201],
  ])('on its last day %s in the time zone %s answers %i', async (ends_on, timezone, status) => {
    const conference = await aConference(api.db, { starts_on: ends_on, ends_on, timezone });
    const { body } = await attend(ada, conference).expect(status);
    if (status === 409) expect(body).toEqual(failure('CONFERENCE_ENDED'));
  });

  it('ends at midnight in the time zone of the conference', async () => {
    // Midnight in Apia, 13 hours ahead, is 11:00 UTC.
    const days = { starts_on: '2026-05-14', ends_on: '2026-05-14', timezone: 'Pacific/Apia' };
    const conference = await aConference(api.db, { ...days, capacity: 1 });
    for (const user of [ada, grace]) await attend(user, conference).expect(201);
    moveClockTo(Date.parse('2026-05-14T11:00:00Z') - 1);
    await cancel(grace, conference).expect(200);
    await attend(grace, conference).expect(201);
    api.advance(1);

    expect((await cancel(ada, conference).expect(409)).body).toEqual({
      error: 'This conference is over',
      code: 'CONFERENCE_ENDED',
    });
    expect((await attend(linus, conference).expect(409)).body).toEqual(failure('CONFERENCE_ENDED'));
    await attend(ada, conference).expect(200);
    expect(await attendanceOf(grace, conference)).toMatchObject({ status: 'waitlisted' });
  });

  it.each(['0', '-1', '1.5', 'x', '9007199254740992'])('answers 400 for the id %s', async (id) => {
    const { body } = await api.as(ada).post(`/api/v1/conferences/${id}/register`).expect(400);
    expect(body).toEqual({
      error: 'conference_id: expected a positive integer',
      code: 'VALIDATION_ERROR',
    });
  });
});
