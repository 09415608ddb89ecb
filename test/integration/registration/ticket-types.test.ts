import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { aTicketType, expectSoundTypes } from '../../support/ticket-types.ts';

let api: TestApi;
let conference: Conference;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db);
  ada = await aUser(api.db);
});
afterEach(() => expectSoundTypes(api.db, conference));

const path = (end: string | number = '') =>
  `/api/v1/admin/conferences/${conference.id}/ticket-types${end && `/${end}`}`;
const create = (body: object) => api.admin().post(path()).send(body);
const update = (id: number, body: object) => api.admin().put(path(id)).send(body);
const list = async () => (await api.admin().get(path()).expect(200)).body.data;
const names = async () => (await list()).map(({ name }: { name: string }) => name);
const shown = async () =>
  (await api.anonymous().get(`/api/v1/conferences/${conference.id}`).expect(200)).body;
const register = (user: User, body: object = {}) =>
  api.as(user).post(`/api/v1/conferences/${conference.id}/register`).send(body);
const cancel = (user: User) => api.as(user).delete(`/api/v1/conferences/${conference.id}/register`);
const rowOf = (user: User) =>
  api.db('registrations').where({ conference_id: conference.id, user_id: user.id }).first();
const typeOf = (id: number) => api.db('ticket_types').where({ id }).first();

describe('the ticket types of organizers', () => {
  it('are created in order, with defaults', async () => {
    const { body } = await create({ name: 'Standard' }).expect(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Standard',
      description: null,
      translations: {},
      closes_at: null,
      position: 0,
      capacity: null,
      seat_count: 0,
      over_count: 0,
      registration: 'invited',
      opens_at: null,
      is_offered: true,
      is_hidden: false,
      has_access_code: false,
      version: 1,
    });
    const all = {
      description: 'With a workshop',
      capacity: 20,
      registration: 'open',
      opens_at: '2026-05-01T00:00:00.000Z',
      closes_at: '2026-05-14T20:00:00.000Z',
      is_hidden: true,
      translations: { de: { name: 'Werkstatt', description: null } },
    };
    const second = await create({ name: 'Workshop', access_code: 'loom-and-reed', ...all });
    expect(second.body).toMatchObject({ ...all, position: 1, has_access_code: true });
    expect(await list()).toEqual([body, second.body]);
    const stored = await typeOf(second.body.id);
    expect(stored.access_code_hash).toMatch(/^[\da-f]{64}$/);
  });

  it('are refused with a taken name, a closing before the opening, and a short code', async () => {
    await create({ name: 'Standard  day' }).expect(201);
    const taken = await create({ name: ' standard day ' });
    expect([taken.status, taken.body.code]).toEqual([409, 'CONFLICT']);
    const times = { opens_at: '2026-05-02T00:00:00Z', closes_at: '2026-05-01T00:00:00Z' };
    const turned = await create({ name: 'A', ...times });
    expect(turned.body.error).toBe('closes_at: expected a time after opens_at');
    await create({ name: 'A', access_code: 'short' }).expect(400);
    await create({ name: 'A', capacity: 0 }).expect(400);
    const [{ id }] = await list();
    await update(id, { opens_at: '2026-05-02T00:00:00Z' }).expect(200);
    await update(id, { closes_at: '2026-05-01T00:00:00Z' }).expect(400);
  });

  it('are put in order, of all of them', async () => {
    const ids: number[] = [];
    for (const name of ['A', 'B', 'C']) ids.push((await create({ name })).body.id);
    const order = (given: readonly number[]) => api.admin().put(path('order')).send({ ids: given });
    await order(ids.toReversed()).expect(200);
    await order(ids.toReversed()).expect(200);
    expect(await names()).toEqual(['C', 'B', 'A']);
    expect((await list()).map(({ version }: { version: number }) => version)).toEqual([2, 1, 2]);
    await order(ids.slice(1)).expect(409);
  });

  it('are not deleted while people have them', async () => {
    const { id } = await aTicketType(api.db, conference, { name: 'Standard' });
    await register(ada).expect(201);
    const refused = await api.admin().delete(path(id));
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
    await cancel(ada).expect(200);
    await api.admin().delete(path(id)).expect(409);
    await api.admin().delete(`/api/v1/admin/conferences/${conference.id}/attendees/${ada.id}`);
    await api.admin().delete(path(id)).expect(200);
    await api.admin().delete(path(id)).expect(404);
    // Without a type, people register as before.
    expect((await shown()).ticket_types).toEqual([]);
    await register(ada).expect(201);
    expect((await rowOf(ada)).ticket_type).toBeNull();
  });

  it('are renamed with their registrations, which keep their seats', async () => {
    const { id } = await aTicketType(api.db, conference, { name: 'Standard', capacity: 1 });
    await register(ada).expect(201);
    await update(id, { name: 'STANDARD' }).expect(200);
    expect((await rowOf(ada)).ticket_type).toBe('STANDARD');
    const { body } = await update(id, { name: 'Regular', capacity: 2 }).expect(200);
    expect(body).toMatchObject({ name: 'Regular', capacity: 2, seat_count: 1, version: 3 });
    expect((await rowOf(ada)).ticket_type).toBe('Regular');
  });

  it('keep their seats within a lower quota', async () => {
    const { id } = await aTicketType(api.db, conference, { capacity: 3 });
    const users = await people(api.db, 3);
    for (const user of users) await register(user).expect(201);
    const refused = await update(id, { capacity: 2 });
    expect(refused.body).toEqual(failure('CONFLICT', expect.stringContaining('capacity')));
    await update(id, { capacity: 3 }).expect(200);
    await update(id, { capacity: null }).expect(200);
  });

  it('of another conference are not found', async () => {
    const other = await aTicketType(api.db, await aConference(api.db));
    await update(other.id, { name: 'Mine' }).expect(404);
    await api.admin().delete(path(other.id)).expect(404);
    await api.admin().get('/api/v1/admin/conferences/999999/ticket-types').expect(404);
    await api
      .admin()
      .post('/api/v1/admin/conferences/999999/ticket-types')
      .send({ name: 'A' })
      .expect(404);
  });

  it('are in the audit log, without their codes', async () => {
    const { body } = await create({ name: 'A', access_code: 'loom-and-reed' });
    await update(body.id, { access_code: 'reed-and-loom' }).expect(200);
    await api.admin().delete(path(body.id)).expect(200);
    const rows = await api
      .db('audit_log')
      .where({ subject_type: 'ticket_type', subject_id: body.id });
    expect(rows.map(({ action }) => action)).toEqual([
      'ticket_type.create',
      'ticket_type.update',
      'ticket_type.delete',
    ]);
    expect(JSON.stringify(rows)).not.toContain('reed');
  });
});

