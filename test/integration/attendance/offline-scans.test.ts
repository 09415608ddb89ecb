import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable, CONFERENCE } from '../../support/attendables.ts';
import { aConference, anEvent, aUser } from '../../support/factories.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { expectSound } from '../../support/seats.ts';

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  ada = await aUser(api.db, { first_name: 'Ada' });
  grace = await aUser(api.db, { first_name: 'Grace' });
});

/** A time `minutes` after now, by a clock that is right. */
const at = (minutes: number) => new Date(api.now().getTime() + minutes * 60_000).toISOString();

interface Sent {
  readonly check_ins: readonly object[];
  readonly sent_at?: unknown;
}

describe.each(ATTENDABLE_KINDS)('/admin/$table/…/check-in/batch', (kind) => {
  const { noun, table } = kind;
  const path = ({ id }: Attendable) => `/api/v1/admin/${table}/${id}/check-in`;
  const batch = async (attendable: Attendable, sent: Sent) => {
    const { body } = await api
      .admin()
      .post(`${path(attendable)}/batch`)
      .send(sent)
      .expect(200);
    return body.results;
  };
  const codeOf = async (user: User, { id }: Attendable): Promise<string> =>
    (await api.as(user).get(`/api/v1/${table}/${id}/ticket`).expect(200)).body.code;
  const stored = ({ id }: Attendable, user: User) =>
    api
      .db(kind.attendances)
      .where({ [`${noun}_id`]: id, user_id: user.id })
      .first();
  const audited = async ({ id }: Attendable) =>
    (await api.db('audit_log').where({ subject_type: noun, subject_id: id }).orderBy('id')).map(
      ({ action, after }) => [action, after],
    );

  it.each([
    ['61 seconds fast', 61 / 60],
    ['two hours fast', 120],
    ['a day slow', -1_440],
    ['of 1970', -29_646_780],
  ])(
    'corrects the scans of a device whose clock is %s by the time of its request',
    async (_, fast) => {
      const attendable = await kind.create(api.db);
      for (const user of [ada, grace]) await kind.addAttendance(api.db, [user, attendable]);
      const check_ins = [
        { user_id: ada.id, scanned_at: at(fast - 30) },
        { code: await codeOf(grace, attendable), scanned_at: at(fast) },
      ];
      const results = await batch(attendable, { check_ins, sent_at: at(fast) });
      const clock_skew_seconds = Math.round(fast * 60);
      expect(results).toMatchObject([
        { status: 'checked_in', clock_skew_seconds, attendance: { checked_in_at: at(-30) } },
        { status: 'checked_in', clock_skew_seconds, attendance: { checked_in_at: at(0) } },
      ]);
      expect(await audited(attendable)).toMatchObject([
        [`${noun}.check_in`, { clock_skew_seconds }],
        [`${noun}.check_in`, { clock_skew_seconds }],
      ]);
    },
  );

  it('drops no scan for its time where the request does not say when it was sent', async () => {
    const attendable = await kind.create(api.db);
    for (const user of [ada, grace]) await kind.addAttendance(api.db, [user, attendable]);
    const results = await batch(attendable, {
      check_ins: [
        { user_id: ada.id, scanned_at: at(60) },
        { user_id: grace.id, scanned_at: '1970-01-01T00:00:00Z' },
      ],
    });
    expect(results).toMatchObject([
      { status: 'checked_in', clock_skew_seconds: 3_600, attendance: { checked_in_at: at(0) } },
      { status: 'checked_in', attendance: { checked_in_at: at(0) } },
    ]);
    expect(results[1].clock_skew_seconds).toBeLessThan(-1_000_000);
  });

  it('keeps the time of a right clock, without a mark', async () => {
    const attendable = await kind.create(api.db);
    await kind.addAttendance(api.db, [ada, attendable]);
    const check_ins = [{ user_id: ada.id, scanned_at: at(-20) }];
    const [result] = await batch(attendable, { check_ins, sent_at: at(-0.5) });
    expect(result).toMatchObject({ status: 'checked_in', attendance: { checked_in_at: at(-20) } });
    expect(result).not.toHaveProperty('clock_skew_seconds');
    expect(result).not.toHaveProperty('is_late');
  });

  it('names sent_at where it is no time, and keeps the scans of the device', async () => {
    const attendable = await kind.create(api.db);
    await kind.addAttendance(api.db, [ada, attendable]);
    const sent = { check_ins: [{ user_id: ada.id }], sent_at: 'nine' };
    const { body } = await api
      .admin()
      .post(`${path(attendable)}/batch`)
      .send(sent)
      .expect(400);
    expect(body).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: expect.stringMatching(/^sent_at: /),
    });
    expect(await stored(attendable, ada)).toMatchObject({ status: 'registered' });
  });

  it('takes the earlier of two scans of offline devices, whichever arrives first', async () => {
    const attendable = await kind.create(api.db);
    await kind.addAttendance(api.db, [ada, attendable]);
    const scan = (nonce: string, minutes: number) => ({
      user_id: ada.id,
      nonce,
      device: nonce,
      scanned_at: at(minutes),
    });
    const send = (...check_ins: object[]) => batch(attendable, { check_ins });

    expect(await send(scan('late', -10))).toMatchObject([{ status: 'checked_in' }]);
    expect(await send(scan('early', -30))).toMatchObject([
      { status: 'already_checked_in', attendance: { checked_in_at: at(-30) } },
    ]);
    expect(await stored(attendable, ada)).toMatchObject({ check_in_device: 'early' });
    // Both devices send again, since they lost their answers.
    expect(await send(scan('late', -10), scan('early', -30), scan('third', -20))).toMatchObject([
      { status: 'checked_in', attendance: { checked_in_at: at(-30) } },
      { status: 'already_checked_in', attendance: { checked_in_at: at(-30) } },
      { status: 'already_checked_in', attendance: { checked_in_at: at(-30) } },
    ]);
    expect(await audited(attendable)).toHaveLength(2);
  });

  it('has the earliest time of ten scans that arrive at once', async () => {
    const attendable = await kind.create(api.db);
    await kind.addAttendance(api.db, [ada, attendable]);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        batch(attendable, {
          check_ins: [{ user_id: ada.id, nonce: `device-${n}`, scanned_at: at(-40 + n) }],
        }),
      ),
    );
    expect(await stored(attendable, ada)).toMatchObject({
      status: 'checked_in',
      checked_in_at: at(-40),
    });
  });

  it('records a scan from before the seat was given up, once, and gives no seat', async () => {
    const attendable = await kind.create(api.db, { capacity: 1 });
    for (const user of [ada, grace]) await kind.attend(api.as(user), attendable).expect(201);
    const code = await codeOf(ada, attendable);
    const check_ins = [{ code, nonce: 'n1', scanned_at: at(-30), device: 'Door' }];
    await kind.cancel(api.as(ada), attendable).expect(200);

    const results = await batch(attendable, { check_ins });
    expect(results).toMatchObject([
      {
        status: 'recorded',
        code: null,
        error: null,
        user: { first_name: 'Ada' },
        attendance: { status: 'cancelled', checked_in_at: null },
      },
    ]);
    expect(await batch(attendable, { check_ins })).toEqual(results);

    expect(await stored(attendable, grace)).toMatchObject({ status: 'registered' });
    await expectSound(api.db, table, attendable);
    const recorded = { user_id: ada.id, status: 'cancelled', scanned_at: at(-30) };
    expect(await audited(attendable)).toEqual([
      [`${noun}.check_in`, { ...recorded, checked_in_at: null }],
    ]);
  });

  it('still refuses a scan from after it, and one of now', async () => {
    const attendable = await kind.create(api.db);
    await kind.addAttendance(api.db, [ada, attendable]);
    const code = await codeOf(ada, attendable);
    await kind.cancel(api.as(ada), attendable).expect(200);
    const check_ins = [
      { code },
      { code, scanned_at: at(0) },
      { user_id: ada.id, scanned_at: at(0) },
    ];
    expect(await batch(attendable, { check_ins })).toMatchObject([
      { status: 'refused', code: 'TICKET_INVALID' },
      { status: 'refused', code: 'TICKET_INVALID' },
      { status: 'refused', code: 'NOT_REGISTERED' },
    ]);
  });

  it('marks a single check-in alike', async () => {
    const attendable = await kind.create(api.db);
    for (const user of [ada, grace]) await kind.addAttendance(api.db, [user, attendable]);
    await kind.cancel(api.as(grace), attendable).expect(200);
    const send = (scan: object) => api.admin().post(path(attendable)).send(scan).expect(200);
    expect((await send({ user_id: ada.id, scanned_at: at(2) })).body).toMatchObject({
      clock_skew_seconds: 120,
      already_checked_in: false,
      attendance: { checked_in_at: at(0) },
    });
    expect((await send({ user_id: grace.id, scanned_at: at(-2) })).body).toMatchObject({
      is_recorded: true,
      attendance: { status: 'cancelled' },
    });
  });
});

