import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';
const OVER = { starts_on: '2026-05-10', ends_on: '2026-05-12' };
const OVER_EVENT = { starts_at: '2026-05-13T09:00:00Z', ends_at: '2026-05-14T09:00:00Z' };
const STATUSES = ['registered', 'checked_in', 'waitlisted', 'cancelled'] as const;

let api: TestApi;
let users: User[];

beforeAll(async () => {
  api = await startApi();
  users = [];
  for (const first_name of STATUSES) users.push(await aUser(api.db, { first_name }));
});
afterAll(() => api.close());

/** A conference that each user attends in the way that is their name. */
async function attended(given: object = {}): Promise<Conference> {
  const conference = await aConference(api.db, given);
  for (const [n, status] of STATUSES.entries())
    await aRegistration(api.db, [users[n] as User, conference], { status });
  return conference;
}

async function attendedEvent(given: object = {}): Promise<Event> {
  const event = await anEvent(api.db, given);
  for (const [n, status] of STATUSES.entries())
    await anAttendance(api.db, [users[n] as User, event], status);
  return event;
}

const preview = (audience: object, secret?: string) =>
  api
    .admin(secret)
    .post(`${NOTIFICATIONS}/preview`)
    .send({ title: '{{first_name}}', body: '{{conference_name|-}} {{event_title|-}}', audience });

async function namesOf(audience: object): Promise<string[]> {
  const { body } = await preview(audience).expect(200);
  expect(body.count).toBe(body.samples.length);
  return body.samples.map(({ title }: { title: string }) => title);
}