describe('a conference with ticket types', () => {
  it('shows those that are not hidden, and the state of the most open one', async () => {
    expect(await shown()).toMatchObject({ ticket_types: [], registration_state: 'open' });
    const closed = { name: 'Press', registration: 'closed', capacity: 5, position: 2 };
    await aTicketType(api.db, conference, closed);
    await aTicketType(api.db, conference, { name: 'Crew', is_hidden: true, capacity: 9 });
    expect(await shown()).toMatchObject({ registration_state: 'closed', spots_left: 5 });
    await aTicketType(api.db, conference, { name: 'Standard', capacity: 1, position: 1 });
    const { body } = await register(ada).expect(201);
    expect(body).toMatchObject({ status: 'registered', ticket_type: 'Standard' });
    const answer = await shown();
    expect(answer).toMatchObject({ registration_state: 'waitlist', spots_left: 5 });
    expect(answer.ticket_types).toMatchObject([
      { name: 'Standard', registration_state: 'waitlist', spots_left: 0 },
      { name: 'Press', registration_state: 'closed', spots_left: 5 },
    ]);
    const listed = await api.anonymous().get('/api/v1/conferences').expect(200);
    expect(listed.body.data).toMatchObject([{ registration_state: 'waitlist', spots_left: 5 }]);
  });

  it('answers the change of a type at once', async () => {
    const { id } = await aTicketType(api.db, conference, { capacity: 1 });
    await register(ada).expect(201);
    expect((await shown()).registration_state).toBe('waitlist');
    await update(id, { capacity: 2 }).expect(200);
    expect((await shown()).registration_state).toBe('open');
  });

  it('bounds its types by its own mode, time and capacity', async () => {
    await aTicketType(api.db, conference, { capacity: 5 });
    const state = async (given: object) => {
      await api.admin().put(`/api/v1/admin/conferences/${conference.id}`).send(given).expect(200);
      const { registration_state, ticket_types } = await shown();
      return [registration_state, ticket_types[0].registration_state, ticket_types[0].spots_left];
    };
    expect(await state({ registration_mode: 'invited' })).toEqual([
      'invited_only',
      'invited_only',
      5,
    ]);
    expect(await state({ registration_mode: 'closed' })).toEqual(['closed', 'closed', 5]);
    expect(await state({ registration_mode: 'open', capacity: 1 })).toEqual(['open', 'open', 1]);
    await register(ada).expect(201);
    expect(await state({})).toEqual(['waitlist', 'waitlist', 0]);
  });
});

