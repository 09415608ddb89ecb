import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  people,
} from '../../support/factories.ts';
import { aParticipation } from '../../support/quests.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';

let api: TestApi;
let a: Conference;
let b: Conference;
let ofA: Event;
let ofB: Event;
let alone: Event;
let mina: User;
let questOfA: { id: number };
/** The secret of a key of conference A alone. */
let key: string;

beforeAll(async () => {
  api = await startApi();
  a = await aConference(api.db);
  b = await aConference(api.db);
  ofA = await anEvent(api.db, { conference_id: a.id });
  ofB = await anEvent(api.db, { conference_id: b.id });
  alone = await anEvent(api.db);
  const [onlyA, both, onlyB, atEvent] = await people(api.db, 4, { language_code: 'de' });
  mina = onlyA;
  for (const user of [onlyA, both])
    await aRegistration(api.db, [user, a], { ticket_type: 'press' });
  for (const user of [both, onlyB]) await aRegistration(api.db, [user, b], { ticket_type: 'vip' });
  await anAttendance(api.db, [atEvent, ofA]);
  for (const event of [ofB, alone]) await anAttendance(api.db, [both, event]);
  questOfA = await aQuest(api.db, { conference_id: a.id });
  // Takes part without a seat at the conference.
  await aParticipation(api.db, [onlyB, questOfA]);
  key = (await aKey(api.db, { conference_ids: [a.id] })).secret;
});
afterAll(() => api.close());

const TEXT = { title: 'Doors open', body: 'Good morning' };
const send = (audience: object, path = 'bulk-send', secret = key) =>
  api
    .admin(secret)
    .post(`${NOTIFICATIONS}/${path}`)
    .send({ ...TEXT, audience, ...(path === 'bulk-send' && { force: true }) });

describe('a draft with a key of some conferences', () => {
  it('cannot be given an audience beyond them', async () => {
    const draft = () => ({ ...TEXT, audience: { conference_ids: [a.id] } });
    const jobs = `${NOTIFICATIONS}/jobs`;
    const { body: job } = await api.admin(key).post(jobs).send(draft()).expect(201);
    const edit = (audience: object) =>
      api
        .admin(key)
        .put(`${jobs}/${job.id}`)
        .send({ ...TEXT, audience, status: 'scheduled' });

    await edit({ all: true }).expect(403);
    await edit({ language_codes: ['de'] }).expect(403);
    await edit({ event_ids: [alone.id] }).expect(404);
    await edit({ conference_ids: [b.id] }).expect(404);
    await api
      .admin(key)
      .post(jobs)
      .send({ ...TEXT, audience: { all: true } })
      .expect(403);
    const { body: kept } = await api.admin(key).get(`${jobs}/${job.id}`).expect(200);
    expect(kept).toEqual(job);
    await edit({ event_ids: [ofA.id] }).expect(200);
  });
});

describe('a broadcast with a key of some conferences', () => {
  it.each([
    ['to all', () => ({ all: true }), 403],
    ['by a filter of all conferences', () => ({ language_codes: ['de'] }), 403],
    ['by a ticket type alone', () => ({ ticket_types: ['press'] }), 403],
    ['to one user', () => ({ user_ids: [mina.id] }), 403],
    ['to another conference', () => ({ conference_ids: [b.id] }), 404],
    ['to attendees of both', () => ({ conference_ids: [a.id, b.id] }), 404],
    [
      'to those who also attend an event of another conference',
      () => ({ conference_ids: [a.id], event_ids: [ofB.id] }),
      404,
    ],
    ['to an event without a conference', () => ({ event_ids: [alone.id] }), 404],
    ['to its conference', () => ({ conference_ids: [a.id], user_ids: [mina.id] }), 201],
    ['to its event', () => ({ event_ids: [ofA.id] }), 201],
    ['to its quest', () => ({ quest_id: questOfA.id, quest_status: 'in_progress' }), 201],
  ])('%s', async (_what, audience, status) => {
    await send(audience()).expect(status);
    await send(audience(), 'preview').expect(status === 201 ? 200 : status);
  });

  it('is one of those that it lists, each of which it can open', async () => {
    const wide = (await aKey(api.db)).secret;
    const audiences = [
      { all: true },
      { conference_ids: [b.id] },
      { conference_ids: [a.id], event_ids: [ofB.id] },
      { event_ids: [ofA.id, alone.id] },
    ];
    const hidden: number[] = [];
    for (const audience of audiences) {
      hidden.push((await send(audience, 'bulk-send', wide).expect(201)).body.id);
    }
    const { body: own } = await send({ event_ids: [ofA.id] }).expect(201);

    const { body: list } = await api.admin(key).get(`${NOTIFICATIONS}/jobs`).expect(200);
    const listed = list.data.map(({ id }: { id: number }) => id);
    expect(listed).toContain(own.id);
    expect(listed.filter((id: number) => hidden.includes(id))).toEqual([]);
    expect(list.pagination.total).toBe(listed.length);
    for (const id of hidden) {
      for (const path of [`jobs/${id}`, `jobs/${id}/stats`, `jobs/${id}/deliveries`]) {
        await api.admin(key).get(`${NOTIFICATIONS}/${path}`).expect(404);
      }
      await api.admin(key).post(`${NOTIFICATIONS}/jobs/${id}/cancel`).expect(404);
    }
    await api.admin(key).get(`${NOTIFICATIONS}/jobs/${own.id}/deliveries`).expect(200);
  });

  it('is chosen by the filters of its conferences, with the people of these', async () => {
    const { body } = await api.admin(key).get(`${NOTIFICATIONS}/filter-values`).expect(200);

    expect(body).toMatchObject({
      all_users: 3,
      conferences: [{ id: a.id, count: 2 }],
      events: [{ id: ofA.id, count: 1 }],
      quests: [{ id: questOfA.id, in_progress: 1, count: 1 }],
      ticket_types: [{ value: 'press', count: 2 }],
      language_codes: [{ value: 'de', count: 3 }],
    });
    const { body: all } = await api.admin().get(`${NOTIFICATIONS}/filter-values`).expect(200);
    expect(all.conferences).toHaveLength(2);
    expect(all.all_users).toBe(4);
  });
});
