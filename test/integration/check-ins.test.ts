import type { AttendanceStatus } from '../../src/domain/attendance/attendances.ts';
import type { User } from '../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aConference, anAttendance, anEvent, aRegistration, aUser } from '../support/factories.ts';
import { failure } from '../support/failures.ts';
import { untilWaiting } from '../support/queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

interface Attendable {
  readonly id: number;
  readonly attendee_count: number;
}

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
const ASKED_AT = '2026-05-01T12:00:00.000Z';
const NO_ATTENDANCE = { error: 'attendance not found', code: 'NOT_FOUND' };

const KINDS = [
  {
    noun: 'event',
    table: 'events',
    own: {},
    attendable: (given: object = {}): Promise<Attendable> => anEvent(api.db, given),
    draft: async (): Promise<Attendable> => {
      const { id: conference_id } = await aConference(api.db, { status: 'draft' });
      return anEvent(api.db, { conference_id });
    },
    comes: (user: User, event: Attendable, status?: AttendanceStatus) =>
      anAttendance(api.db, [user, event], status),
    cancel: (user: User, { id }: Attendable) => api.as(user).delete(`/api/v1/events/${id}/attend`),
  },
  {
    noun: 'conference',
    table: 'conferences',
    own: { ticket_type: 'speaker' },
    attendable: (given: object = {}): Promise<Attendable> => aConference(api.db, given),
    draft: (): Promise<Attendable> => aConference(api.db, { status: 'draft' }),
    comes: (user: User, conference: Attendable, status?: AttendanceStatus) =>
      aRegistration(api.db, [user, conference], { status, ticket_type: 'speaker' }),
    cancel: (user: User, { id }: Attendable) =>
      api.as(user).delete(`/api/v1/conferences/${id}/register`),
  },
];

