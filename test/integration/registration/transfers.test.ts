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
    capacity: 1,
    transfers_until: '2026-05-20T00:00:00Z',
    starts_on: '2026-06-01',
    ends_on: '2026-06-02',
  });
  await CONFERENCE.attend(api.as(ada), conference).expect(201);
});
afterEach(() => expectSound(api.db, 'conferences', conference));

const path = (rest = '') => `/api/v1/conferences/${conference.id}${rest}`;
const give = (user: User) => api.as(user).post(path('/transfer'));
const takeBack = (user: User, process = api) => process.as(user).delete(path('/transfer'));
const claim = (user: User, link: string, process = api) =>
  process
    .as(user)
    .post(path('/claim'))
    .send({ code: new URL(link).searchParams.get('startapp') });
const statusOf = async (user: User) =>
  (await api.as(user).get(path('/attendance')).expect(200)).body;
const seats = () =>
  api.db('conferences').where({ id: conference.id }).first('attendee_count', 'invited_count');

it('keeps the seat for the person who opens the link, ahead of the queue', async () => {
  await CONFERENCE.attend(api.as(linus), conference).expect(201);
  const { code } = (await api.as(ada).get(path('/ticket')).expect(200)).body;
  const { body } = await give(ada).expect(201);
  expect((await give(ada).expect(200)).body).toEqual(body);
  expect(await seats()).toEqual({ attendee_count: 0, invited_count: 1 });
  expect(await statusOf(ada)).toMatchObject({ status: 'none', transfer: body });
  expect((await CONFERENCE.attend(api.as(ada), conference).expect(409)).body.code).toBe('CONFLICT');
  const checkIn = { code };
  await api
    .admin()
    .post(`/api/v1/admin${path('/check-in').slice(7)}`)
    .send(checkIn)
    .expect(400);
  expect((await claim(grace, body.claim_link).expect(200)).body.status).toBe('registered');
  expect(await seats()).toEqual({ attendee_count: 1, invited_count: 0 });
  expect(await statusOf(ada)).toMatchObject({ status: 'none' });
  expect(await statusOf(ada)).not.toHaveProperty('transfer');
  expect((await statusOf(linus)).status).toBe('waitlisted');
});

it('deletes the answers of the giver at the claim, not before; the new person is asked', async () => {
  const form = `/api/v1/admin${path('/form-questions').slice(7)}`;
  const form_questions = [{ kind: 'text', label: 'Your loom?', is_required: true }];
  const saved = await api.admin().put(form).send({ form_questions }).expect(200);
  const answers = [{ question_id: saved.body.form_questions[0].id, value: 'Dobby' }];
  await api.as(ada).put(path('/answers')).send({ answers }).expect(200);
  const { body } = await give(ada).expect(201);
  expect(await statusOf(ada)).toMatchObject({ status: 'none', answers });
  await claim(grace, body.claim_link).expect(200);
  expect(await statusOf(ada)).toMatchObject({ status: 'none', answers: [] });
  const missing = { answers: [], answers_missing: [answers[0]?.question_id] };
  expect(await statusOf(grace)).toMatchObject({ status: 'registered', ...missing });
});

it('is taken back, and is the giver’s again at the start', async () => {
  const { body } = await give(ada).expect(201);
  await takeBack(ada).expect(200);
  await takeBack(ada).expect(200);
  expect((await statusOf(ada)).status).toBe('registered');
  await claim(grace, body.claim_link).expect(404);
  await give(ada).expect(201);
  await api.db('conferences').where({ id: conference.id }).update({ starts_on: '2026-05-01' });
  const signal = AbortSignal.timeout(10_000);
  expect(await api.services.transfers.returnUnclaimed(signal)).toEqual({ returned: 1 });
  expect(await api.services.transfers.returnUnclaimed(signal)).toEqual({ returned: 0 });
  expect((await statusOf(ada)).status).toBe('registered');
  expect(await api.db('notifications').where({ user_id: ada.id }).pluck('type')).toEqual([
    'transfer_returned',
  ]);
});

it('is refused when it is off or too late, after the check-in, and for a ticket of a shop', async () => {
  const refused = async () => {
    const { status, body } = await give(ada);
    return [status, body.code];
  };
  const row = () =>
    api.db('registrations').where({ conference_id: conference.id, user_id: ada.id });
  await row().update({ source_id: 1 });
  expect(await refused()).toEqual([409, 'TRANSFER_AT_SHOP']);
  await row().update({ source_id: null, status: 'checked_in', checked_in_at: api.now() });
  expect(await refused()).toEqual([409, 'CONFLICT']);
  await row().update({ status: 'registered', checked_in_at: null });
  await api.db('conferences').where({ id: conference.id }).update({ transfers_until: api.now() });
  expect(await refused()).toEqual([409, 'TRANSFER_CLOSED']);
  await api.db('conferences').where({ id: conference.id }).update({ transfers_until: null });
  expect(await refused()).toEqual([409, 'TRANSFER_CLOSED']);
  expect((await give(grace)).body.code).toBe('TRANSFER_CLOSED');
});

it('goes to the queue if the giver is blocked at the start', async () => {
  await CONFERENCE.attend(api.as(linus), conference).expect(201);
  await give(ada).expect(201);
  await api.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);
  await api.db('conferences').where({ id: conference.id }).update({ starts_on: '2026-05-01' });
  await api.services.transfers.returnUnclaimed(AbortSignal.timeout(10_000));
  expect((await statusOf(linus)).status).toBe('registered');
});

it('has one holder of the seat: claim, take-back and a second claim at once', async () => {
  for (let n = 0; n < 5; n++) {
    const { body } = await give(ada).expect(201);
    await Promise.all([
      claim(grace, body.claim_link),
      takeBack(ada, other),
      claim(linus, body.claim_link, other),
    ]);
    const { attendee_count, invited_count } = await seats();
    expect(attendee_count + invited_count).toBe(1);
    const holders = await api
      .db('registrations')
      .where({ conference_id: conference.id })
      .whereNotNull('user_id')
      .whereNot({ status: 'cancelled' });
    expect(holders).toHaveLength(1);
    if (holders[0].user_id !== ada.id) break;
  }
});