describe('POST /conferences/:conference_id/register with ticket types', () => {
  it('needs a choice where several take people', async () => {
    const [first, second] = [
      await aTicketType(api.db, conference, { name: 'A' }),
      await aTicketType(api.db, conference, { name: 'B' }),
    ];
    expect((await register(ada)).body).toEqual(
      failure('TICKET_TYPE_REQUIRED', expect.stringMatching(/^ticket_type_id: /)),
    );
    await register(ada, { ticket_type_id: second.id }).expect(201);
    expect((await rowOf(ada)).ticket_type).toBe('B');
    // Who attends keeps what they have.
    const again = await register(ada, { ticket_type_id: first.id }).expect(200);
    expect(again.body).toMatchObject({ status: 'registered', ticket_type: 'B' });
    expect((await register(ada).expect(200)).body.ticket_type).toBe('B');
  });

  it('takes another one after a cancellation', async () => {
    const [first, second] = [
      await aTicketType(api.db, conference, { name: 'A' }),
      await aTicketType(api.db, conference, { name: 'B' }),
    ];
    await register(ada, { ticket_type_id: first.id }).expect(201);
    await cancel(ada).expect(200);
    await register(ada, { ticket_type_id: second.id }).expect(201);
    expect((await rowOf(ada)).ticket_type).toBe('B');
    expect([(await typeOf(first.id)).seat_count, (await typeOf(second.id)).seat_count]).toEqual([
      0, 1,
    ]);
  });

  it('refuses a type that takes nobody, and one of another conference', async () => {
    const closed = await aTicketType(api.db, conference, { registration: 'closed' });
    const invited = await aTicketType(api.db, conference, { registration: 'invited' });
    const later = await aTicketType(api.db, conference, { opens_at: '2026-05-15T00:00:00Z' });
    for (const { id } of [closed, invited, later]) {
      expect((await register(ada, { ticket_type_id: id })).body.code).toBe('REGISTRATION_CLOSED');
    }
    expect((await register(ada)).body.code).toBe('REGISTRATION_CLOSED');
    const other = await aTicketType(api.db, await aConference(api.db));
    expect((await register(ada, { ticket_type_id: other.id })).body.code).toBe('NOT_FOUND');
    await api
      .admin()
      .put(`/api/v1/admin/conferences/${conference.id}`)
      .send({ status: 'cancelled' });
    expect((await register(ada)).body.code).toBe('CONFERENCE_CANCELLED');
  });

  it('finds no type where an organizer has set up none', async () => {
    await aRegistration(api.db, [ada, conference], { ticket_type: 'VIP' });
    const [{ id }] = await list();
    const [other] = await people(api.db, 1);
    expect((await register(other, { ticket_type_id: id })).body.code).toBe('NOT_FOUND');
    expect((await register(other, {})).status).toBe(201);
    expect((await rowOf(other)).ticket_type).toBeNull();
  });

  it('puts people on the waitlist of a full type, while another has seats', async () => {
    const full = await aTicketType(api.db, conference, { name: 'A', capacity: 1 });
    const free = await aTicketType(api.db, conference, { name: 'B' });
    const [bob, cy, dee] = await people(api.db, 3);
    await register(ada, { ticket_type_id: full.id }).expect(201);
    const waiting = await register(bob, { ticket_type_id: full.id }).expect(201);
    expect(waiting.body).toMatchObject({ status: 'waitlisted', waitlist_position: 1 });
    const seated = await register(cy, { ticket_type_id: free.id }).expect(201);
    expect(seated.body).toMatchObject({ status: 'registered' });
    await register(dee, { ticket_type_id: full.id }).expect(201);
    // A seat of another type is none for those who wait.
    await cancel(cy).expect(200);
    expect((await rowOf(bob)).status).toBe('waitlisted');
    await cancel(ada).expect(200);
    expect([(await rowOf(bob)).status, (await rowOf(dee)).status]).toEqual([
      'registered',
      'waitlisted',
    ]);
    await update(full.id, { capacity: 2 }).expect(200);
    expect((await rowOf(dee)).status).toBe('registered');
  });

  it('skips those whose type is full when a seat of the conference is free', async () => {
    await api.db('conferences').where({ id: conference.id }).update({ capacity: 2 });
    const small = await aTicketType(api.db, conference, { name: 'A', capacity: 1 });
    const large = await aTicketType(api.db, conference, { name: 'B' });
    const [bob, cy, dee] = await people(api.db, 3);
    await register(ada, { ticket_type_id: small.id }).expect(201);
    await register(bob, { ticket_type_id: large.id }).expect(201);
    await register(cy, { ticket_type_id: small.id }).expect(201);
    await register(dee, { ticket_type_id: large.id }).expect(201);
    await cancel(bob).expect(200);
    expect([(await rowOf(cy)).status, (await rowOf(dee)).status]).toEqual([
      'waitlisted',
      'registered',
    ]);
    await cancel(ada).expect(200);
    expect((await rowOf(cy)).status).toBe('registered');
  });

  it('refuses where nobody waits', async () => {
    await api.db('conferences').where({ id: conference.id }).update({ waitlist: 'off' });
    const { id } = await aTicketType(api.db, conference, { capacity: 1 });
    await aTicketType(api.db, conference, { registration: 'closed' });
    await register(ada, { ticket_type_id: id }).expect(201);
    const [bob] = await people(api.db, 1);
    expect((await register(bob, { ticket_type_id: id })).body.code).toBe('TICKET_TYPE_FULL');
    expect((await shown()).registration_state).toBe('full');
    await api.db('conferences').where({ id: conference.id }).update({ capacity: 1 });
    expect((await register(bob, { ticket_type_id: id })).body.code).toBe('CONFERENCE_FULL');
  });

  it('makes a request where a type asks for approval', async () => {
    const { id } = await aTicketType(api.db, conference, { registration: 'approval' });
    await aTicketType(api.db, conference);
    const { body } = await register(ada, { ticket_type_id: id }).expect(202);
    expect(body).toMatchObject({ status: 'requested' });
    // The same again, also without the type.
    expect((await register(ada).expect(200)).body).toEqual(body);
    const request = await api.db('registration_requests').where({ id: body.request_id }).first();
    expect(request).toMatchObject({ ticket_type_id: id, status: 'pending' });
    await api.admin().delete(path(id)).expect(409);
  });
});