describe('a device that was offline for three days', () => {
  const scanned_at = at72();
  function at72() {
    return new Date(Date.parse('2026-05-14T09:00:00Z') - 72 * 3_600_000).toISOString();
  }

  it('keeps the time of a scan at a conference that took place then', async () => {
    const { id } = await aConference(api.db, { starts_on: '2026-05-10', ends_on: '2026-05-12' });
    await CONFERENCE.addAttendance(api.db, [ada, { id }]);
    const { body } = await api
      .admin()
      .post(`/api/v1/admin/conferences/${id}/check-in/batch`)
      .send({ check_ins: [{ user_id: ada.id, scanned_at }] })
      .expect(200);
    expect(body.results).toMatchObject([
      { status: 'checked_in', is_late: true, attendance: { checked_in_at: scanned_at } },
    ]);
  });

  it('keeps it at an event that took place then', async () => {
    const times = { starts_at: '2026-05-11T08:00:00Z', ends_at: '2026-05-11T10:00:00Z' };
    const event = await anEvent(api.db, times);
    await api
      .db('event_attendances')
      .insert({ event_id: event.id, user_id: ada.id, status: 'registered', registered_at: at(0) });
    await api.db('events').where({ id: event.id }).update({ attendee_count: 1 });
    const { body } = await api
      .admin()
      .post(`/api/v1/admin/events/${event.id}/check-in/batch`)
      .send({ check_ins: [{ user_id: ada.id, scanned_at }] })
      .expect(200);
    expect(body.results).toMatchObject([
      { status: 'checked_in', is_late: true, attendance: { checked_in_at: scanned_at } },
    ]);
  });
});

