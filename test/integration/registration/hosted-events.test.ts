import type { User } from '../../../src/domain/people/users.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { EVENT } from '../../support/attendables.ts';
import { anEvent, people } from '../../support/factories.ts';

let api: TestApi;
let host: User;
let ada: User;
let grace: User;
let event: Event;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  [host, ada, grace] = await people(api.db, 3);
  event = await anEvent(api.db, {
    kind: 'side',
    source: 'request',
    submitted_by: host.id,
    registration_mode: 'approval',
    capacity: 1,
  });
});

const mine = (path = '') => `/api/v1/events/my/${event.id}${path}`;
const requested = async (user: User): Promise<number> =>
  (await EVENT.attend(api.as(user), event).expect(202)).body.request_id;
const decide = (ids: number[], decision = 'approve', as = host) =>
  api.as(as).post(mine('/requests/bulk')).send({ ids, decision });

it('lets the host decide who comes, check them in, change and cancel the event', async () => {
  const ids = [await requested(ada), await requested(grace)];
  const waiting = (await api.as(host).get(mine('/requests')).expect(200)).body.data;
  expect(waiting).toMatchObject([
    { request_id: ids[0], user: { id: ada.id } },
    { request_id: ids[1], user: { id: grace.id } },
  ]);
  expect(waiting[0].user).not.toHaveProperty('messenger_id');
  const { body } = await decide(ids).expect(200);
  expect(body.results).toEqual([
    { id: ids[0], status: 'registered' },
    { id: ids[1], status: 'waitlisted' },
  ]);
  const { code } = (await api.as(ada).get(`/api/v1/events/${event.id}/ticket`).expect(200)).body;
  const scan = () => api.as(host).post(mine('/check-in')).send({ code });
  expect((await scan().expect(200)).body).toMatchObject({ already_checked_in: false });
  expect((await scan().expect(200)).body).toMatchObject({ already_checked_in: true });
  const attendees = (await api.as(host).get(mine('/attendees')).expect(200)).body.data;
  expect(attendees).toMatchObject([
    { id: ada.id, status: 'checked_in' },
    { id: grace.id, status: 'waitlisted' },
  ]);
  const change = { description: 'Bring a chair.', capacity: 2, registration_mode: 'open' };
  const changed = (await api.as(host).patch(mine()).send(change).expect(200)).body;
  expect(changed).toMatchObject(change);
  // The seat goes to who waited.
  expect(changed.attendee_count).toBe(2);
  expect((await api.as(host).patch(mine()).send({ capacity: 1 }).expect(409)).body.code).toBe(
    'CONFLICT',
  );
  expect((await api.as(host).delete(mine()).expect(200)).body.status).toBe('cancelled');
  await api.as(host).delete(mine()).expect(200);
});

it('does not exist for others, nor while it is pending', async () => {
  const id = await requested(grace);
  for (const path of ['/attendees', '/requests']) await api.as(ada).get(mine(path)).expect(404);
  await decide([id], 'approve', ada).expect(404);
  await api.as(ada).patch(mine()).send({ capacity: 9 }).expect(404);
  await api.as(ada).delete(mine()).expect(404);
  await api.db('events').where({ id: event.id }).update({ status: 'pending' });
  await api.as(host).get(mine('/requests')).expect(404);
});

it('decides requests of this event only, and of nobody whom a block hides', async () => {
  const elsewhere = await anEvent(api.db, { registration_mode: 'approval' });
  const foreign = (await EVENT.attend(api.as(ada), elsewhere).expect(202)).body.request_id;
  const own = await requested(grace);
  await api.as(grace).put(`/api/v1/users/${host.id}/block`).expect(200);
  const { body } = await decide([foreign, own]).expect(200);
  expect(body.results).toMatchObject([{ code: 'NOT_FOUND' }, { code: 'NOT_FOUND' }]);
  expect((await api.as(host).get(mine('/requests')).expect(200)).body.data).toEqual([]);
});