describe('an access code', () => {
  const CODE = 'loom-and-reed';
  const hidden = async (given: object = {}) =>
    (
      await create({
        name: 'Crew',
        registration: 'open',
        is_hidden: true,
        access_code: CODE,
        ...given,
      })
    ).body;

  it('opens a hidden type', async () => {
    const { id } = await hidden();
    await aTicketType(api.db, conference, { name: 'Standard' });
    for (const body of [
      { ticket_type_id: id },
      { ticket_type_id: id, access_code: 'wrong-code' },
      { access_code: 'wrong-code' },
    ]) {
      expect((await register(ada, body)).body.code).toBe('NOT_FOUND');
    }
    const { body } = await register(ada, { access_code: CODE }).expect(201);
    expect(body.ticket_type).toBe('Crew');
    const [bob] = await people(api.db, 1);
    await register(bob, { ticket_type_id: id, access_code: CODE }).expect(201);
  });

  it('is replaced and taken away', async () => {
    const { id } = await hidden();
    await update(id, { access_code: 'reed-and-loom' }).expect(200);
    expect((await register(ada, { access_code: CODE })).status).toBe(404);
    const { body } = await update(id, { access_code: null }).expect(200);
    expect(body.has_access_code).toBe(false);
    expect((await register(ada, { access_code: 'reed-and-loom' })).status).toBe(404);
  });

  it('counts as a claim where it is wrong: 10 an hour for each user', async () => {
    await hidden();
    for (let n = 0; n < 10; n += 1) await register(ada, { access_code: `wrong-${n}` }).expect(404);
    const limited = await register(ada, { access_code: CODE });
    expect([limited.status, limited.body.code]).toEqual([429, 'RATE_LIMITED']);
    // The limit is of claims, too.
    const claim = api.as(ada).post(`/api/v1/conferences/${conference.id}/claim`);
    await claim.send({ code: 'ABCDEFGHIJKLMNOPQRST' }).expect(429);
    const [bob] = await people(api.db, 1);
    await register(bob, { access_code: CODE }).expect(201);
  });
});
