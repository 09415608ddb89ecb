import fc from 'fast-check';
import { startApi, type TestApi } from '../../support/api.ts';
import { declaredEndpoints } from '../../support/endpoints.ts';
import { anEvent, aUser, people } from '../../support/factories.ts';
import {
  aProgramme,
  bodyOf,
  type Programme,
  pathIn,
  startKeeping,
  statementsDuring,
} from '../../support/kept-answers.ts';
import { until } from '../../support/until.ts';

/** The paths of every kept read, and some with parameters. */
const PATHS = [
  ...declaredEndpoints().flatMap(({ kept, path }) => (kept ? [path] : [])),
  '/events?limit=2&page=2',
  '/events?updated_since=2026-05-14T09:00:00.000Z',
  '/speakers?updated_since=2026-05-14T09:00:00.000Z',
  '/conferences/:conference_id/agenda?updated_since=2026-05-14T09:00:00.000Z',
];

/** Writes of every kind, through the API. Some fail, such as a second deletion. */
const WRITES: Readonly<
  Record<string, (api: TestApi, programme: Programme, n: number) => PromiseLike<unknown>>
> = {
  updateEvent: (api, { event }, n) =>
    api
      .admin()
      .put(`/api/v1/admin/events/${event.id}`)
      .send({ title: `Event ${n}` }),
  failToUpdateEvent: (api, { event }) =>
    api.admin().put(`/api/v1/admin/events/${event.id}`).send({ slug: 'taken' }),
  createEvent: (api, { conference }, n) =>
    api
      .admin()
      .post('/api/v1/admin/events')
      .send({
        title: `New ${n}`,
        slug: n % 3 === 0 ? 'taken' : `new-${n}`,
        conference_id: conference.id,
        starts_at: '2026-05-15T09:00:00.000Z',
        ends_at: '2026-05-15T10:00:00.000Z',
      }),
  cancelEvent: (api, { event }, n) =>
    api
      .admin()
      .put(`/api/v1/admin/events/${event.id}`)
      .send({ status: n % 2 === 0 ? 'cancelled' : 'approved' }),
  updateConference: (api, { conference }, n) =>
    api
      .admin()
      .put(`/api/v1/admin/conferences/${conference.id}`)
      .send({ city: `City ${n}` }),
  hideConference: (api, { conference }, n) =>
    api
      .admin()
      .put(`/api/v1/admin/conferences/${conference.id}`)
      .send({ status: n % 3 === 0 ? 'draft' : 'published' }),
  updateSpeaker: (api, { speaker }, n) =>
    api
      .admin()
      .put(`/api/v1/admin/speakers/${speaker.id}`)
      .send({ company: `Company ${n}` }),
  hideSpeaker: (api, { speaker }, n) =>
    api
      .admin()
      .put(`/api/v1/admin/speakers/${speaker.id}`)
      .send({ status: n % 2 === 0 ? 'draft' : 'published' }),
  updateItem: (api, { item }, n) =>
    api
      .admin()
      .put(`/api/v1/admin/agenda/${item.id}`)
      .send({ title: `Talk ${n}` }),
  attend: async (api, { event, conference }) => {
    const user = api.as(await aUser(api.db));
    await user.post('/api/v1/events/attend').send({ event_id: event.id });
    await user.post(`/api/v1/conferences/${conference.id}/register`);
    await user.delete(`/api/v1/events/${event.id}/attend`);
  },
  checkIn: async (api, { event, conference }) => {
    const user = await aUser(api.db);
    for (const [path, key] of [
      [`conferences/${conference.id}`, 'register'],
      [`events/${event.id}`, 'attend'],
    ] as const) {
      if (key === 'register') await api.as(user).post(`/api/v1/${path}/register`);
      else await api.as(user).post('/api/v1/events/attend').send({ event_id: event.id });
      await api.admin().post(`/api/v1/admin/${path}/check-in`).send({ user_id: user.id });
    }
  },
};

const write = fc.record({
  kind: fc.constantFrom(...Object.keys(WRITES)),
  n: fc.nat(1_000),
  /** The paths that are read before the write, so that their answers are kept, and during it. */
  paths: fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 4 }),
});

let fresh: TestApi;
let keeping: TestApi;
let other: TestApi;
let programme: Programme;

beforeAll(async () => {
  fresh = await startApi();
  // Before the others start: they keep totals for some seconds, and nothing announces these rows.
  programme = await aProgramme(fresh);
  await anEvent(fresh.db, { slug: 'taken' });
  keeping = await startKeeping({ on: fresh });
  other = await startKeeping({ on: fresh });
});
afterAll(async () => {
  await keeping.close();
  await other.close();
  await fresh.close();
});

const readAll = (api: TestApi, paths: readonly string[]) =>
  Promise.all(paths.map((path) => bodyOf(api, pathIn(programme, path))));

const perform = (api: TestApi, { kind, n }: { kind: string; n: number }) =>
  Promise.resolve(WRITES[kind]?.(api, programme, n));

it('after each write, a read of the same process answers as if nothing were kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      for (const one of writes) {
        await readAll(keeping, one.paths);
        // Reads overlap the write; what they keep must not outlive it.
        await Promise.all([perform(keeping, one), readAll(keeping, one.paths)]);
        expect(await readAll(keeping, one.paths)).toEqual(await readAll(fresh, one.paths));
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
  for (const kind of ['hideConference', 'hideSpeaker', 'cancelEvent']) {
    await perform(keeping, { kind, n: 1 });
  }
  await readAll(keeping, PATHS);
  expect(await statementsDuring(keeping, () => readAll(keeping, PATHS))).toBe(0);
});

it('after each write, a read of another process does so within a second', async () => {
  const delays: number[] = [];
  await fc.assert(
    fc.asyncProperty(write, async (one) => {
      await readAll(other, PATHS);
      await perform(keeping, one);
      const expected = JSON.stringify(await readAll(fresh, one.paths));
      const written = performance.now();
      // The clock of the other process stands still: only a message makes it renew its answers.
      await until(async () => JSON.stringify(await readAll(other, one.paths)) === expected);
      delays.push(performance.now() - written);
    }),
    { numRuns: 25, endOnFailure: true },
  );
  // Half of them, because the machine may be busy at any moment.
  expect(delays.sort((a, b) => a - b)[delays.length >> 1]).toBeLessThan(1_000);
});

it('a crowd that attends sends few messages to the other processes', async () => {
  const payloads: string[] = [];
  const connection = await fresh.db.client.acquireRawConnection();
  connection.on('notification', ({ payload }: { payload: string }) => payloads.push(payload));
  await connection.query('listen hallway_public_data');
  const { event } = await aProgramme(fresh);
  const users = await people(fresh.db, 100);
  const started = performance.now();
  await Promise.all(
    users.map((user) =>
      keeping.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201),
    ),
  );
  const intervals = Math.ceil((performance.now() - started) / 200);
  await keeping.close();
  await connection.query('select 1');
  await fresh.db.client.destroyRawConnection(connection);
  expect(payloads.length).toBeGreaterThan(0);
  // One message at once, one in each interval, and the one that was pending when the process
  // stopped.
  expect(payloads.length).toBeLessThanOrEqual(intervals + 2);
  keeping = await startKeeping({ on: fresh });
});
