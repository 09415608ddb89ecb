import type { Broadcast } from '../../../src/domain/messaging/broadcasts.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
} from '../../support/factories.ts';
import { aParticipation } from '../../support/quests.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';

let test: DeliveryTest;
let conference: Conference;
let users: User[];

beforeAll(async () => {
  test = await DeliveryTest.start();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  const { db } = test.api;
  for (const table of ['events', 'conferences']) await db(table).delete();
  conference = await aConference(db, { broadcast_gap_minutes: 120 });
  users = await test.reachableUsers(4);
  for (const user of users) await aRegistration(db, [user, conference]);
});

const content = (given: object = {}) => ({
  title: 'Doors',
  body: 'Open at nine.',
  audience: { conference_ids: [conference.id] },
  ...given,
});
async function start(given: object = {}): Promise<Broadcast> {
  const { admin, services } = test.api;
  const { body } = await admin()
    .post(`${NOTIFICATIONS}/bulk-send`)
    .send({ force: true, ...content(given) })
    .expect(201);
  await services.broadcastFanout.run(body.id, new AbortController().signal);
  return body;
}
async function send(given: object = {}): Promise<Broadcast> {
  const job = await start(given);
  await test.sendAll();
  return job;
}
const statsOf = async ({ id }: Broadcast) =>
  (await test.api.admin().get(`${NOTIFICATIONS}/jobs/${id}/stats`).expect(200)).body;
const preview = async (given: object = {}) =>
  (await test.api.admin().post(`${NOTIFICATIONS}/preview`).send(content(given)).expect(200)).body;
const SPARED = { sent: 0, skipped: 4, too_soon: 4, skipped_by_reason: { too_soon: 4 } };
const SENT = { sent: 4, skipped: 0, too_soon: 0 };

it('spares whom a broadcast reached within the gap a message, and the inbox has it', async () => {
  expect(await statsOf(await send())).toMatchObject(SENT);
  expect(await preview()).toMatchObject({ recipients: { messenger: 4 }, too_soon: 4 });
  expect(await statsOf(await send({ title: 'Lunch' }))).toMatchObject(SPARED);
  const { body } = await test.api
    .as(users[0] as User)
    .get('/api/v1/notifications')
    .expect(200);
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Lunch', 'Doors']);
});

it('does not after the gap', async () => {
  await send();
  const age = (minutes: number) =>
    test.api
      .db('deliveries')
      .update({ answered_at: test.api.db.raw(`now() - ? * interval '1 minute'`, [minutes]) });
  await age(119);
  expect(await statsOf(await send())).toMatchObject({ too_soon: 4 });
  await age(121);
  expect(await preview()).toMatchObject({ too_soon: 0 });
  expect(await statsOf(await send())).toMatchObject(SENT);
});

it('sends all the same with ignore_gap', async () => {
  await send();
  expect(await preview({ ignore_gap: true })).toMatchObject({ too_soon: 0 });
  const job = await send({ ignore_gap: true });
  expect(job).toMatchObject({ ignore_gap: true });
  expect(await statsOf(job)).toMatchObject(SENT);
});

it('counts by the conference of the whole audience: its events and quests, too', async () => {
  const { db } = test.api;
  const event = await anEvent(db, { conference_id: conference.id });
  const quest = await aQuest(db, { conference_id: conference.id });
  for (const user of users) {
    await anAttendance(db, [user, event]);
    await aParticipation(db, [user, quest]);
  }
  await send({ audience: { event_ids: [event.id] } });
  const audience = { quest_id: quest.id, quest_status: 'in_progress' };
  expect(await preview({ audience })).toMatchObject({ too_soon: 4 });
  expect(await statsOf(await send({ audience }))).toMatchObject(SPARED);
});

it('does not count those of others, of no conference, or without a limit', async () => {
  const { db } = test.api;
  const second = await aConference(db, { broadcast_gap_minutes: 120 });
  for (const user of users) await aRegistration(db, [user, second]);
  await send({ audience: { all: true } });
  await send({ audience: { conference_ids: [conference.id, second.id] } });
  await send({ audience: { conference_ids: [second.id] } });
  expect(await statsOf(await send())).toMatchObject(SENT);
  await db('conferences').update({ broadcast_gap_minutes: 0 });
  expect(await preview()).toMatchObject({ too_soon: 0 });
  expect(await statsOf(await send())).toMatchObject(SENT);
});

it('does not count those that were recalled, tests and single messages', async () => {
  const recalled = await send();
  await test.api.admin().post(`${NOTIFICATIONS}/jobs/${recalled.id}/recall`).expect(200);
  await test.insertMessages(users);
  await test.insertMessages(users, { is_test: true });
  await test.sendAll();
  expect(await preview()).toMatchObject({ too_soon: 0 });
  expect(await statsOf(await send())).toMatchObject(SENT);
});

it('lets one of two broadcasts at once through to each chat', async () => {
  const both = await Promise.all([start(), start({ title: 'Lunch' })]);

  await Promise.all([test.sendAll(), test.createSender().run(new AbortController().signal)]);

  const stats = await Promise.all(both.map(statsOf));
  const sum = (name: string) => stats.reduce((total, each) => total + each[name], 0);
  expect([sum('sent'), sum('too_soon')]).toEqual([4, 4]);
  expect(users.map((user) => test.callsTo(user))).toEqual([1, 1, 1, 1]);
});

it('decides when quiet hours have ended', async () => {
  await send();
  const [{ user_id }] = await test.api.db('deliveries').limit(1).select('user_id');
  await test.api.db('notification_settings').insert({
    user_id,
    quiet_start: '00:00',
    quiet_end: '23:59',
    quiet_timezone: 'UTC',
  });
  expect(await statsOf(await send())).toMatchObject({ too_soon: 3, queued: 1 });
});

it.each([
  [{ broadcast_gap_minutes: -1 }, 400],
  [{ broadcast_gap_minutes: 10_081 }, 400],
  [{ broadcast_gap_minutes: 10_080 }, 200],
])('a conference with %j is answered with %d', async (given, status) => {
  const path = `/api/v1/admin/conferences/${conference.id}`;
  const { body } = await test.api.admin().put(path).send(given).expect(status);
  if (status === 400) expect(body.error).toMatch(/^broadcast_gap_minutes: /);
  else expect(body).toMatchObject(given);
  const shown = await test.api.anonymous().get(`/api/v1/conferences/${conference.id}`).expect(200);
  expect(shown.body).not.toHaveProperty('broadcast_gap_minutes');
});