describe('an audience with attendance', () => {
  it.each([
    [['registered'], ['registered']],
    [['checked_in'], ['checked_in']],
    [['no_show'], ['registered']],
    [['waitlisted'], ['waitlisted']],
    [
      ['no_show', 'checked_in'],
      ['registered', 'checked_in'],
    ],
    [
      ['registered', 'waitlisted'],
      ['registered', 'waitlisted'],
    ],
  ])('%j of what has ended reaches %j', async (attendance, names) => {
    const [conference, event] = [await attended(OVER), await attendedEvent(OVER_EVENT)];
    expect(await namesOf({ conference_ids: [conference.id], attendance })).toEqual(names);
    expect(await namesOf({ event_ids: [event.id], attendance })).toEqual(names);
  });

  it.each([
    [['no_show'], []],
    [['no_show', 'checked_in'], ['checked_in']],
    [['no_show', 'registered'], ['registered']],
  ])('%j of what goes on, or was cancelled, reaches %j', async (attendance, names) => {
    for (const given of [{}, { ...OVER, status: 'cancelled' }]) {
      const { id } = await attended(given);
      expect(await namesOf({ conference_ids: [id], attendance })).toEqual(names);
    }
    for (const given of [
      { ends_at: '2026-05-15T10:00:00Z' },
      { ...OVER_EVENT, status: 'cancelled' },
    ]) {
      const { id } = await attendedEvent(given);
      expect(await namesOf({ event_ids: [id], attendance })).toEqual(names);
    }
  });

  it('of two conferences counts each by its own end, and names the one that counted', async () => {
    const ada = await aUser(api.db, { first_name: 'Ada' });
    const over = await aConference(api.db, { ...OVER, name: 'Over' });
    const earlier = await aConference(api.db, { starts_on: '2026-05-01', ends_on: '2026-05-02' });
    const running = await aConference(api.db, { starts_on: '2026-05-02', ends_on: '2026-05-20' });
    await aRegistration(api.db, [ada, over]);
    await aRegistration(api.db, [ada, earlier], { status: 'checked_in' });
    await aRegistration(api.db, [ada, running]);
    const conference_ids = [over.id, earlier.id, running.id];

    const { body } = await preview({ conference_ids, attendance: ['no_show'] }).expect(200);
    expect(body.samples).toEqual([{ user_id: ada.id, title: 'Ada', body: 'Over -' }]);
  });

  it('names the event and the conference of a waitlisted user', async () => {
    const conference = await attended({ name: 'Looms' });
    const event = await attendedEvent({ title: 'Weaving' });
    const bodyFor = async (audience: object) =>
      (await preview({ ...audience, attendance: ['waitlisted'] }).expect(200)).body.samples[0].body;

    expect(await bodyFor({ conference_ids: [conference.id] })).toMatch(/^Looms /);
    expect(await bodyFor({ event_ids: [event.id] })).toMatch(/ Weaving$/);
  });

  it('narrows a ticket type at the conferences, and leaves one beside events alone', async () => {
    const ada = await aUser(api.db, { first_name: 'Ada' });
    const [conference, event] = [await aConference(api.db), await anEvent(api.db)];
    await aRegistration(api.db, [ada, conference], { ticket_type: 'vip', status: 'checked_in' });
    await anAttendance(api.db, [ada, event], 'waitlisted');
    const vip = { ticket_types: ['vip'] };

    const ofConference = { ...vip, conference_ids: [conference.id] };
    expect(await namesOf({ ...ofConference, attendance: ['checked_in'] })).toEqual(['Ada']);
    expect(await namesOf({ ...ofConference, attendance: ['waitlisted'] })).toEqual([]);
    const ofEvent = { ...vip, event_ids: [event.id], attendance: ['waitlisted'] };
    expect(await namesOf(ofEvent)).toEqual(['Ada']);
  });

  it('is stored with a draft, previewed and sent alike, whatever the order', async () => {
    const { id } = await attended(OVER);
    const audience = { conference_ids: [id], attendance: ['no_show', 'waitlisted'] };
    const content = { title: 'We missed you', body: 'Slides', audience, channels: ['in_app'] };
    const { body: draft } = await api
      .admin()
      .post(`${NOTIFICATIONS}/jobs`)
      .send(content)
      .expect(201);
    expect(draft.audience).toEqual(audience);

    const send = (given: object) =>
      api
        .admin()
        .post(`${NOTIFICATIONS}/bulk-send`)
        .send({ ...content, ...given });
    const { body: dryRun } = await send({ dry_run: true }).expect(200);
    expect(dryRun).toMatchObject({ count: 2, recipients: { in_app: 2 } });
    const { body: job } = await send({}).expect(201);
    const turned = { ...audience, attendance: ['waitlisted', 'no_show'] };
    await send({ audience: turned }).expect(409);
    await api.services.broadcastFanout.run(job.id, new AbortController().signal);

    const recipients = await api.db('notifications').where({ job_id: job.id }).pluck('user_id');
    expect(new Set(recipients)).toEqual(new Set([users[0]?.id, users[2]?.id]));
  });

  it('is an audience of enrichment jobs too', async () => {
    const { id } = await attended(OVER);
    const filter = { conference_ids: [id], attendance: ['checked_in'] };
    const { body } = await api
      .admin()
      .post('/api/v1/admin/enrichment/users')
      .send({ filter })
      .expect(202);
    expect(body.queued + body.skipped).toBe(1);
  });

  it('belongs to a key of its conferences alone', async () => {
    const [mine, other] = [await attended(OVER), await attended(OVER)];
    const { secret } = await aKey(api.db, { conference_ids: [mine.id] });
    const attendance = ['no_show'];

    await preview({ conference_ids: [mine.id], attendance }, secret).expect(200);
    await preview({ conference_ids: [other.id], attendance }, secret).expect(404);
    await preview({ conference_ids: [mine.id, other.id], attendance }, secret).expect(404);
  });

  it.each([
    ['alone', { attendance: ['registered'] }, 'attendance: expected exactly one of'],
    [
      'beside both',
      { conference_ids: [1], event_ids: [1], attendance: ['registered'] },
      'attendance: expected exactly one of conference_ids and event_ids beside it',
    ],
    [
      'beside ticket types alone',
      { ticket_types: ['vip'], attendance: ['registered'] },
      'attendance: expected exactly one of',
    ],
    [
      'of invited people',
      { conference_ids: [1], attendance: ['registered', 'invited'] },
      'attendance.1: They have not opened the app: export their claim links',
    ],
    [
      'of another word',
      { conference_ids: [1], attendance: ['absent'] },
      'attendance.0: expected one of registered, checked_in, no_show, waitlisted',
    ],
    ['that is empty', { conference_ids: [1], attendance: [] }, 'attendance: expected at least one'],
  ])('answers 400 for an attendance %s', async (_what, audience, error) => {
    const { body } = await preview(audience).expect(400);
    expect(body).toEqual({ code: 'VALIDATION_ERROR', error: expect.stringContaining(error) });
    expect(body.error).toMatch(/^audience\.attendance/);
    const generate = api.admin().post('/api/v1/admin/enrichment/users');
    const { body: refused } = await generate.send({ filter: audience }).expect(400);
    expect(refused.error).toMatch(/^filter\.attendance/);
  });
});
