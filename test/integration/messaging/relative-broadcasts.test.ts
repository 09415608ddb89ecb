import type { Broadcast } from '../../../src/domain/messaging/broadcasts.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';
const JOBS = `${NOTIFICATIONS}/jobs`;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let conference: Conference;
let event: Event;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  for (const table of ['notification_jobs', 'events', 'users', 'conferences'])
    await api.db(table).delete();
  await api.db.raw('delete from pgboss.job');
  await aUser(api.db, { messenger_reachable: true });
  conference = await aConference(api.db, { starts_on: '2026-05-20', ends_on: '2026-05-21' });
  event = await anEvent(api.db, {
    conference_id: conference.id,
    starts_at: '2026-05-20T10:00:00.000Z',
    ends_at: '2026-05-20T11:00:00.000Z',
  });
});

const inMs = (ms: number) => new Date(api.now().getTime() + ms).toISOString();
const content = (scheduled_at: unknown, given: object = {}) => ({
  title: 'Doors',
  body: 'Open at nine.',
  audience: { all: true },
  scheduled_at,
  ...given,
});
const send = (scheduled_at: unknown, given: object = {}) =>
  api
    .admin()
    .post(`${NOTIFICATIONS}/bulk-send`)
    .send({ force: true, ...content(scheduled_at, given) });
const aJob = async (scheduled_at: unknown): Promise<Broadcast> =>
  (await send(scheduled_at).expect(201)).body;
const get = async (id: number): Promise<Broadcast> =>
  (await api.admin().get(`${JOBS}/${id}`).expect(200)).body;
const beforeEvent = (before_start = 'PT1H') => ({ before_start, event_id: event.id });
const moveEvent = (starts_at: string, on = api) =>
  on
    .admin()
    .put(`/api/v1/admin/events/${event.id}`)
    .send({ starts_at, ends_at: new Date(Date.parse(starts_at) + HOUR_MS).toISOString() });
/** One run of the job of each minute, and of the jobs that it enqueues. */
async function tick(): Promise<void> {
  await api.db.raw(`delete from pgboss.job where name = 'run-notification-job'`);
  await api.services.broadcastFanout.startRelative();
  const due = await queued();
  for (const id of due) await api.services.broadcastFanout.run(id, new AbortController().signal);
}
async function queued(): Promise<number[]> {
  const jobs = api.db('pgboss.job').where({ name: 'run-notification-job' });
  const rows: { data: { job_id: number } }[] = await jobs.orderBy('created_on').select('data');
  return rows.map(({ data }) => data.job_id);
}
const statusOf = async (id: number) => (await get(id)).status;

