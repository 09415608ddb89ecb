import fc from 'fast-check';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aProgramme,
  bodyOf,
  type Programme,
  pathIn,
  startCaching,
  statementsDuring,
} from '../../support/cached-reads.ts';
import { declaredEndpoints } from '../../support/endpoints.ts';
import { anEvent, aUser } from '../../support/factories.ts';

/** The paths of every cached read, and some with parameters. */
const PATHS = [
  ...declaredEndpoints().flatMap(({ cachedUntil, path }) => (cachedUntil ? [path] : [])),
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
  colorTrack: async (api, { conference }, n) => {
    const tracks = `/api/v1/admin/conferences/${conference.id}/tracks`;
    const { body } = await api.admin().get(tracks);
    const color = `#${n.toString(16).padStart(6, '0')}`;
    await api.admin().put(`${tracks}/${body.data[0].id}`).send({ color });
  },
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
  /** The paths that are read before the write, so that their answers are cached, and during it. */
  paths: fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 4 }),
});

let fresh: TestApi;
let caching: TestApi;
let other: TestApi;
let programme: Programme;

beforeAll(async () => {
  fresh = await startApi();
  // Before the others start: they keep totals for some seconds, and nothing announces these rows.
  programme = await aProgramme(fresh);
  await anEvent(fresh.db, { slug: 'taken' });
  caching = await startCaching({ on: fresh });
  other = await startCaching({ on: fresh });
});
afterAll(async () => {
  await caching.close();
  await other.close();
  await fresh.close();
});

const readAll = (api: TestApi, paths: readonly string[]) =>
  Promise.all(paths.map((path) => bodyOf(api, pathIn(programme, path))));

const perform = (api: TestApi, { kind, n }: { kind: string; n: number }) =>
  Promise.resolve(WRITES[kind]?.(api, programme, n));

it('after each write, a read of the same process answers as if nothing were cached', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      for (const one of writes) {
        await readAll(caching, one.paths);
        // Reads overlap the write; what they cache must not outlive it.
        await Promise.all([perform(caching, one), readAll(caching, one.paths)]);
        expect(await readAll(caching, one.paths)).toEqual(await readAll(fresh, one.paths));
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
  for (const kind of ['hideConference', 'hideSpeaker', 'cancelEvent']) {
    await perform(caching, { kind, n: 1 });
  }
  await readAll(caching, PATHS);
  expect(await statementsDuring(caching, () => readAll(caching, PATHS))).toBe(0);
});

it('after each write, a read of another process does so a second later', async () => {
  await fc.assert(
    fc.asyncProperty(write, async (one) => {
      await readAll(other, PATHS);
      await perform(caching, one);
      other.advance(1_000);
      expect(await readAll(other, one.paths)).toEqual(await readAll(fresh, one.paths));
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

describe('a transaction', () => {
  it('that rolls back leaves the cached answer right', async () => {
    const { event } = await aProgramme(fresh);
    const path = `/api/v1/events/${event.id}`;
    const before = await bodyOf(fresh, path);
    const failing = caching.store.transaction(async (tx) => {
      await tx.events.update(event.id, { title: 'Never' }, []);
      expect(await bodyOf(caching, path)).toEqual(before);
      throw new Error('after the write');
    });
    await expect(failing).rejects.toThrow('after the write');
    expect(await bodyOf(caching, path)).toEqual(before);
  });

  it('that commits is visible to the next read, whatever was read before', async () => {
    const { event } = await aProgramme(fresh);
    const path = `/api/v1/events/${event.id}`;
    await caching.store.transaction(async (tx) => {
      await tx.events.update(event.id, { title: 'Looms' }, []);
      await bodyOf(caching, path);
    });
    expect(await bodyOf(caching, path)).toEqual(await bodyOf(fresh, path));
    expect(await bodyOf(caching, path)).toMatchObject({ text: expect.stringContaining('Looms') });
  });

  it('of a dry run makes no answer again', async () => {
    const { event } = await aProgramme(fresh);
    const path = `/api/v1/events/${event.id}`;
    await bodyOf(caching, path);
    await caching.store.dryRun((tx) => tx.events.update(event.id, { title: 'Never' }, []));
    expect(await statementsDuring(caching, () => bodyOf(caching, path))).toBe(0);
  });
});

describe('a write that no public answer shows makes none again', () => {
  it('a check-in, of which a door has many in the busiest minute', async () => {
    const { conference, event } = await aProgramme(fresh);
    const user = await aUser(fresh.db);
    const paths = [
      `/api/v1/conferences/${conference.id}`,
      `/api/v1/conferences/${conference.id}/agenda`,
      `/api/v1/events/${event.id}`,
      '/api/v1/events',
    ];
    const own = caching.as(user);
    await own.post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    await own.post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    for (const path of paths) await bodyOf(caching, path);

    for (const attendable of [`conferences/${conference.id}`, `events/${event.id}`]) {
      await caching
        .admin()
        .post(`/api/v1/admin/${attendable}/check-in`)
        .send({ user_id: user.id })
        .expect(200);
    }
    for (const path of paths) {
      expect([path, await statementsDuring(caching, () => bodyOf(caching, path))]).toEqual([
        path,
        0,
      ]);
    }
  });

  it('an attendance of an event, except for the answers with its seats', async () => {
    const { conference, event } = await aProgramme(fresh);
    const agenda = `/api/v1/conferences/${conference.id}/agenda`;
    for (const path of [agenda, '/api/v1/events']) await bodyOf(caching, path);

    const user = caching.as(await aUser(fresh.db));
    await user.post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    expect(await statementsDuring(caching, () => bodyOf(caching, agenda))).toBe(0);
    for (const path of ['/api/v1/events', `/api/v1/events/${event.id}`]) {
      expect(await bodyOf(caching, path)).toEqual(await bodyOf(fresh, path));
    }
  });
});
