import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { TicketType } from '../../../src/domain/registration/ticket-types.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';
import { aTicketType, expectSoundTypes } from '../../support/ticket-types.ts';

let api: TestApi;
let conference: Conference;
/** A type with one seat, and one with many. */
let small: TicketType;
let large: TicketType;
let ada: User;
let bob: User;
let cy: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db);
  small = await aTicketType(api.db, conference, { name: 'Small', capacity: 1 });
  large = await aTicketType(api.db, conference, { name: 'Large', capacity: 50 });
  [ada, bob, cy] = await people(api.db, 3);
});
afterEach(() => expectSoundTypes(api.db, conference));

const admin = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const register = (user: User, type: TicketType) =>
  api
    .as(user)
    .post(`/api/v1/conferences/${conference.id}/register`)
    .send({ ticket_type_id: type.id });
const cancel = (user: User) => api.as(user).delete(`/api/v1/conferences/${conference.id}/register`);
const add = (user: User, body: object = {}) =>
  api
    .admin()
    .post(admin('attendees'))
    .send({ user_id: user.id, ...body });
const change = (user: User, body: object) =>
  api
    .admin()
    .patch(admin(`attendees/${user.id}`))
    .send(body);
const bulk = (body: object) => api.admin().post(admin('attendees/bulk')).send(body);
const walkIn = (body: object) =>
  api
    .admin()
    .post(admin('attendees'))
    .send({ first_name: 'Wei', ...body });
const upload = async (attendees: readonly object[]) =>
  (await api.admin().post(admin('bulk-upload')).send({ attendees }).expect(200)).body;
const rows = () => api.db('registrations').where({ conference_id: conference.id }).orderBy('id');
const rowOf = (user: User) =>
  api.db('registrations').where({ conference_id: conference.id, user_id: user.id }).first();
const typeOf = ({ id }: TicketType) => api.db('ticket_types').where({ id }).first();
const seatsOf = async (type: TicketType) => {
  const { seat_count, over_count } = await typeOf(type);
  return [seat_count, over_count];
};