describe('a relative time', () => {
  it.each([
    [{ before_start: 'P1D' }, 'conference', '2026-05-18T22:00:00.000Z', { before_start: 'PT24H' }],
    [{ after_start: 'PT9H30M' }, 'conference', '2026-05-20T07:30:00.000Z', undefined],
    [{ after_end: 'PT0S' }, 'conference', '2026-05-21T22:00:00.000Z', undefined],
    [{ before_start: 'PT15M' }, 'event', '2026-05-20T09:45:00.000Z', undefined],
    [{ after_start: 'PT15M' }, 'event', '2026-05-20T10:15:00.000Z', undefined],
    [{ after_end: 'PT1H' }, 'event', '2026-05-20T12:00:00.000Z', undefined],
  ])('%j of the %s means %s', async (time, kind, scheduled_at, spelled) => {
    const of = kind === 'event' ? { event_id: event.id } : { conference_id: conference.id };
    const job = await aJob({ ...time, ...of });
    expect(job).toMatchObject({
      status: 'scheduled',
      scheduled_at,
      anchor: { ...(spelled ?? time), ...of },
    });
    expect(await get(job.id)).toEqual(job);
    expect(await queued()).toEqual([]);
  });

  it.each([
    [{ before_start: 'PT1H' }, 'conference_id'],
    [{ before_start: 'PT1H', conference_id: 1, event_id: 1 }, 'conference_id'],
    [{ conference_id: 1 }, 'before_start'],
    [{ before_start: 'PT1H', after_end: 'PT1H', conference_id: 1 }, 'before_start'],
    [{ before_start: '1 hour', conference_id: 1 }, 'before_start'],
    [{ before_start: 'P31D', conference_id: 1 }, 'before_start'],
    [{ before_start: '-PT1H', conference_id: 1 }, 'before_start'],
    [{ before_start: 'PT1H', conference_id: 0 }, 'conference_id'],
  ])('%j is refused, and %s named', async (time, field) => {
    const { body } = await send(time).expect(400);
    expect(body.code).toBe('VALIDATION_ERROR');
    expect(body.error).toMatch(/^scheduled_at/);
    expect(body.error).toContain(field);
  });

  it('keeps the sentences of other times', async () => {
    expect((await send('soon').expect(400)).body.error).toMatch(
      /^scheduled_at: expected an ISO 8601 time/,
    );
    expect((await send('1999-01-01T00:00:00Z').expect(400)).body.error).toMatch(
      /from 2000 to 2100/,
    );
  });

  it.each(['draft', 'cancelled'])('of a conference that is %s is refused', async (status) => {
    await api.db('conferences').update({ status });
    for (const time of [{ before_start: 'PT1H', conference_id: conference.id }, beforeEvent()])
      expect((await send(time).expect(409)).body).toEqual(failure('CONFLICT'));
  });

  it.each(['pending', 'cancelled', 'rejected'])(
    'of an event that is %s is refused',
    async (status) => {
      await api.db('events').update({ status });
      expect((await send(beforeEvent()).expect(409)).body).toEqual(failure('CONFLICT'));
    },
  );

  it('of what was deleted is refused', async () => {
    const { body } = await send({ before_start: 'PT1H', event_id: 999_999 }).expect(409);
    expect(body).toEqual(failure('CONFLICT'));
    const draft = api
      .admin()
      .post(JOBS)
      .send(content({ before_start: 'PT1H', event_id: 999_999 }));
    expect((await draft.expect(409)).body).toEqual(failure('CONFLICT'));
  });

  it('past by less than an hour starts at once, by more is refused', async () => {
    await api.db('events').update({ starts_at: inMs(5 * MINUTE_MS), ends_at: inMs(HOUR_MS) });
    const job = await aJob(beforeEvent('PT1H'));
    expect(await queued()).toEqual([job.id]);
    await tick();
    expect(await statusOf(job.id)).toBe('running');
    const { body } = await send(beforeEvent('PT1H6M')).expect(400);
    expect(body.error).toMatch(/^scheduled_at: expected a time in the future/);
  });

  it('is of the conferences of a key', async () => {
    const foreign = await aConference(api.db, { starts_on: '2026-06-01', ends_on: '2026-06-02' });
    const { secret } = await aKey(api.db, { conference_ids: [conference.id] });
    const body = (id: number) => ({
      ...content({ before_start: 'PT1H', conference_id: id }),
      audience: { conference_ids: [conference.id] },
    });
    const path = `${NOTIFICATIONS}/bulk-send`;
    await api.admin(secret).post(path).send(body(foreign.id)).expect(404);
    const { id } = (await api.admin(secret).post(path).send(body(conference.id)).expect(201)).body;
    const reschedule = (of: number) =>
      api
        .admin(secret)
        .put(`${JOBS}/${id}/reschedule`)
        .send({ scheduled_at: { after_start: 'PT1H', conference_id: of } });
    await reschedule(foreign.id).expect(404);
    await reschedule(conference.id).expect(200);
  });
});

describe('what moves', () => {
  it('moves its broadcasts without a write of them', async () => {
    const { id, version } = await aJob(beforeEvent());
    await moveEvent('2026-05-20T15:00:00.000Z').expect(200);
    expect(await get(id)).toMatchObject({ scheduled_at: '2026-05-20T14:00:00.000Z', version });
    const { body } = await api.admin().get(`${JOBS}?sort=scheduled_at`).expect(200);
    expect(body.data[0]).toMatchObject({ id, scheduled_at: '2026-05-20T14:00:00.000Z' });
    await api.services.broadcastFanout.startRelative();
    const [stored] = await api.db('notification_jobs').pluck('scheduled_at');
    expect(stored).toBe('2026-05-20T14:00:00.000Z');
  });

  it('starts them at the time of then, which stays', async () => {
    await api.db('events').update({ starts_at: inMs(2 * HOUR_MS), ends_at: inMs(3 * HOUR_MS) });
    const { id } = await aJob(beforeEvent());
    await tick();
    expect(await statusOf(id)).toBe('scheduled');
    await moveEvent(inMs(HOUR_MS)).expect(200);
    await tick();
    expect(await get(id)).toMatchObject({ status: 'running', scheduled_at: inMs(0) });
    await moveEvent(inMs(5 * HOUR_MS)).expect(200);
    expect(await get(id)).toMatchObject({ scheduled_at: inMs(0), anchor: beforeEvent() });
  });

  it('while they start is seen, or follows', async () => {
    for (let round = 0; round < 10; round += 1) {
      await api.db('notification_jobs').delete();
      await api.db('events').update({ starts_at: inMs(HOUR_MS), ends_at: inMs(2 * HOUR_MS) });
      const { id } = await aJob(beforeEvent());
      const later = inMs(9 * HOUR_MS);

      await Promise.all([
        api.services.broadcastFanout.run(id, new AbortController().signal),
        other.services.broadcastFanout.run(id, new AbortController().signal),
        moveEvent(later, other).expect(200),
      ]);

      const job = await get(id);
      // It started at the earlier time, or waits for the later one: never both.
      expect([
        { status: 'running', scheduled_at: inMs(0) },
        { status: 'scheduled', scheduled_at: inMs(8 * HOUR_MS) },
      ]).toContainEqual({ status: job.status, scheduled_at: job.scheduled_at });
    }
  });

  it('into the past by more than an hour leaves a draft', async () => {
    const { id, version } = await aJob(beforeEvent());
    await moveEvent(inMs(-MINUTE_MS)).expect(200);
    await tick();
    expect(await get(id)).toMatchObject({
      status: 'draft',
      missed_at: expect.any(String),
      version: version + 1,
      anchor: beforeEvent(),
      started_at: null,
    });
    expect(await api.db('notifications').where({ job_id: id })).toEqual([]);
  });
});

