import type { User } from '../../../src/domain/people/users.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import { aConference, anEvent, aQuest, aTask } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

let test: DeliveryTest;
let ada: User;
let grace: User;
let quest: Quest;

beforeAll(async () => {
  test = await DeliveryTest.start();
  await test.startWorker();
});
afterAll(async () => {
  await test.stopWorkers();
  await test.close();
});
beforeEach(async () => {
  [ada, grace] = await test.reachableUsers(2);
  quest = await aQuest(test.api.db, { completion_points: 5 });
});

const { as, admin } = {
  as: (user: User) => test.api.as(user),
  admin: () => test.api.admin(),
};
const start = (user: User) => as(user).post(`/api/v1/quests/${quest.id}/start`).expect(201);
const pointsOf = async ({ id }: User): Promise<number> =>
  (await test.api.db('users').where({ id }).first('points')).points;
const settled = () =>
  until(async () => (await test.api.db('due_settlements').first('id')) === undefined);
const notificationsOf = ({ id }: User) =>
  test.api.db('notifications').where({ user_id: id }).whereLike('type', 'quest%').orderBy('id');

describe('the worker awards an automatic task after', () => {
  it('an accepted connection, for both users', async () => {
    await aTask(test.api.db, quest, { type: 'connections', config: { count: 1 } });
    await start(ada);
    await start(grace);
    const { body } = await as(ada).post('/api/v1/connections').send({ recipient_id: grace.id });
    await as(grace).put(`/api/v1/connections/${body.id}`).send({ status: 'accepted' }).expect(200);

    await until(async () => (await pointsOf(ada)) === 15 && (await pointsOf(grace)) === 15);
    const notices = await notificationsOf(ada);
    expect(notices.map(({ type }) => type)).toEqual(['quest_completed', 'quest_task_approved']);
    expect(notices[1].data).toMatchObject({ quest_id: quest.id, points: 10 });
  });

  it('a seat by hand, by promotion and by import', async () => {
    const conference = await aConference(test.api.db, { capacity: 1 });
    const [sofia, mina] = await test.reachableUsers(2);
    await aTask(test.api.db, quest, {
      type: 'conference_registration',
      config: { conference_id: conference.id, when: 'registered' },
    });
    for (const user of [ada, grace, mina as User]) await start(user);
    const path = `/api/v1/conferences/${conference.id}/register`;
    await as(ada).post(path).expect(201);
    await as(grace).post(path).expect(201);
    await until(async () => (await pointsOf(ada)) === 15);
    expect(await pointsOf(grace)).toBe(0);

    await as(ada).delete(path).expect(200);
    await until(async () => (await pointsOf(grace)) === 15);

    await admin()
      .put(`/api/v1/admin/conferences/${conference.id}`)
      .send({ capacity: 3 })
      .expect(200);
    await admin()
      .post(`/api/v1/admin/conferences/${conference.id}/bulk-upload`)
      .send({ attendees: [sofia, mina].map((user) => ({ messenger_id: user?.messenger_id })) })
      .expect(200);
    await until(async () => (await pointsOf(mina as User)) === 15);
    expect(await pointsOf(sofia as User)).toBe(0);
  });

  it('a change of the profile', async () => {
    await aTask(test.api.db, quest, { type: 'profile', config: { fields: ['bio', 'socials'] } });
    await start(ada);
    await as(ada).patch('/api/v1/users/me').send({ bio: 'Weaver' }).expect(200);
    await settled();
    expect(await pointsOf(ada)).toBe(0);
    await as(ada).put('/api/v1/users/socials').send({ github: 'ada' }).expect(200);
    await until(async () => (await pointsOf(ada)) === 15);
  });

  it('a task is added whose fact holds already', async () => {
    await start(ada);
    await test.api.db('users').where({ id: ada.id }).update({ bio: 'Weaver' });
    await aTask(test.api.db, quest, { type: 'profile', config: { fields: ['bio'] } });
    await until(async () => (await pointsOf(ada)) === 15);
  });
});

it('a seat given up before the event is over takes the points back, and can be earned again', async () => {
  const event = await anEvent(test.api.db);
  await aTask(test.api.db, quest, {
    type: 'event_attendance',
    config: { event_id: event.id, when: 'registered' },
  });
  await start(ada);
  const attend = () => as(ada).post('/api/v1/events/attend').send({ event_id: event.id });
  await attend().expect(201);
  await until(async () => (await pointsOf(ada)) === 15);

  await as(ada).delete(`/api/v1/events/${event.id}/attend`).expect(200);
  await until(async () => (await pointsOf(ada)) === 0);
  const participation = await test.api.db('user_quests').where({ user_id: ada.id }).first();
  expect(participation.status).toBe('in_progress');

  await attend().expect(201);
  await until(async () => (await pointsOf(ada)) === 15);
  const kinds = await test.api
    .db('point_ledger')
    .where({ user_id: ada.id })
    .orderBy('id')
    .pluck('kind');
  expect(kinds).toEqual(['task', 'completion', 'reversal', 'reversal', 'task', 'completion']);
});

it('an undone check-in takes the points of the check-in back', async () => {
  const event = await anEvent(test.api.db);
  await aTask(test.api.db, quest, {
    type: 'event_attendance',
    config: { event_id: event.id, when: 'checked_in' },
  });
  await start(ada);
  await as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
  const path = `/api/v1/admin/events/${event.id}/check-in`;
  await admin().post(path).send({ user_id: ada.id }).expect(200);
  await until(async () => (await pointsOf(ada)) === 15);
  await admin().delete(path).send({ user_id: ada.id }).expect(200);
  await until(async () => (await pointsOf(ada)) === 0);
});

it('writes nothing for facts that no active quest asks for', async () => {
  await test.api.db('quests').update({ is_active: false });
  await settled();
  const event = await anEvent(test.api.db);
  await aTask(test.api.db, quest, {
    type: 'event_attendance',
    config: { event_id: event.id, when: 'registered' },
  });
  await settled();
  await test.stopWorkers();
  await as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
  expect(await test.api.db('due_settlements')).toEqual([]);
  await test.startWorker();
});
