import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { CONFERENCE } from '../../support/attendables.ts';
import { aConference, people } from '../../support/factories.ts';
import { expectSound } from '../../support/seats.ts';

let api: TestApi;
let other: TestApi;
let ada: User;
let grace: User;
let linus: User;
let conference: Conference;

beforeAll(async () => {
  api = await startApi({ env: { MESSENGER_APP_URL: 'https://t.me/hallway_bot/app' } });
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  [ada, grace, linus] = await people(api.db, 3);
  conference = await aConference(api.db, {
    ...{ guests_per_person: 3, capacity: 3, starts_on: '2026-06-01', ends_on: '2026-06-02' },
  });
});
afterEach(() => expectSound(api.db, 'conferences', conference));

const path = (rest = '') => `/api/v1/conferences/${conference.id}${rest}`;
const register = (user: User, body: object = {}, process = api) =>
  process.as(user).post(path('/register')).send(body);
const guestsOf = async (user: User) =>
  (await api.as(user).get(path('/guests')).expect(200)).body.guests;
const bring = (user: User, names: string[], more: object = {}, process = api) =>
  process
    .as(user)
    .post(path('/guests'))
    .send({ guests: names.map((first_name) => ({ first_name })), ...more });
const codeOf = ({ claim_link }: { claim_link: string }) =>
  new URL(claim_link).searchParams.get('startapp') as string;
const claim = (user: User, guest: { claim_link: string }, process = api) =>
  process
    .as(user)
    .post(path('/claim'))
    .send({ code: codeOf(guest) });
const counts = () =>
  api.db('conferences').where({ id: conference.id }).first('attendee_count', 'invited_count');

it('gives guests seats beside a registration, then places in the queue', async () => {
  const guests = [
    { first_name: 'Ida' },
    { first_name: 'Max', company: 'Loom' },
    { first_name: 'Eva' },
  ];
  const { body } = await register(ada, { guests }).expect(201);
  expect(body).toMatchObject({ status: 'registered', attendee_count: 1 });
  expect(await guestsOf(ada)).toMatchObject([
    { first_name: 'Ida', status: 'registered', is_claimed: false },
    { first_name: 'Max', company: 'Loom', status: 'registered' },
    { first_name: 'Eva', status: 'waitlisted' },
  ]);
  expect(await counts()).toEqual({ attendee_count: 1, invited_count: 2 });
  // Who comes next waits behind the guest.
  expect((await register(grace).expect(201)).body.waitlist_position).toBe(2);
});

it('keeps the number of guests, and lets them stay together', async () => {
  expect((await bring(ada, ['Ida']).expect(403)).body.code).toBe('REGISTRATION_REQUIRED');
  await register(ada).expect(201);
  expect((await bring(ada, ['A', 'B', 'C', 'D']).expect(409)).body.code).toBe('GUEST_LIMIT');
  expect((await bring(ada, ['A', 'B', 'C'], { together: true }).expect(409)).body.code).toBe(
    'CONFERENCE_FULL',
  );
  await bring(ada, ['A', 'B'], { together: true }).expect(201);
  expect(await guestsOf(ada)).toHaveLength(2);
  expect(await guestsOf(grace)).toEqual([]);
});

it('lets a guest claim the seat, who is then no longer the inviter’s to change', async () => {
  await register(ada, { guests: [{ first_name: 'Ida' }] }).expect(201);
  const [guest] = await guestsOf(ada);
  const one = path(`/guests/${guest.registration_id}`);
  expect(
    (await api.as(ada).patch(one).send({ last_name: 'Rhodes' }).expect(200)).body,
  ).toMatchObject({
    first_name: 'Ida',
    last_name: 'Rhodes',
  });
  await api.as(grace).patch(one).send({ last_name: 'X' }).expect(404);
  expect((await claim(grace, guest).expect(200)).body.status).toBe('registered');
  expect((await api.as(ada).delete(one).expect(409)).body.code).toBe('ALREADY_CLAIMED');
  expect(await guestsOf(ada)).toMatchObject([{ is_claimed: true, claim_link: null }]);
});

it('takes unclaimed guests along when the inviter cancels, and moves the queue', async () => {
  await register(ada, { guests: [{ first_name: 'Ida' }, { first_name: 'Max' }] }).expect(201);
  const [ida] = await guestsOf(ada);
  await claim(grace, ida).expect(200);
  await register(linus).expect(201);
  await CONFERENCE.cancel(api.as(ada), conference).expect(200);
  expect(await counts()).toEqual({ attendee_count: 2, invited_count: 0 });
  expect(await guestsOf(ada)).toMatchObject([{ is_claimed: true }]);
});

it('frees the seats of guests who were not claimed in time, and says so once', async () => {
  await register(ada, { guests: [{ first_name: 'Ida' }, { first_name: 'Max' }] }).expect(201);
  await register(grace).expect(201);
  const signal = AbortSignal.timeout(10_000);
  expect(await api.services.ownGuests.freeSeats(signal)).toEqual({ freed: 0 });
  await api.db('conferences').where({ id: conference.id }).update({ guest_claim_by: api.now() });
  expect(await api.services.ownGuests.freeSeats(signal)).toEqual({ freed: 2 });
  expect(await api.services.ownGuests.freeSeats(signal)).toEqual({ freed: 0 });
  expect(await counts()).toEqual({ attendee_count: 2, invited_count: 0 });
  const notices = await api.db('notifications').where({ user_id: ada.id, type: 'guest_lapsed' });
  expect(notices).toMatchObject([{ data: { names: ['Ida', 'Max'] } }]);
});

it('brings guests with an approved request', async () => {
  await api
    .db('conferences')
    .where({ id: conference.id })
    .update({ registration_mode: 'approval' });
  const { body } = await register(ada, { guests: [{ first_name: 'Ida' }] }).expect(202);
  expect(await guestsOf(ada)).toEqual([]);
  await api
    .admin()
    .post('/api/v1/admin/registration-requests/bulk')
    .send({ ids: [body.request_id], decision: 'approve' })
    .expect(200);
  expect(await guestsOf(ada)).toMatchObject([{ first_name: 'Ida', status: 'registered' }]);
});

it('never takes more seats than there are: guests and registrations at once', async () => {
  await register(ada).expect(201);
  await Promise.all([
    bring(ada, ['A', 'B']),
    register(grace, {}, other),
    register(linus, { guests: [{ first_name: 'C' }] }, other),
    bring(ada, ['D'], { together: true }, other),
  ]);
  const { attendee_count, invited_count } = await counts();
  expect(attendee_count + invited_count).toBe(3);
});

it('lets one person have a seat: claims of one link at once', async () => {
  await register(ada, { guests: [{ first_name: 'Ida' }] }).expect(201);
  const [guest] = await guestsOf(ada);
  const answers = await Promise.all([claim(grace, guest), claim(linus, guest, other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