describe('the desk', () => {
  it('needs a free seat of the type, or asks for more', async () => {
    await register(ada, small).expect(201);
    const full = await add(bob, { status: 'registered', ticket_type: 'Small' });
    expect([full.status, full.body.code]).toEqual([409, 'TICKET_TYPE_FULL']);
    // Without a status, they wait.
    const waiting = await add(bob, { ticket_type: 'small' }).expect(201);
    expect(waiting.body).toMatchObject({ status: 'waitlisted', ticket_type: 'Small' });
    expect((await change(bob, { status: 'registered' })).body.code).toBe('TICKET_TYPE_FULL');
    await change(bob, { status: 'registered', over_capacity: true }).expect(200);
    expect(await seatsOf(small)).toEqual([2, 1]);
    // A freed seat lowers what is over first.
    await register(cy, small).expect(201);
    await cancel(ada).expect(200);
    expect(await seatsOf(small)).toEqual([1, 0]);
    expect((await rowOf(cy)).status).toBe('waitlisted');
    await cancel(bob).expect(200);
    expect((await rowOf(cy)).status).toBe('registered');
  });

  it('raises both counts beyond the capacity', async () => {
    await api.db('conferences').where({ id: conference.id }).update({ capacity: 1 });
    await register(ada, small).expect(201);
    const wish = { status: 'registered', ticket_type: 'Small', over_capacity: true };
    await add(bob, wish).expect(201);
    const { over_capacity_count } = await api
      .db('conferences')
      .where({ id: conference.id })
      .first();
    expect([over_capacity_count, ...(await seatsOf(small))]).toEqual([1, 2, 1]);
    const audited = await api
      .db('audit_log')
      .where({ action: 'conference.add_attendee' })
      .orderBy('id', 'desc')
      .first();
    expect(audited.after).toMatchObject({ over_capacity: true });
  });

  it('moves a seat to another type, and gives the one before to the queue', async () => {
    await register(ada, small).expect(201);
    await register(bob, small).expect(201);
    await register(cy, large).expect(201);
    expect((await change(cy, { ticket_type: 'Small' })).body.code).toBe('TICKET_TYPE_FULL');
    await change(ada, { ticket_type: 'Large' }).expect(200);
    expect((await rowOf(bob)).status).toBe('registered');
    expect([await seatsOf(small), await seatsOf(large)]).toEqual([
      [1, 0],
      [2, 0],
    ]);
    await change(cy, { ticket_type: 'Small', over_capacity: true }).expect(200);
    expect(await seatsOf(small)).toEqual([2, 1]);
    await change(cy, { ticket_type: null }).expect(200);
    expect(await seatsOf(small)).toEqual([1, 0]);
  });

  it('gives a seat of the new type to one who had cancelled', async () => {
    await register(ada, small).expect(201);
    await cancel(ada).expect(200);
    await register(bob, small).expect(201);
    await change(ada, { status: 'registered', ticket_type: 'Large' }).expect(200);
    expect([await seatsOf(small), await seatsOf(large)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('changes many, as far as seats are free', async () => {
    for (const user of [ada, bob, cy]) await register(user, large).expect(201);
    const user_ids = [ada.id, bob.id, cy.id];
    const answer = await bulk({ user_ids, ticket_type: 'Small' }).expect(200);
    expect(answer.body.results.map(({ code }: { code: string | null }) => code)).toEqual([
      null,
      'TICKET_TYPE_FULL',
      'TICKET_TYPE_FULL',
    ]);
    await bulk({ user_ids, ticket_type: 'Small', over_capacity: true }).expect(200);
    expect([await seatsOf(small), await seatsOf(large)]).toEqual([
      [3, 2],
      [0, 0],
    ]);
  });

  it('changes guests as attendees', async () => {
    await upload([
      { username: 'wei_lin', ticket_type: 'Large' },
      { username: 'mei_lin', ticket_type: 'Large' },
    ]);
    await register(ada, small).expect(201);
    await register(bob, small).expect(201);
    const ids = (await rows()).filter(({ user_id }) => user_id === null).map(({ id }) => id);
    const refused = await bulk({ invitation_ids: ids, ticket_type: 'Small' }).expect(200);
    expect(refused.body.results[0].code).toBe('TICKET_TYPE_FULL');
    const one = api.admin().patch(admin(`invitations/${ids[0]}`));
    expect((await one.send({ ticket_type: 'Small' })).body.code).toBe('TICKET_TYPE_FULL');
    await change(ada, { ticket_type: 'Large' }).expect(200);
    expect((await rowOf(bob)).status).toBe('registered');
    await change(bob, { status: 'cancelled' }).expect(200);
    const both = await bulk({ invitation_ids: ids, ticket_type: 'Small' }).expect(200);
    expect(both.body.results.map(({ code }: { code: string | null }) => code)).toEqual([
      null,
      'TICKET_TYPE_FULL',
    ]);
    // A withdrawn guest leaves the seat, and waits for it when they are invited again.
    await bulk({ invitation_ids: [ids[0]], status: 'withdrawn' }).expect(200);
    await register(cy, small).expect(201);
    await api
      .admin()
      .patch(admin(`invitations/${ids[0]}`))
      .send({ status: 'invited' })
      .expect(200);
    expect((await api.db('registrations').where({ id: ids[0] }).first()).status).toBe('waitlisted');
    await api
      .admin()
      .patch(admin(`invitations/${ids[0]}`))
      .send({ over_capacity: true })
      .expect(200);
    expect(await seatsOf(small)).toEqual([2, 1]);
  });

  it('adds walk-ins of a type', async () => {
    await walkIn({ ticket_type: 'Small' }).expect(201);
    expect((await walkIn({ ticket_type: 'SMALL' })).body.code).toBe('TICKET_TYPE_FULL');
    await walkIn({ ticket_type: 'Small', over_capacity: true }).expect(201);
    expect(await seatsOf(small)).toEqual([2, 1]);
  });
});

describe('an import', () => {
  it('refuses rows of a full type, and takes the others', async () => {
    const answer = await upload([
      { username: 'guest_a', ticket_type: 'Small' },
      { username: 'guest_b', ticket_type: 'small' },
      { username: 'guest_c', ticket_type: 'Large' },
    ]);
    expect(answer).toMatchObject({ created: 2, failed: 1 });
    expect(answer.errors).toMatchObject([
      { row: 2, field: 'ticket_type', code: 'type_full', params: { name: 'Small' } },
    ]);
    // The same again changes nothing.
    const again = await upload([
      { username: 'guest_a', ticket_type: 'SMALL' },
      { username: 'guest_b', ticket_type: 'small' },
      { username: 'guest_c', ticket_type: 'Large' },
    ]);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2, failed: 1 });
    const moved = await upload([{ username: 'guest_c', ticket_type: 'Small' }]);
    expect(moved).toMatchObject({ updated: 0, failed: 1 });
    const free = await upload([{ username: 'guest_a', ticket_type: 'Large' }]);
    expect(free).toMatchObject({ updated: 1, failed: 0 });
    expect([await seatsOf(small), await seatsOf(large)]).toEqual([
      [0, 0],
      [2, 0],
    ]);
  });

  it('that moves someone to another type gives the seat to the queue', async () => {
    await upload([{ username: 'guest_a', ticket_type: 'Small' }]);
    await register(ada, small).expect(201);
    expect((await rowOf(ada)).status).toBe('waitlisted');
    await upload([{ username: 'guest_a', ticket_type: 'Large' }]);
    expect((await rowOf(ada)).status).toBe('registered');
  });

  it('of users changes their types within the quotas', async () => {
    for (const user of [ada, bob]) await register(user, large).expect(201);
    const row = ({ messenger_id }: User) => ({ messenger_id, ticket_type: 'Small' });
    expect(await upload([row(ada), row(bob), row(cy)])).toMatchObject({ updated: 1, failed: 2 });
    expect([await seatsOf(small), await seatsOf(large)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('brings unknown types as names only', async () => {
    const other = await aConference(api.db);
    const path = `/api/v1/admin/conferences/${other.id}/bulk-upload`;
    const attendees = [
      { username: 'guest_a', ticket_type: 'VIP' },
      { username: 'guest_b', ticket_type: 'vip' },
      { messenger_id: ada.messenger_id, ticket_type: 'Speaker' },
    ];
    const { body } = await api.admin().post(path).send({ attendees }).expect(200);
    expect(body).toMatchObject({ created: 3, failed: 0 });
    const types = await api
      .db('ticket_types')
      .where({ conference_id: other.id })
      .orderBy('position');
    const shown = types.map(({ name, seat_count, is_offered }) => [name, seat_count, is_offered]);
    expect(new Map(shown.map(([name, ...rest]) => [name, rest]))).toEqual(
      new Map([
        ['VIP', [2, false]],
        ['Speaker', [1, false]],
      ]),
    );
    expect((await api.db('conferences').where({ id: other.id }).first()).has_ticket_types).toBe(
      false,
    );
    const again = await api.admin().post(path).send({ attendees }).expect(200);
    expect(again.body).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    await expectSoundTypes(api.db, other);
  });
});

describe('a claim', () => {
  const signIn = (username: string, id = 77_001) =>
    api.fromMessenger({ id, first_name: 'Wei', username }).get('/api/v1/users/me').expect(200);
  const claimed = () =>
    api.db('registrations').whereNotNull('claimant_id').whereNotNull('user_id').first();

  it('keeps the seat of the type', async () => {
    await upload([{ username: 'wei_lin', ticket_type: 'Small' }]);
    await signIn('wei_lin');
    expect(await claimed()).toMatchObject({ status: 'registered', ticket_type: 'Small' });
    expect(await seatsOf(small)).toEqual([1, 0]);
  });

  it('of a place in the queue takes no seat of a full type', async () => {
    await register(ada, small).expect(201);
    await add(bob, { ticket_type: 'Small' }).expect(201);
    await api.db('registrations').insert({
      ...{ conference_id: conference.id, username: 'wei_lin', ticket_type: 'Small' },
      status: 'waitlisted',
    });
    await signIn('wei_lin');
    expect(await claimed()).toMatchObject({ status: 'waitlisted', ticket_type: 'Small' });
  });

  it('brings its type to one who has a seat without one, also beyond the quota', async () => {
    await register(ada, small).expect(201);
    await signIn('wei_lin');
    const wei = await api.db('users').where({ username: 'wei_lin' }).first();
    await aRegistration(api.db, [wei, conference]);
    await api.db('registrations').insert({
      ...{ conference_id: conference.id, username: 'wei_lin', ticket_type: 'Small' },
      status: 'waitlisted',
    });
    await api.services.invitations.claimAllOf(conference.id);
    expect(await rowOf(wei)).toMatchObject({ status: 'registered', ticket_type: 'Small' });
    expect(await seatsOf(small)).toEqual([2, 1]);
  });

  it('with a seat of another type gives that to one who waits for a full one', async () => {
    await register(ada, small).expect(201);
    await signIn('wei_lin');
    const wei = await api.db('users').where({ username: 'wei_lin' }).first();
    await register(wei, small).expect(201);
    await api.db('registrations').insert({
      ...{ conference_id: conference.id, username: 'wei_lin', ticket_type: 'Large' },
      status: 'registered',
    });
    await api.db('conferences').where({ id: conference.id }).increment('invited_count');
    await api.services.invitations.claimAllOf(conference.id);
    expect(await rowOf(wei)).toMatchObject({ status: 'registered', ticket_type: 'Large' });
    expect([await seatsOf(small), await seatsOf(large)]).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('that is taken back keeps the seat with the guest', async () => {
    await upload([{ username: 'wei_lin', ticket_type: 'Small' }]);
    await signIn('wei_lin');
    const wei = await api.db('users').where({ username: 'wei_lin' }).first();
    await api
      .admin()
      .delete(admin(`attendees/${wei.id}?reopen=true`))
      .expect(200);
    expect(await seatsOf(small)).toEqual([1, 0]);
    const [guest] = await rows();
    expect(guest).toMatchObject({ user_id: null, status: 'registered', ticket_type: 'Small' });
  });
});

describe('an approval', () => {
  const requested = async (user: User, type: TicketType) =>
    (await register(user, type).expect(202)).body.request_id;
  const approve = async (ids: readonly number[], more: object = {}) => {
    const body = { ids, decision: 'approve', ...more };
    const answer = await api.admin().post('/api/v1/admin/registration-requests/bulk').send(body);
    return answer.body.results;
  };

  beforeEach(async () => {
    await api.db('ticket_types').where({ id: small.id }).update({ registration: 'approval' });
  });

  it('gives each the type that they asked for, as far as it has seats', async () => {
    await api
      .db('conferences')
      .where({ id: conference.id })
      .update({ registration_mode: 'approval' });
    const ids: number[] = [];
    for (const [user, type] of [
      [ada, small],
      [bob, small],
      [cy, large],
    ] as const) {
      ids.push(await requested(user, type));
      api.advance(1_000);
    }
    expect(await approve(ids)).toMatchObject([
      { id: ids[0], status: 'registered' },
      { id: ids[1], status: 'waitlisted' },
      { id: ids[2], status: 'registered' },
    ]);
    expect([await rowOf(ada), await rowOf(bob), await rowOf(cy)]).toMatchObject([
      { status: 'registered', ticket_type: 'Small' },
      { status: 'waitlisted', ticket_type: 'Small' },
      { status: 'registered', ticket_type: 'Large' },
    ]);
    await cancel(ada).expect(200);
    expect((await rowOf(bob)).status).toBe('registered');
  });

  it('without a waitlist or beyond the quota', async () => {
    await api.db('conferences').where({ id: conference.id }).update({ waitlist: 'off' });
    const [first, second] = [await requested(ada, small), await requested(bob, small)];
    expect(await approve([first])).toMatchObject([{ status: 'registered' }]);
    expect(await approve([second])).toMatchObject([{ code: 'TICKET_TYPE_FULL' }]);
    const over = await approve([second], { over_capacity: true });
    expect(over).toMatchObject([{ status: 'registered' }]);
    expect(await seatsOf(small)).toEqual([2, 1]);
  });
});

it('guests of a user need seats of the type of the user', async () => {
  await api.db('conferences').where({ id: conference.id }).update({ guests_per_person: 3 });
  await api.db('ticket_types').where({ id: small.id }).update({ capacity: 2 });
  await register(ada, small).expect(201);
  const path = `/api/v1/conferences/${conference.id}/guests`;
  const guests = [{ first_name: 'Wei' }, { first_name: 'Mei' }];
  const both = await api.as(ada).post(path).send({ guests, together: true });
  expect([both.status, both.body.code]).toEqual([409, 'CONFERENCE_FULL']);
  await api.as(ada).post(path).send({ guests }).expect(201);
  expect(await seatsOf(small)).toEqual([2, 0]);
  expect((await rows()).map(({ status }) => status)).toEqual([
    'registered',
    'registered',
    'waitlisted',
  ]);
});

it('an erasure and a removal leave the seat to the queue', async () => {
  await register(ada, small).expect(201);
  await register(bob, small).expect(201);
  await register(cy, small).expect(201);
  await api.as(ada).delete('/api/v1/users/me').expect(200);
  expect((await rowOf(bob)).status).toBe('registered');
  await api
    .admin()
    .delete(admin(`attendees/${bob.id}`))
    .expect(200);
  expect((await rowOf(cy)).status).toBe('registered');
  expect(await seatsOf(small)).toEqual([1, 0]);
});

it('a check-in changes no seat', async () => {
  await register(ada, small).expect(201);
  await api.admin().post(admin('check-in')).send({ user_id: ada.id }).expect(200);
  await api.admin().delete(admin('check-in')).send({ user_id: ada.id }).expect(200);
  expect(await seatsOf(small)).toEqual([1, 0]);
});

it('a copy has the types that people choose, without seats and codes', async () => {
  await register(ada, small).expect(201);
  await aRegistration(api.db, [bob, conference], { ticket_type: 'A name' });
  const path = `/api/v1/admin/conferences/${conference.id}/duplicate`;
  const body = { name: 'Next', starts_on: '2027-05-13', parts: ['ticket_types'] };
  const copy = await api.admin().post(path).send(body).expect(201);
  expect(copy.body.copied.ticket_types).toBe(2);
  const list = await api.admin().get(`/api/v1/admin/conferences/${copy.body.id}/ticket-types`);
  expect(list.body.data).toMatchObject([
    { name: 'Small', capacity: 1, seat_count: 0, is_offered: true },
    { name: 'Large', capacity: 50, seat_count: 0, is_offered: true },
  ]);
});

it('readiness warns of a type without a free seat', async () => {
  const finding = async () => {
    const { body } = await api.admin().get(admin('readiness')).expect(200);
    return body.findings.find(
      ({ code }: { code: string }) => code === 'ticket_types_without_seats',
    );
  };
  expect(await finding()).toBeUndefined();
  await register(ada, small).expect(201);
  expect(await finding()).toMatchObject({ severity: 'warning', count: 1, ids: [small.id] });
});