describe.each(KINDS)('check-in at the $noun', (kind) => {
  const { noun, table, own, attendable, draft, comes, cancel } = kind;
  const path = ({ id }: Pick<Attendable, 'id'>) => `/api/v1/admin/${noun}s/${id}/check-in`;
  const checkIn = (of: Pick<Attendable, 'id'>, body: object) =>
    api.admin().post(path(of)).send(body);
  const undo = (of: Pick<Attendable, 'id'>, body: object) =>
    api.admin().delete(path(of)).send(body);
  const standing = async (user: User, { id }: Attendable) =>
    (await api.as(user).get(`/api/v1/${noun}s/${id}/attendance`).expect(200)).body;
  const codeOf = async (user: User, { id }: Attendable): Promise<string> =>
    (await api.as(user).get(`/api/v1/${noun}s/${id}/ticket`).expect(200)).body.code;
  const attendeeCount = async ({ id }: Attendable) =>
    (await api.db(table).where({ id }).first('attendee_count')).attendee_count;
  const audited = ({ id }: Attendable) =>
    api
      .db('audit_log')
      .where({ subject_type: noun, subject_id: id })
      .orderBy('id')
      .select('action', 'before', 'after');

  it('lets somebody in who has a seat, and counts nobody', async () => {
    const of = await attendable({ capacity: 1 });
    await comes(ada, of);

    const { body } = await checkIn(of, { user_id: ada.id }).expect(200);

    const attendance = {
      status: 'checked_in',
      registered_at: ASKED_AT,
      waitlist_position: null,
      checked_in_at: api.now().toISOString(),
      ...own,
    };
    expect(body).toEqual({ user: { id: ada.id, ...ADA }, attendance, already_checked_in: false });
    expect(await standing(ada, of)).toEqual(attendance);
    expect(await attendeeCount(of)).toBe(1);
    expect(await audited(of)).toEqual([
      { action: `${noun}.check_in`, before: null, after: { user_id: ada.id } },
    ]);
  });

  it.each([
    ['as it is printed', (code: string) => code],
    ['typed by hand', (code: string) => ` ${code.toLowerCase().replaceAll('-', ' - ')} `],
  ])('takes the code of the ticket, %s', async (_how, typed) => {
    const of = await attendable();
    await comes(ada, of);
    const { body } = await checkIn(of, { code: typed(await codeOf(ada, of)) }).expect(200);
    expect(body).toMatchObject({ user: { id: ada.id }, already_checked_in: false });
  });

  it('tells a second device that, and when, somebody came in', async () => {
    const of = await attendable();
    await comes(ada, of);
    const first = await checkIn(of, { user_id: ada.id, nonce: 'door-1' }).expect(200);
    api.advance(60_000);

    for (const nonce of ['door-2', undefined]) {
      const { body } = await checkIn(of, { user_id: ada.id, nonce }).expect(200);
      expect(body).toEqual({ ...first.body, already_checked_in: true });
    }
    expect(await audited(of)).toHaveLength(1);
  });

  it('gives a device that did not hear the answer the very same one', async () => {
    const of = await attendable();
    await comes(ada, of);
    const first = await checkIn(of, { user_id: ada.id, nonce: 'door-1' }).expect(200);
    api.advance(60_000);
    const again = await checkIn(of, { user_id: ada.id, nonce: 'door-1' }).expect(200);

    expect(again.body).toEqual(first.body);
    expect(await audited(of)).toHaveLength(1);
  });

  it('has one winner when two devices scan the same code at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const of = await attendable();
      await comes(ada, of);
      const code = await codeOf(ada, of);

      const answers = await Promise.all(
        ['door-1', 'door-2', 'door-3'].map((nonce) => checkIn(of, { code, nonce }).expect(200)),
      );

      const late = answers.filter(({ body }) => body.already_checked_in);
      expect(late).toHaveLength(2);
      expect(await audited(of)).toHaveLength(1);
    }
  });

  it('answers the same to a device that asks twice at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const of = await attendable();
      await comes(ada, of);
      const [one, two] = await Promise.all(
        [1, 2].map(() => checkIn(of, { user_id: ada.id, nonce: 'door-1' }).expect(200)),
      );
      expect(one?.body).toMatchObject({ already_checked_in: false });
      expect(two?.body).toEqual(one?.body);
      expect(await audited(of)).toHaveLength(1);
    }
  });

  it('never lets in who gives up their seat at the same moment, nor takes theirs away', async () => {
    for (let round = 0; round < 20; round += 1) {
      const of = await attendable();
      await comes(ada, of);

      const [entry, leave] = await Promise.all([checkIn(of, { user_id: ada.id }), cancel(ada, of)]);

      const { status } = await standing(ada, of);
      expect([entry.status, leave.status, status]).toEqual(
        entry.status === 200 ? [200, 409, 'checked_in'] : [404, 200, 'cancelled'],
      );
      expect(await attendeeCount(of)).toBe(entry.status === 200 ? 1 : 0);
    }
  });

  it.each([
    ['let in', 'registered', checkIn],
    ['sent back', 'checked_in', undo],
  ] as const)('has somebody %s also when another change waits for it', async (_what, held, ask) => {
    const of = await attendable();
    await comes(ada, of, held);
    const other = await api.db.transaction();
    await other(`${noun}_attendances`).where({ user_id: ada.id }).forUpdate();
    const asked = Promise.resolve(ask(of, { user_id: ada.id }));
    await untilWaiting(api.db);
    await other(table).where({ id: of.id }).forUpdate();
    await other.commit();

    expect((await asked).status).toBe(200);
    expect(await audited(of)).toHaveLength(1);
  });

  it('sends who waits away', async () => {
    const of = await attendable();
    await comes(ada, of, 'waitlisted');
    const { body } = await checkIn(of, { user_id: ada.id }).expect(409);
    expect(body).toEqual({
      error: 'This attendee is on the waitlist and has no seat',
      code: 'CONFLICT',
    });
    expect(await standing(ada, of)).toMatchObject({ status: 'waitlisted' });
  });

  it('knows nothing of who left, never asked to come or does not exist', async () => {
    const of = await attendable();
    await comes(ada, of);
    const code = await codeOf(ada, of);
    await cancel(ada, of).expect(200);

    for (const who of [
      { user_id: ada.id },
      { code },
      { user_id: grace.id },
      { user_id: 999_999 },
    ]) {
      expect((await checkIn(of, who).expect(404)).body).toEqual(NO_ATTENDANCE);
      expect((await undo(of, who).expect(404)).body).toEqual(NO_ATTENDANCE);
    }
    expect(await audited(of)).toEqual([]);
  });

  it.each([
    ['early', { starts_at: '2026-06-01T09:00:00Z', ends_at: '2026-06-01T10:00:00Z' }, 0],
    ['late', {}, 90 * DAY_MS],
  ])('works %s: doors open before, and lists are completed after', async (_when, times, later) => {
    const of = await attendable(noun === 'event' ? times : {});
    await comes(ada, of);
    api.advance(later);
    await checkIn(of, { user_id: ada.id }).expect(200);
    await undo(of, { user_id: ada.id }).expect(200);
    api.advance(-later);
  });

  it('works while a conference is a draft', async () => {
    const of = await draft();
    await comes(ada, of);
    await checkIn(of, { user_id: ada.id }).expect(200);
    await undo(of, { user_id: ada.id }).expect(200);
  });

  it('lets blocked people in: who stands at the door is for the door to judge', async () => {
    const of = await attendable();
    const blocked = await aUser(api.db, { is_blocked: true });
    await comes(blocked, of);
    await checkIn(of, { user_id: blocked.id }).expect(200);
  });

  it('takes tickets to itself only, and only such as we made', async () => {
    const [of, other] = [await attendable(), await attendable()];
    for (const each of [of, other]) await comes(ada, each);
    const code = await codeOf(ada, of);
    const theirs = await codeOf(ada, other);
    const problem = (text: string) => ({ error: text, code: 'VALIDATION_ERROR' });

    for (const ask of [checkIn, undo]) {
      expect((await ask(of, { code: theirs }).expect(400)).body).toEqual(
        problem(`code: expected a ticket for this ${noun}`),
      );
      for (const forged of [
        code.replace(`-${ada.id}-`, `-${grace.id}-`),
        theirs.replace(`-${other.id}-`, `-${of.id}-`),
        code.slice(0, -1),
        'E-1',
      ]) {
        expect((await ask(of, { code: forged }).expect(400)).body).toEqual(
          problem('code: expected a valid ticket code'),
        );
      }
    }
    expect(await standing(ada, of)).toMatchObject({ status: 'registered' });
  });

  it.each([
    ['nobody', {}, 'user_id: expected either user_id or code'],
    ['somebody twice', { user_id: 1, code: 'E-1' }, 'user_id: expected either user_id or code'],
    ['a text for an id', { user_id: '1' }, 'user_id: expected a positive integer'],
    ['an empty code', { code: ' ' }, 'code: expected some text'],
    ['a code without end', { code: 'E'.repeat(101) }, 'code: expected at most 100 characters'],
  ])('refuses %s', async (_what, body, error) => {
    const of = await attendable();
    for (const ask of [checkIn, undo]) {
      expect((await ask(of, body).expect(400)).body).toEqual({ error, code: 'VALIDATION_ERROR' });
    }
  });

  it.each(['', 'n'.repeat(201), 7])('refuses %p as a nonce', async (nonce) => {
    const { body } = await checkIn(await attendable(), { user_id: ada.id, nonce }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain('nonce: ');
  });

  it(`knows no ${noun} that does not exist`, async () => {
    for (const ask of [checkIn, undo]) {
      const { body } = await ask({ id: 999_999 }, { user_id: ada.id }).expect(404);
      expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
    }
  });

  it('is for administrators', async () => {
    const of = await attendable();
    await comes(ada, of);
    for (const method of ['post', 'delete'] as const) {
      await api.anonymous()[method](path(of)).send({ user_id: ada.id }).expect(401);
      await api.as(ada)[method](path(of)).send({ user_id: ada.id }).expect(403);
    }
  });

  describe('taken back', () => {
    it('leaves the seat, and answers the same when asked again', async () => {
      const of = await attendable({ capacity: 1 });
      await comes(ada, of);
      await comes(grace, of, 'waitlisted');
      await checkIn(of, { user_id: ada.id, nonce: 'door-1' }).expect(200);

      const { body } = await undo(of, { code: await codeOf(ada, of) }).expect(200);
      const again = await undo(of, { user_id: ada.id }).expect(200);

      const attendance = {
        status: 'registered',
        registered_at: ASKED_AT,
        waitlist_position: null,
        checked_in_at: null,
        ...own,
      };
      expect(body).toEqual({ user: { id: ada.id, ...ADA }, attendance });
      expect(again.body).toEqual(body);
      expect(await standing(ada, of)).toEqual(attendance);
      expect(await attendeeCount(of)).toBe(1);
      expect(await standing(grace, of)).toMatchObject({ status: 'waitlisted' });
      expect(await audited(of)).toEqual([
        { action: `${noun}.check_in`, before: null, after: { user_id: ada.id } },
        { action: `${noun}.undo_check_in`, before: null, after: { user_id: ada.id } },
      ]);
    });

    it('can be done anew, also by the same device', async () => {
      const of = await attendable();
      await comes(ada, of);
      await checkIn(of, { user_id: ada.id, nonce: 'door-1' }).expect(200);
      await undo(of, { user_id: ada.id }).expect(200);
      api.advance(60_000);

      const { body } = await checkIn(of, { user_id: ada.id, nonce: 'door-1' }).expect(200);

      expect(body).toMatchObject({
        already_checked_in: false,
        attendance: { checked_in_at: api.now().toISOString() },
      });
    });

    it('is nothing for who waits', async () => {
      const of = await attendable();
      await comes(ada, of, 'waitlisted');
      expect((await undo(of, { user_id: ada.id }).expect(404)).body).toEqual(NO_ATTENDANCE);
    });
  });
});

describe('check-in at an event', () => {
  const checkIn = ({ id }: Attendable) =>
    api.admin().post(`/api/v1/admin/events/${id}/check-in`).send({ user_id: ada.id });

  it('is over when the event is cancelled, but can be taken back', async () => {
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

  it.each(['pending', 'rejected'])('finds nobody at an event that is %s', async (status) => {
    const { body } = await checkIn(await anEvent(api.db, { status })).expect(404);
    expect(body).toEqual(NO_ATTENDANCE);
  });

  it('takes no ticket to the conference of the same number', async () => {
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

    expect(body.error).toBe('code: expected a ticket for this event');
  });
});
