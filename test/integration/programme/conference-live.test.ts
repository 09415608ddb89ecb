import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aRegistration,
  aTask,
  people,
} from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';
import { aParticipation, aQuestRequest, aSubmission } from '../../support/quests.ts';

const HOUR_MS = 3_600_000;

let api: TestApi;
let conference: Conference;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.advance(60_000);
  conference = await aConference(api.db, { timezone: 'Europe/Berlin' });
});

const stats = async (query: object = {}, key?: string) => {
  const path = `/api/v1/admin/conferences/${conference.id}/stats`;
  return (await api.admin(key).get(path).query(query).expect(200)).body;
};
const inHours = (hours: number) => new Date(api.now().getTime() + hours * HOUR_MS).toISOString();

describe('what waits for a decision', () => {
  it('has each kind with its number and its oldest, and none of another conference', async () => {
    const other = await aConference(api.db);
    const [one, another = one] = await people(api.db, 2);
    const event = await anEvent(api.db, { conference_id: conference.id, status: 'pending' });
    await anEvent(api.db, { conference_id: other.id, status: 'pending' });
    const quest = await aQuest(api.db, { conference_id: conference.id });
    await aQuestRequest(api.db, [one, quest]);
    const task = await aTask(api.db, quest, { type: 'text' });
    for (const user of [one, another]) {
      await aParticipation(api.db, [user, quest]);
      await aSubmission(api.db, [user, task], { status: 'pending' });
    }

    const { waiting } = await stats();
    const byKind = Object.fromEntries(
      waiting.map(({ kind, ...rest }: { kind: string }) => [kind, rest]),
    );
    expect(byKind.side_event).toEqual({ count: 1, oldest_at: event.created_at });
    expect(byKind.registration_request.count).toBe(1);
    expect(byKind.submission.count).toBe(2);
    expect(byKind.feedback).toEqual({ count: 0, oldest_at: null });
    expect(byKind.report).toEqual({ count: 0, oldest_at: null });
  });

  it('has the kinds of the scopes of a key, and reports for keys of all conferences', async () => {
    const scopes = ['quests:read', 'reports:read'] as const;
    const everywhere = await aKey(api.db, { scopes: [...scopes] });
    const here = await aKey(api.db, { scopes: [...scopes], conference_ids: [conference.id] });
    const kinds = async (key: string) =>
      (await stats({}, key)).waiting.map(({ kind }: { kind: string }) => kind);
    expect(await kinds(everywhere.secret)).toEqual([
      'registration_request',
      'submission',
      'report',
    ]);
    expect(await kinds(here.secret)).toEqual(['registration_request', 'submission']);
  });
});

describe('what happens now', () => {
  it('has the session and the next one of each room, with those who have it', async () => {
    const [one, another = one] = await people(api.db, 2);
    await api.db('agenda_groups').insert([
      { conference_id: conference.id, kind: 'room', name: 'Deck', position: 1, capacity: 1 },
      { conference_id: conference.id, kind: 'room', name: 'Quay', position: 0 },
    ]);
    const at = (room: string, from: number, to: number, more: object = {}) =>
      anAgendaItem(api.db, conference, {
        room,
        starts_at: inHours(from),
        ends_at: inHours(to),
        ...more,
      });
    const now = await at('deck', -1, 1, { title: 'Knots' });
    const next = await at('Deck', 2, 3);
    await at('Quay', -1, 1, { status: 'cancelled' });
    await at('Quay', 13, 14);
    for (const user of [one, another])
      await api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: now.id });

    const { rooms } = await stats({ live: true });
    expect(rooms).toEqual([
      { room: 'Quay', capacity: null, now: null, next: null },
      {
        room: 'Deck',
        capacity: 1,
        now: {
          id: now.id,
          title: 'Knots',
          track: now.track,
          starts_at: now.starts_at,
          ends_at: now.ends_at,
          people: 2,
        },
        next: expect.objectContaining({ id: next.id, people: 0 }),
      },
    ]);
  });

  it('has the keys of the door with what they checked in here', async () => {
    const users = await people(api.db, 2);
    const door = await aKey(api.db, { name: 'Main door', scopes: ['door:check-in'] });
    await aKey(api.db, { name: 'Never used', scopes: ['door:check-in'] });
    for (const user of users) await aRegistration(api.db, [user, conference]);
    for (const { id: user_id } of users) {
      await api
        .admin(door.secret)
        .post(`/api/v1/admin/conferences/${conference.id}/check-in`)
        .send({ user_id })
        .expect(200);
    }
    const { devices } = await stats({ live: true });
    expect(devices).toEqual([
      {
        key: expect.any(String),
        name: 'Main door',
        arrivals: 2,
        last_scan_at: api.now().toISOString(),
        last_seen_at: expect.any(String),
      },
    ]);
    const { devices: unseen, rooms } = await stats({ live: true }, door.secret);
    expect([unseen, rooms]).toEqual([undefined, undefined]);
  });

  it('costs the same statements for many rooms', async () => {
    const rooms = Array.from({ length: 30 }, (_, position) => ({
      conference_id: conference.id,
      kind: 'room',
      name: `Room ${position}`,
      position,
    }));
    await api.db('agenda_groups').insert(rooms);
    api.advance(60_000);
    expect(await countQueries(api.db, () => stats({ live: true, bucket: 'minute' }))).toBeLessThan(
      12,
    );
  });
});

it('counts by days and minutes of the clock of the conference', async () => {
  const [user] = await people(api.db, 1);
  await aRegistration(api.db, [user, conference], { status: 'checked_in' });
  await api.db('registrations').where({ conference_id: conference.id }).update({
    registered_at: '2026-05-10T22:30:00.000Z',
    checked_in_at: '2026-05-14T07:00:30.000Z',
  });
  const days = await stats({
    bucket: 'day',
    from: '2026-05-10T12:00:00Z',
    to: '2026-05-12T12:00:00Z',
  });
  expect(
    days.series.points.map(({ at, registrations }: Record<string, unknown>) => [at, registrations]),
  ).toEqual([
    ['2026-05-09T22:00:00.000Z', 0],
    ['2026-05-10T22:00:00.000Z', 1],
    ['2026-05-11T22:00:00.000Z', 0],
  ]);
  const minutes = await stats({
    bucket: 'minute',
    from: '2026-05-14T06:59:00Z',
    to: '2026-05-14T07:02:00Z',
  });
  expect(minutes.series.points.map(({ arrivals }: Record<string, unknown>) => arrivals)).toEqual([
    0, 1, 0,
  ]);
});
