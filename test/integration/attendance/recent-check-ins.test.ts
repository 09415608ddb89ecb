import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let ada: User;
let grace: User;
let edith: User;

beforeAll(async () => {
  api = await startApi({ env: { MESSENGER_APP_URL: 'https://t.me/hallway_bot/app' } });
  [ada, grace, edith] = await people(api.db, 3);
});
afterAll(() => api.close());

describe.each(ATTENDABLE_KINDS)('GET /admin/$table/…/check-ins', (kind) => {
  const { table, noun } = kind;
  const ofConference =
    kind.noun === 'conference' ? { ticket_type: 'speaker', checkpoint: null } : {};
  const create = async (): Promise<Attendable> => {
    const attendable = await kind.create(api.db);
    for (const user of [ada, grace, edith]) {
      await kind.addAttendance(api.db, [user, attendable], { ticket_type: 'speaker' });
    }
    return attendable;
  };
  const path = ({ id }: Attendable, end: string) => `/api/v1/admin/${table}/${id}/${end}`;
  const list = async (attendable: Attendable, query: object = {}) =>
    (await api.admin().get(path(attendable, 'check-ins')).query(query).expect(200)).body;
  const checkIn = (attendable: Attendable, user: User, body: object = {}, key?: string) =>
    api
      .admin(key)
      .post(path(attendable, 'check-in'))
      .send({ user_id: user.id, ...body })
      .expect(200);
  const ids = ({ data }: { data: readonly { user: { id: number } }[] }) =>
    data.map(({ user }) => user.id);

  it('has the newest first, with the device and the administrator', async () => {
    const attendable = await create();
    const administrator_id = await anAdministrator(api.db, { name: 'Jonas Weber' });
    const expires_at = '2027-01-01T00:00:00.000Z';
    const mine = await aKey(api.db, { administrator_id, expires_at });
    const machine = await aKey(api.db);
    await checkIn(attendable, ada, { device: ' Main entrance ' }, mine.secret);
    api.advance(1_000);
    await checkIn(attendable, grace, {}, machine.secret);
    const scanned_at = new Date(api.now().getTime() - 3_600_000).toISOString();
    const scan = { user_id: edith.id, device: 'Back door', scanned_at };
    const batch = { check_ins: [scan] };
    await api.admin().post(path(attendable, 'check-in/batch')).send(batch).expect(200);

    const { data, pagination } = await list(attendable);

    const named = ({ id, first_name, last_name, photo_url, company, job_title }: User) => ({
      user: { id, first_name, last_name, photo_url, company, job_title },
      ...ofConference,
    });
    expect(data).toEqual([
      {
        ...named(grace),
        checked_in_at: api.now().toISOString(),
        device: null,
        key: machine.public_id,
        administrator: null,
      },
      {
        ...named(ada),
        checked_in_at: new Date(api.now().getTime() - 1_000).toISOString(),
        device: 'Main entrance',
        key: mine.public_id,
        administrator: { id: administrator_id, name: 'Jonas Weber' },
      },
      {
        ...named(edith),
        checked_in_at: scanned_at,
        device: 'Back door',
        key: expect.stringMatching(/^[0-9a-f]{8}$/),
        administrator: null,
      },
    ]);
    expect(pagination).toMatchObject({ page: 1, total: 3 });
    expect(ids(await list(attendable, { sort: 'checked_in_at' }))).toEqual(ids({ data }).reverse());
    const first = await list(attendable, { limit: 2 });
    const { next_cursor: cursor } = first.pagination;
    expect(ids(await list(attendable, { limit: 2, cursor }))).toEqual([edith.id]);
  });

  it('lists no check-in that was undone, moved or given up, and forgets its device', async () => {
    const attendable = await create();
    for (const user of [ada, grace]) await checkIn(attendable, user, { device: 'Main entrance' });
    const undone = { user_id: ada.id };
    await api.admin().delete(path(attendable, 'check-in')).send(undone).expect(200);
    const seat = path(attendable, `attendees/${grace.id}`);
    await api.admin().patch(seat).send({ status: 'cancelled' }).expect(200);

    expect((await list(attendable)).data).toEqual([]);
    const kept = await api
      .db(kind.attendances)
      .where({ [`${noun}_id`]: attendable.id })
      .whereNotNull('check_in_device');
    expect(kept).toEqual([]);

    await checkIn(attendable, ada);
    expect((await list(attendable)).data).toMatchObject([{ device: null }]);
  });

  it('answers a repeated scan as before, and keeps the first device', async () => {
    const attendable = await create();
    await checkIn(attendable, ada, { nonce: 'n1', device: 'One' });
    for (const scan of [{ nonce: 'n1', device: 'Two' }, { device: 'Three' }]) {
      await checkIn(attendable, ada, scan);
    }
    expect((await list(attendable)).data).toMatchObject([{ device: 'One' }]);
  });

  it('refuses the name of a device of more than 64 characters, and a missing attendable', async () => {
    const attendable = await create();
    const body = { user_id: ada.id, device: 'd'.repeat(65) };
    await api.admin().post(path(attendable, 'check-in')).send(body).expect(400);
    const missing = await api
      .admin()
      .get(path({ id: 999_999 }, 'check-ins'))
      .expect(404);
    expect(missing.body).toEqual(failure('NOT_FOUND', `${noun} not found`));
  });

  it('costs a check-in no statement', async () => {
    const attendable = await create();
    const of = (user: User, body: object) =>
      countQueries(api.db, () => checkIn(attendable, user, body));
    expect(await of(ada, { device: 'Main entrance' })).toBe(2);
    expect(await of(grace, {})).toBe(2);
  });
});