describe('a broadcast whose anchor does not take place', () => {
  it.each([
    ['is cancelled', () => api.db('events').update({ status: 'cancelled' })],
    [
      'is cancelled with its conference',
      () => api.db('conferences').update({ status: 'cancelled' }),
    ],
    ['is deleted', () => api.db('events').delete()],
  ])('becomes a draft at once: it %s', async (_how, end) => {
    const { id } = await aJob(beforeEvent());
    await end();
    await tick();
    const job = await get(id);
    expect(job).toMatchObject({ status: 'draft', missed_at: expect.any(String) });
    const { body } = await api.admin().get(`${JOBS}?status=draft`).expect(200);
    expect(body.data).toMatchObject([{ id, missed_at: job.missed_at }]);
  });

  it('can be edited, and sent at another time', async () => {
    const job = await aJob({ before_start: 'PT1H', conference_id: conference.id });
    await api.db('conferences').update({ status: 'cancelled' });
    await tick();
    const put = (given: object) =>
      api
        .admin()
        .put(`${JOBS}/${job.id}`)
        .send(content(job.anchor, { title: 'Sorry', ...given }));
    const edited = (await put({}).expect(200)).body;
    expect(edited).toMatchObject({
      title: 'Sorry',
      status: 'draft',
      missed_at: expect.any(String),
    });
    expect((await put({ status: 'scheduled' }).expect(409)).body).toEqual(failure('CONFLICT'));
    const sent = await put({ status: 'scheduled', scheduled_at: null }).expect(200);
    expect(sent.body).toMatchObject({ status: 'scheduled', missed_at: null, anchor: null });
  });

  it('is counted in the numbers of its conference', async () => {
    const audience = { conference_ids: [conference.id] };
    await send(beforeEvent(), { audience }).expect(201);
    await api.db('events').update({ status: 'cancelled' });
    await tick();
    const { body } = await api
      .admin()
      .get(`/api/v1/admin/conferences/${conference.id}/stats`)
      .expect(200);
    expect(body.broadcasts).toEqual({ running: 0, failed: 0, missed: 1 });
  });
});

describe('PUT /admin/notifications/jobs/:id/reschedule', () => {
  it('takes a relative time, and a fixed one again', async () => {
    const { id } = await aJob('2026-05-15T09:00:00.000Z');
    const put = (scheduled_at: unknown) =>
      api.admin().put(`${JOBS}/${id}/reschedule`).send({ scheduled_at });
    const { body } = await put(beforeEvent()).expect(200);
    expect(body).toMatchObject({ scheduled_at: '2026-05-20T09:00:00.000Z', anchor: beforeEvent() });
    expect((await put(beforeEvent()).expect(200)).body.version).toBe(body.version);
    await api.db('events').update({ status: 'cancelled' });
    expect((await put(beforeEvent('PT2H')).expect(409)).body).toEqual(failure('CONFLICT'));
    const fixed = (await put('2026-05-16T09:00:00.000Z').expect(200)).body;
    expect(fixed).toMatchObject({ scheduled_at: '2026-05-16T09:00:00.000Z', anchor: null });
  });
});

it('a draft keeps its relative time while an edit does not name one', async () => {
  const draft = (await api.admin().post(JOBS).send(content(beforeEvent())).expect(201)).body;
  expect(draft).toMatchObject({ status: 'draft', anchor: beforeEvent() });
  const { body } = await api
    .admin()
    .put(`${JOBS}/${draft.id}`)
    .send({ title: 'New', body: 'Text', audience: { all: true }, status: 'scheduled' })
    .expect(200);
  expect(body).toMatchObject({ status: 'scheduled', anchor: beforeEvent() });
});