describe('a guest without an account', () => {
  const guestOf = async (conferenceId: number) => {
    await api
      .admin()
      .post(`/api/v1/admin/conferences/${conferenceId}/bulk-upload`)
      .send({ attendees: [{ ticket_code: 'k3pvzyaxhvnzqx5k', first_name: 'Edith' }] })
      .expect(200);
    return invitationsIn(api.db).where({ conference_id: conferenceId }).first();
  };
  const send = async (conferenceId: number, sent: Sent) => {
    const { body } = await api
      .admin()
      .post(`/api/v1/admin/conferences/${conferenceId}/check-in/batch`)
      .send(sent)
      .expect(200);
    return body.results;
  };

  it('is checked in at the corrected time, and at the earlier of two scans', async () => {
    const { id } = await aConference(api.db);
    const guest = await guestOf(id);
    const code = 'k3pvzyaxhvnzqx5k';
    const fast = { check_ins: [{ code, nonce: 'a', scanned_at: at(110) }], sent_at: at(120) };
    expect(await send(id, fast)).toMatchObject([
      { status: 'checked_in', clock_skew_seconds: 7_200, invitation: { checked_in_at: at(-10) } },
    ]);
    const early = { invitation_id: guest.id, nonce: 'b', scanned_at: at(-25) };
    expect(await send(id, { check_ins: [early] })).toMatchObject([
      { status: 'already_checked_in', invitation: { checked_in_at: at(-25) } },
    ]);
  });

  it('is recorded by a scan from before the invitation was withdrawn, once', async () => {
    const { id } = await aConference(api.db);
    const guest = await guestOf(id);
    const path = `/api/v1/admin/conferences/${id}/invitations/${guest.id}`;
    await api.admin().delete(path).expect(200);
    const check_ins = [
      { code: 'k3pvzyaxhvnzqx5k', nonce: 'n1', scanned_at: at(-30) },
      { code: 'k3pvzyaxhvnzqx5k', nonce: 'n2', scanned_at: at(0) },
      { invitation_id: guest.id, nonce: 'n3' },
    ];
    const results = await send(id, { check_ins });
    expect(results).toMatchObject([
      { status: 'recorded', invitation: { first_name: 'Edith', checked_in_at: null } },
      { status: 'refused', code: 'TICKET_INVALID' },
      { status: 'refused', code: 'NOT_REGISTERED' },
    ]);
    expect(await send(id, { check_ins })).toEqual(results);
    const logged = await api
      .db('audit_log')
      .where({ action: 'conference.check_in', subject_id: id });
    expect(logged.map(({ after }) => after)).toEqual([
      {
        invitation_id: guest.id,
        status: 'cancelled',
        checked_in_at: null,
        scanned_at: at(-30),
      },
    ]);
  });
});