describe('include=guests of the check-ins at a conference', () => {
  it('has guests among the attendees, in their order, until a claim makes them attendees', async () => {
    const conference = await aConference(api.db);
    const of = (end: string) => `/api/v1/admin/conferences/${conference.id}/${end}`;
    for (const user of [ada, edith]) await aRegistration(api.db, [user, conference]);
    const walkIn = { first_name: 'Kai', last_name: 'Sato', company: 'Quay', ticket_type: 'day' };
    const { body: guest } = await api.admin().post(of('attendees')).send(walkIn).expect(201);
    const arrive = (body: object) => api.admin().post(of('check-in')).send(body).expect(200);
    for (const body of [
      { user_id: ada.id },
      { invitation_id: guest.invitation_id, device: 'Side door' },
      { user_id: edith.id },
    ]) {
      await arrive(body);
      api.advance(1_000);
    }
    const list = async (query: object = {}) =>
      (await api.admin().get(of('check-ins')).query(query).expect(200)).body;

    expect((await list()).data.map(nameOf)).toEqual([edith.first_name, ada.first_name]);
    const { data, pagination } = await list({ include: 'guests' });
    expect(pagination.total).toBe(3);
    expect(data.map(nameOf)).toEqual([edith.first_name, 'Kai', ada.first_name]);
    expect(data[1]).toMatchObject({
      user: null,
      invitation: { id: guest.invitation_id, ...walkIn, is_walk_in: true },
      ticket_type: 'day',
      checkpoint: null,
      device: 'Side door',
      key: expect.any(String),
    });
    expect(data[0]).not.toHaveProperty('invitation');
    const first = await list({ include: 'guests', limit: 1 });
    const { next_cursor: cursor } = first.pagination;
    const second = await list({ include: 'guests', limit: 1, cursor });
    expect(second.data.map(nameOf)).toEqual(['Kai']);

    const code = guest.claim_link.match(/i_[\w-]+/)[0];
    await api
      .as(grace)
      .post(`/api/v1/conferences/${conference.id}/claim`)
      .send({ code })
      .expect(200);
    const claimed = await list({ include: 'guests' });
    expect(claimed.data.map(nameOf)).toEqual([edith.first_name, grace.first_name, ada.first_name]);
    await api.admin().get(of('check-ins')).query({ include: 'all' }).expect(400);
  });

  const nameOf = ({ user, invitation }: { user: User | null; invitation?: User }) =>
    (user ?? invitation)?.first_name;
});
