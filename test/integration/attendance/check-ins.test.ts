import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { whileDeadlocked } from '../../support/deadlocks.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, {
    first_name: 'Ada',
    last_name: 'Lovelace',
    company: 'Analytical Engines',
    job_title: 'Programmer',
    photo_url: 'https://example.org/ada.png',
    username: 'ada',
  });
  grace = await aUser(api.db, { first_name: 'Grace' });
});
afterAll(() => api.close());

const ADA = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Analytical Engines',
  job_title: 'Programmer',
  photo_url: 'https://example.org/ada.png',
};
const REGISTERED_AT = '2026-05-01T12:00:00.000Z';
const NO_TICKET = { error: 'code: expected a valid ticket code', code: 'TICKET_INVALID' };
const NO_ATTENDANCE = { error: 'attendance not found', code: 'NOT_REGISTERED' };

describe.each(ATTENDABLE_KINDS)('POST and DELETE /admin/$table/…/check-in', (kind) => {
  const { noun, table } = kind;
  const own = kind.ownFields('speaker');
  const ofAdmin = kind.adminFields('speaker');
  const create = (given: object = {}) => kind.create(api.db, given);
  const add = (user: User, attendable: Attendable, status?: AttendanceStatus) =>
    kind.addAttendance(api.db, [user, attendable], { status, ticket_type: 'speaker' });
  const cancel = (user: User, attendable: Attendable) => kind.cancel(api.as(user), attendable);
  const path = ({ id }: Attendable) => `/api/v1/admin/${table}/${id}/check-in`;
  const checkIn = (attendable: Attendable, body: object) =>
    api.admin().post(path(attendable)).send(body);
  const undo = (attendable: Attendable, body: object) =>
    api.admin().delete(path(attendable)).send(body);
  const attendanceOf = async (user: User, { id }: Attendable) =>
    (await api.as(user).get(`/api/v1/${table}/${id}/attendance`).expect(200)).body;
  const codeOf = async (user: User, { id }: Attendable): Promise<string> =>
    (await api.as(user).get(`/api/v1/${table}/${id}/ticket`).expect(200)).body.code;
  const attendeeCount = async ({ id }: Attendable) =>
    (await api.db(table).where({ id }).first('attendee_count')).attendee_count;
  const auditOf = ({ id }: Attendable) =>
    api
      .db('audit_log')
      .where({ subject_type: noun, subject_id: id })
      .orderBy('id')
      .select('action', 'before', 'after');

  it('checks in an attendee with a seat and leaves attendee_count as it is', async () => {
    const attendable = await create({ capacity: 1 });
    await add(ada, attendable);

    const { body } = await checkIn(attendable, { user_id: ada.id }).expect(200);

    const attendance = {
      status: 'checked_in',
      registered_at: REGISTERED_AT,
      waitlist_position: null,
      checked_in_at: api.now().toISOString(),
      ...own,
    };
    expect(body).toEqual({
      user: { id: ada.id, ...ADA },
      attendance: { ...attendance, ...ofAdmin },
      already_checked_in: false,
    });
    expect(await attendanceOf(ada, attendable)).toEqual(attendance);
    expect(await attendeeCount(attendable)).toBe(1);
    expect(await auditOf(attendable)).toEqual([
      {
        action: `${noun}.check_in`,
        before: { user_id: ada.id, status: 'registered', checked_in_at: null },
        after: {
          user_id: ada.id,
          status: 'checked_in',
          checked_in_at: api.now().toISOString(),
        },
      },
    ]);
  });

  it('records the same administrator as any other change', async () => {
    const attendable = await create();
    await add(ada, attendable);
    const { id } = attendable;
    await checkIn(attendable, { user_id: ada.id }).expect(200);
    await api.admin().put(`/api/v1/admin/${table}/${id}`).send({ capacity: 9 }).expect(200);

    const [checkedIn, changed] = await api
      .db('audit_log')
      .where({ subject_type: noun, subject_id: id })
      .orderBy('id')
      .select('actor', 'administrator_id', 'api_key_id', 'session_id', 'ip');
    expect(checkedIn).toEqual(changed);
    expect(checkedIn).toMatchObject({ actor: expect.any(String), ip: expect.any(String) });
  });

  it.each([
    ['as it is', (code: string) => code],
    ['typed by hand', (code: string) => ` ${code.toLowerCase().replaceAll('-', ' - ')} `],
  ])('accepts the ticket code %s', async (_how, typed) => {
    const attendable = await create();
    await add(ada, attendable);
    const { body } = await checkIn(attendable, {
      code: typed(await codeOf(ada, attendable)),
    }).expect(200);
    expect(body).toMatchObject({ user: { id: ada.id }, already_checked_in: false });
  });

  it('answers already_checked_in and the first time to a second device', async () => {
    const attendable = await create();
    await add(ada, attendable);
    const first = await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' }).expect(200);
    api.advance(60_000);

    for (const nonce of ['door-2', undefined]) {
      const { body } = await checkIn(attendable, { user_id: ada.id, nonce }).expect(200);
      expect(body).toEqual({ ...first.body, already_checked_in: true });
    }
    expect(await auditOf(attendable)).toHaveLength(1);
  });

  it('answers a retry with the same nonce like the first request', async () => {
    const attendable = await create();
    await add(ada, attendable);
    const first = await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' }).expect(200);
    api.advance(60_000);
    const repeated = await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' }).expect(200);

    expect(repeated.body).toEqual(first.body);
    expect(await auditOf(attendable)).toHaveLength(1);
  });

  it('checks in once when several devices scan the same code at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const attendable = await create();
      await add(ada, attendable);
      const code = await codeOf(ada, attendable);

      const answers = await Promise.all(
        ['door-1', 'door-2', 'door-3'].map((nonce) =>
          checkIn(attendable, { code, nonce }).expect(200),
        ),
      );

      const repeated = answers.filter(({ body }) => body.already_checked_in);
      expect(repeated).toHaveLength(2);
      expect(await auditOf(attendable)).toHaveLength(1);
    }
  });

  it('answers two concurrent requests with the same nonce alike', async () => {
    for (let round = 0; round < 10; round += 1) {
      const attendable = await create();
      await add(ada, attendable);
      const [one, two] = await Promise.all(
        [1, 2].map(() => checkIn(attendable, { user_id: ada.id, nonce: 'door-1' }).expect(200)),
      );
      expect(one?.body).toMatchObject({ already_checked_in: false });
      expect(two?.body).toEqual(one?.body);
      expect(await auditOf(attendable)).toHaveLength(1);
    }
  });

  it('either checks in or cancels when both are requested at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const attendable = await create();
      await add(ada, attendable);

      const [checkedIn, cancelled] = await Promise.all([
        checkIn(attendable, { user_id: ada.id }),
        cancel(ada, attendable),
      ]);

      const { status } = await attendanceOf(ada, attendable);
      expect([checkedIn.status, cancelled.status, status]).toEqual(
        checkedIn.status === 200 ? [200, 409, 'checked_in'] : [404, 200, 'cancelled'],
      );
      expect(await attendeeCount(attendable)).toBe(checkedIn.status === 200 ? 1 : 0);
    }
  });

  it.each([
    ['check-in', 'registered', checkIn],
    ['undo', 'checked_in', undo],
  ] as const)('retries after a deadlock: %s', async (_what, status, send) => {
    const attendable = await create();
    await add(ada, attendable, status);
    const answer = await whileDeadlocked(
      api.db,
      [
        ['users', { id: ada.id }],
        [kind.attendances, { [`${noun}_id`]: attendable.id, user_id: ada.id }],
      ],
      () => send(attendable, { user_id: ada.id }),
    );

    expect(answer.status).toBe(200);
    expect(await auditOf(attendable)).toHaveLength(1);
  });

  it('answers 409 for a waitlisted attendee', async () => {
    const attendable = await create();
    await add(ada, attendable, 'waitlisted');
    const { body } = await checkIn(attendable, { user_id: ada.id }).expect(409);
    expect(body).toEqual({
      error: 'This attendee is on the waitlist and has no seat',
      code: 'WAITLISTED',
    });
    expect(await attendanceOf(ada, attendable)).toMatchObject({ status: 'waitlisted' });
  });

  it('answers 404 for a user who cancelled (400 for their ticket), never attended or does not exist', async () => {
    const attendable = await create();
    await add(ada, attendable);
    const code = await codeOf(ada, attendable);
    await cancel(ada, attendable).expect(200);

    for (const send of [checkIn, undo]) {
      expect((await send(attendable, { code }).expect(400)).body).toEqual(NO_TICKET);
    }
    for (const identifier of [{ user_id: ada.id }, { user_id: grace.id }, { user_id: 999_999 }]) {
      expect((await checkIn(attendable, identifier).expect(404)).body).toEqual(NO_ATTENDANCE);
      expect((await undo(attendable, identifier).expect(404)).body).toEqual(NO_ATTENDANCE);
    }
    expect(await auditOf(attendable)).toEqual([]);
  });

  it('refuses the ticket of a seat that was given up, even if its holder has a new seat', async () => {
    const attendable = await create();
    await kind.attend(api.as(ada), attendable).expect(201);
    const old = await codeOf(ada, attendable);
    await cancel(ada, attendable).expect(200);
    await kind.attend(api.as(ada), attendable).expect(201);

    const code = await codeOf(ada, attendable);
    expect(code).not.toBe(old);
    for (const send of [checkIn, undo]) {
      expect((await send(attendable, { code: old }).expect(400)).body).toEqual(NO_TICKET);
    }
    await checkIn(attendable, { code }).expect(200);
    expect(await codeOf(ada, attendable)).toBe(code);
  });

  it.each([
    ['before the start', { starts_at: '2026-06-01T09:00:00Z', ends_at: '2026-06-01T10:00:00Z' }, 0],
    ['long after the end', {}, 90 * DAY_MS],
  ])('works %s', async (_when, times, later) => {
    const attendable = await create(noun === 'event' ? times : {});
    await add(ada, attendable);
    api.advance(later);
    await checkIn(attendable, { user_id: ada.id }).expect(200);
    await undo(attendable, { user_id: ada.id }).expect(200);
    api.advance(-later);
  });

  it('works for a draft conference', async () => {
    const attendable = await kind.createDraft(api.db);
    await add(ada, attendable);
    await checkIn(attendable, { user_id: ada.id }).expect(200);
    await undo(attendable, { user_id: ada.id }).expect(200);
  });

  it('checks in a blocked user only with allow_blocked, and answers their repeated scan like the first', async () => {
    const attendable = await create();
    const blocked = await aUser(api.db, { is_blocked: true });
    await add(blocked, attendable);
    const scan = { user_id: blocked.id, nonce: 'door-1' };

    const refused = await checkIn(attendable, scan).expect(409);
    const first = await checkIn(attendable, { ...scan, allow_blocked: true }).expect(200);
    const repeated = await checkIn(attendable, scan).expect(200);
    const second = await checkIn(attendable, { user_id: blocked.id }).expect(409);

    expect(refused.body).toEqual({
      error: 'This attendee is blocked; set allow_blocked to true to let them in',
      code: 'ACCOUNT_BLOCKED',
    });
    expect(second.body).toEqual(refused.body);
    expect(first.body).toMatchObject({ already_checked_in: false });
    expect(repeated.body).toEqual(first.body);
    expect(await auditOf(attendable)).toMatchObject([{ after: { allow_blocked: true } }]);
  });

  it('takes the time of an offline scan', async () => {
    const attendable = await create();
    await add(ada, attendable);
    const at = (offsetMs: number) => new Date(api.now().getTime() + offsetMs).toISOString();

    const scanned_at = at(-2 * DAY_MS);
    const { body } = await checkIn(attendable, { user_id: ada.id, scanned_at }).expect(200);
    expect(body).toMatchObject({ attendance: { checked_in_at: scanned_at } });
    expect(await attendanceOf(ada, attendable)).toMatchObject({ checked_in_at: scanned_at });
  });

  it('takes a scan of a device whose clock is a minute ahead as made now', async () => {
    const attendable = await create();
    await add(ada, attendable);
    const now = api.now();

    const scanned_at = new Date(now.getTime() + 60_000).toISOString();
    const { body } = await checkIn(attendable, { user_id: ada.id, scanned_at }).expect(200);

    expect(body.attendance.checked_in_at).toBe(now.toISOString());
  });

  it('answers 400 for a ticket of another attendable or with a forged code', async () => {
    const [attendable, other] = [await create(), await create(kind.named('Harbor tour'))];
    for (const each of [attendable, other]) await add(ada, each);
    const code = await codeOf(ada, attendable);
    const otherCode = await codeOf(ada, other);

    for (const send of [checkIn, undo]) {
      expect((await send(attendable, { code: otherCode }).expect(400)).body).toEqual({
        error: `code: expected a ticket for this ${noun}; this one is for Harbor tour`,
        code: 'TICKET_OTHER_EVENT',
      });
      for (const forged of [
        code.replace(`-${ada.id}-`, `-${grace.id}-`),
        otherCode.replace(`-${other.id}-`, `-${attendable.id}-`),
        code.slice(0, -1),
        'E-1',
        ' ',
        `https://example.com/?${'q'.repeat(400)}`,
        'WIFI:T:WPA;S:hall\u0000;\n;',
      ]) {
        expect((await send(attendable, { code: forged }).expect(400)).body).toEqual(NO_TICKET);
      }
    }
    expect(await attendanceOf(ada, attendable)).toMatchObject({ status: 'registered' });
  });

  it.each([
    ['no identifier', {}, 'user_id: expected either user_id or code'],
    ['two identifiers', { user_id: 1, code: 'E-1' }, 'user_id: expected either user_id or code'],
    ['a string as user_id', { user_id: '1' }, 'user_id: expected a positive integer'],
    [
      'a code that no QR code can hold',
      { code: 'E'.repeat(4_297) },
      'code: expected at most 4,296 characters',
    ],
  ])('answers 400 for %s', async (_what, body, error) => {
    const attendable = await create();
    for (const send of [checkIn, undo]) {
      expect((await send(attendable, body).expect(400)).body).toEqual({
        error,
        code: 'VALIDATION_ERROR',
      });
    }
  });

  it.each(['', 'n'.repeat(201), 7])('answers 400 for the nonce %p', async (nonce) => {
    const { body } = await checkIn(await create(), { user_id: ada.id, nonce }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain('nonce: ');
  });

  it(`answers 404 for an unknown ${noun}`, async () => {
    for (const send of [checkIn, undo]) {
      const { body } = await send({ id: 999_999 }, { user_id: ada.id }).expect(404);
      expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
    }
  });

  it('requires an administrator', async () => {
    const attendable = await create();
    await add(ada, attendable);
    for (const method of ['post', 'delete'] as const) {
      await api.anonymous()[method](path(attendable)).send({ user_id: ada.id }).expect(401);
      await api.as(ada)[method](path(attendable)).send({ user_id: ada.id }).expect(403);
    }
  });

  describe('undo', () => {
    it('keeps the seat and answers a repeated request with the same body', async () => {
      const attendable = await create({ capacity: 1 });
      await add(ada, attendable);
      await add(grace, attendable, 'waitlisted');
      await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' }).expect(200);

      const { body } = await undo(attendable, { code: await codeOf(ada, attendable) }).expect(200);
      const repeated = await undo(attendable, { user_id: ada.id }).expect(200);

      const attendance = {
        status: 'registered',
        registered_at: REGISTERED_AT,
        waitlist_position: null,
        checked_in_at: null,
        ...own,
      };
      expect(body).toEqual({
        user: { id: ada.id, ...ADA },
        attendance: { ...attendance, ...ofAdmin },
      });
      expect(repeated.body).toEqual(body);
      expect(await attendanceOf(ada, attendable)).toEqual(attendance);
      expect(await attendeeCount(attendable)).toBe(1);
      expect(await attendanceOf(grace, attendable)).toMatchObject({ status: 'waitlisted' });
      const seated = { user_id: ada.id, status: 'registered', checked_in_at: null };
      const arrived = {
        user_id: ada.id,
        status: 'checked_in',
        checked_in_at: api.now().toISOString(),
      };
      expect(await auditOf(attendable)).toEqual([
        { action: `${noun}.check_in`, before: seated, after: arrived },
        { action: `${noun}.undo_check_in`, before: arrived, after: seated },
      ]);
    });

    it('allows another check-in, even with the same nonce', async () => {
      const attendable = await create();
      await add(ada, attendable);
      await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' }).expect(200);
      await undo(attendable, { user_id: ada.id }).expect(200);
      api.advance(60_000);

      const { body } = await checkIn(attendable, { user_id: ada.id, nonce: 'door-1' }).expect(200);

      expect(body).toMatchObject({
        already_checked_in: false,
        attendance: { checked_in_at: api.now().toISOString() },
      });
    });

    it('answers 404 for a waitlisted attendee', async () => {
      const attendable = await create();
      await add(ada, attendable, 'waitlisted');
      expect((await undo(attendable, { user_id: ada.id }).expect(404)).body).toEqual(NO_ATTENDANCE);
    });
  });
});

