import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { aConference, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

let api: TestApi;
let ada: User;
let grace: User;
let mina: User;
let blocked: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace' });
  grace = await aUser(api.db, { first_name: 'Grace' });
  mina = await aUser(api.db, { first_name: 'Mina' });
  blocked = await aUser(api.db, { is_blocked: true });
});
afterAll(() => api.close());

const minutesAgo = (minutes: number) =>
  new Date(api.now().getTime() - minutes * 60_000).toISOString();

describe.each(ATTENDABLE_KINDS)('/admin/$table/…/check-in', (kind) => {
  const { noun, table } = kind;
  const create = (given: object = {}) => kind.create(api.db, given);
  const add = (user: User, attendable: Attendable, status?: AttendanceStatus) =>
    kind.addAttendance(api.db, [user, attendable], { status });
  const batch = ({ id }: Attendable, check_ins: object[]) =>
    api.admin().post(`/api/v1/admin/${table}/${id}/check-in/batch`).send({ check_ins });
  const stats = ({ id }: Attendable) =>
    api.admin().get(`/api/v1/admin/${table}/${id}/check-in/stats`);
  const codeOf = async (user: User, { id }: Attendable): Promise<string> =>
    (await api.as(user).get(`/api/v1/${table}/${id}/ticket`).expect(200)).body.code;
  const auditCount = async ({ id }: Attendable) =>
    (await api.db('audit_log').where({ subject_type: noun, subject_id: id })).length;

  it('answers a batch of offline scans row by row, in order, with codes a scanner can tell apart', async () => {
    const [attendable, other] = [await create(), await create()];
    for (const user of [ada, blocked]) await add(user, attendable);
    await add(ada, other);
    await add(grace, attendable, 'waitlisted');
    const code = await codeOf(ada, attendable);

    const { body } = await batch(attendable, [
      { code: 'https://example.org/a-poster', nonce: 'n0' },
      { code: 'x'.repeat(4_296), nonce: 'n1' },
      { code: await codeOf(ada, other), nonce: 'n2' },
      { user_id: mina.id, nonce: 'n3' },
      { user_id: grace.id, nonce: 'n4' },
      { user_id: blocked.id, nonce: 'n5' },
      { code, nonce: 'n6', scanned_at: 'at nine' },
      { code, nonce: 'n7', scanned_at: minutesAgo(50) },
      { code, nonce: 'n7', scanned_at: minutesAgo(50) },
      { code, scanned_at: minutesAgo(40) },
      { user_id: blocked.id, allow_blocked: true },
    ]).expect(200);

    const rows = body.results.map((row: Record<string, unknown>) => [
      row.nonce,
      row.status,
      row.code,
    ]);
    expect(rows).toEqual([
      ['n0', 'refused', 'TICKET_INVALID'],
      ['n1', 'refused', 'TICKET_INVALID'],
      ['n2', 'refused', 'TICKET_OTHER_EVENT'],
      ['n3', 'refused', 'NOT_REGISTERED'],
      ['n4', 'refused', 'WAITLISTED'],
      ['n5', 'refused', 'ACCOUNT_BLOCKED'],
      ['n6', 'refused', 'VALIDATION_ERROR'],
      ['n7', 'checked_in', null],
      ['n7', 'checked_in', null],
      [null, 'already_checked_in', null],
      [null, 'checked_in', null],
    ]);
    expect(body.results[4]).toMatchObject({
      error: 'This attendee is on the waitlist and has no seat',
      user: null,
      attendance: null,
    });
    expect(body.results[9]).toMatchObject({
      error: null,
      user: { id: ada.id, first_name: 'Ada' },
      attendance: { status: 'checked_in', checked_in_at: minutesAgo(50) },
    });
    expect(await auditCount(attendable)).toBe(2);
  });

  it('checks in each attendee once when the same batch is sent again, or twice at once', async () => {
    const attendable = await create();
    for (const user of [ada, grace]) await add(user, attendable);
    const scans = [ada, grace].map(({ id }) => ({ user_id: id, nonce: `door-1-${id}` }));

    const [one, two] = await Promise.all([batch(attendable, scans), batch(attendable, scans)]);
    const again = await batch(attendable, scans).expect(200);

    expect(two.body).toEqual(one.body);
    expect(again.body).toEqual(one.body);
    expect(await auditCount(attendable)).toBe(2);
  });

  it('checks in 500 attendees by one batch', async () => {
    const attendable = await create();
    const ids = (await people(api.db, 500)).map(({ id }) => id);
    await api.db.raw(
      `with counted as (
         update ${table} set attendee_count = 500 where id = :id
       )
       insert into ${kind.attendances} (${noun}_id, user_id, status, registered_at)
       select :id, unnest(:ids::int[]), 'registered', now()`,
      { id: attendable.id, ids },
    );

    const { body } = await batch(
      attendable,
      ids.map((id) => ({ user_id: id })),
    ).expect(200);

    expect(body.results.map((row: { user: { id: number } }) => row.user.id)).toEqual(ids);
    expect((await stats(attendable).expect(200)).body).toMatchObject({
      expected: 500,
      checked_in: 500,
    });
  });

  it('counts all users with a seat as expected, and those who have arrived', async () => {
    const attendable = await create();
    await add(ada, attendable, 'checked_in');
    await add(grace, attendable);
    await add(mina, attendable, 'waitlisted');

    expect((await stats(attendable).expect(200)).body).toMatchObject({
      expected: 2,
      checked_in: 1,
    });
  });

  it('refuses a scan with invalid fields, and checks in the others', async () => {
    const attendable = await create();
    for (const user of [ada, grace]) await add(user, attendable);

    const { body } = await batch(attendable, [
      { user_id: ada.id, nonce: 'n0' },
      { nonce: 'n1' },
      { code: 'x'.repeat(4_297), nonce: 'n2' },
      { user_id: grace.id, scanned_at: 'at nine', nonce: 'n3' },
      { user_id: 0, nonce: 7 },
      [] as object,
      { user_id: grace.id, nonce: 'n6' },
    ]).expect(200);

    const refused = { status: 'refused', code: 'VALIDATION_ERROR', user: null, attendance: null };
    expect(body.results).toMatchObject([
      { nonce: 'n0', status: 'checked_in' },
      { ...refused, nonce: 'n1', error: 'user_id: expected either user_id or code' },
      { ...refused, nonce: 'n2', error: 'code: expected at most 4,296 characters' },
      {
        ...refused,
        nonce: 'n3',
        error: expect.stringMatching(/^scanned_at: expected an ISO 8601/),
      },
      { ...refused, nonce: null, error: expect.stringMatching(/^user_id: expected/) },
      { ...refused, nonce: null, error: expect.stringMatching(/^scan: expected an object/) },
      { nonce: 'n6', status: 'checked_in' },
    ]);
  });

  it.each([
    ['no scan', []],
    ['501 scans', Array.from({ length: 501 }, () => ({ user_id: 1 }))],
  ])('answers 400 for a batch with %s', async (_what, check_ins) => {
    const { body } = await batch(await create(), check_ins).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toMatch(/^check_ins/);
  });

  it(`answers 404 for an unknown ${noun}, and requires an administrator`, async () => {
    const missing = { error: `${noun} not found`, code: 'NOT_FOUND' };
    const sent = await batch({ id: 999_999 }, [{ user_id: ada.id }]).expect(404);
    expect(sent.body).toEqual(missing);
    expect((await stats({ id: 999_999 }).expect(404)).body).toEqual(missing);

    const path = `/api/v1/admin/${table}/${(await create()).id}/check-in`;
    await api
      .as(ada)
      .post(`${path}/batch`)
      .send({ check_ins: [{ user_id: 1 }] })
      .expect(403);
    await api.as(ada).get(`${path}/stats`).expect(403);
  });
});

it('the stats of a conference expect invited people with a seat too, before and after they sign in', async () => {
  const { id } = await aConference(api.db, { capacity: 2 });
  const path = `/api/v1/admin/conferences/${id}`;
  const stats = async () =>
    (await api.admin().get(`${path}/check-in/stats`).expect(200)).body as object;
  const attendees = [
    { messenger_id: ada.messenger_id },
    { username: 'lin_clark' },
    { username: 'grace_h' },
  ];
  await api.admin().post(`${path}/bulk-upload`).send({ attendees }).expect(200);
  expect(await stats()).toMatchObject({ expected: 2, checked_in: 0 });

  const lin = { id: 7_001, first_name: 'Lin', username: 'lin_clark' };
  const { body } = await api.fromMessenger(lin).get('/api/v1/users/me').expect(200);
  await api.admin().post(`${path}/check-in`).send({ user_id: body.id }).expect(200);

  expect(await stats()).toMatchObject({ expected: 2, checked_in: 1 });
});