describe('check-in at an event', () => {
  const checkIn = ({ id }: Attendable) =>
    api.admin().post(`/api/v1/admin/events/${id}/check-in`).send({ user_id: ada.id });

  it('answers 409 for a cancelled event, but can be undone', async () => {
    const event = await anEvent(api.db, { status: 'cancelled' });
    await anAttendance(api.db, [ada, event], 'checked_in');

    const { body } = await checkIn(event).expect(409);

    expect(body).toEqual({ error: 'This event is cancelled', code: 'EVENT_CANCELLED' });
    const undone = await api
      .admin()
      .delete(`/api/v1/admin/events/${event.id}/check-in`)
      .send({ user_id: ada.id })
      .expect(200);
    expect(undone.body).toMatchObject({ attendance: { status: 'registered' } });
  });

  it.each(['pending', 'rejected'])('answers 404 for an event that is %s', async (status) => {
    const { body } = await checkIn(await anEvent(api.db, { status })).expect(404);
    expect(body).toEqual(NO_ATTENDANCE);
  });

  it('answers 400 for a ticket of a conference with the same id', async () => {
    for (const table of ['events', 'conferences']) {
      await api.db.raw(`select setval(pg_get_serial_sequence(?, 'id'), 700000)`, [table]);
    }
    const [event, conference] = [await anEvent(api.db), await aConference(api.db)];
    expect(conference.id).toBe(event.id);
    await anAttendance(api.db, [ada, event]);
    await aRegistration(api.db, [ada, conference]);
    const ticket = await api.as(ada).get(`/api/v1/conferences/${conference.id}/ticket`).expect(200);

    const { body } = await api
      .admin()
      .post(`/api/v1/admin/events/${event.id}/check-in`)
      .send({ code: ticket.body.code })
      .expect(400);

    expect(body).toEqual({
      error: `code: expected a ticket for this event; this one is for ${conference.name}`,
      code: 'TICKET_OTHER_EVENT',
    });
  });

  it('names what a ticket opens only to a key of its conference', async () => {
    const [mine, other] = [await aConference(api.db), await aConference(api.db)];
    const door = await anEvent(api.db, { conference_id: mine.id });
    const [inside, outside, free] = [
      await anEvent(api.db, { conference_id: mine.id, title: 'Inside' }),
      await anEvent(api.db, { conference_id: other.id, title: 'Outside' }),
      await anEvent(api.db, { conference_id: null, title: 'Of none' }),
    ];
    const key = await aKey(api.db, { scopes: ['door:check-in'], conference_ids: [mine.id] });
    const sentenceFor = async ({ id }: { id: number }, secret?: string) => {
      await anAttendance(api.db, [ada, { id }]);
      const { body: ticket } = await api.as(ada).get(`/api/v1/events/${id}/ticket`).expect(200);
      const path = `/api/v1/admin/events/${door.id}/check-in`;
      const scan = { code: ticket.code };
      const { body } = await api.admin(secret).post(path).send(scan).expect(400);
      const batch = await api
        .admin(secret)
        .post(`${path}/batch`)
        .send({ check_ins: [scan] });
      expect(batch.body.results[0]).toMatchObject(body);
      await api.db('event_attendances').where({ event_id: id }).delete();
      return body.error;
    };
    const unnamed = 'code: expected a ticket for this event';
    expect(await sentenceFor(inside, key.secret)).toBe(`${unnamed}; this one is for Inside`);
    expect(await sentenceFor(outside, key.secret)).toBe(unnamed);
    expect(await sentenceFor(free, key.secret)).toBe(unnamed);
    expect(await sentenceFor(free)).toBe(`${unnamed}; this one is for Of none`);
  });
});
