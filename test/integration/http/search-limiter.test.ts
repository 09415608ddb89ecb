import type { Knex } from 'knex';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, anEvent, aQuest, aUser } from '../../support/factories.ts';
import { statementsDuring } from '../../support/queries.ts';
import { until } from '../../support/until.ts';

const BUSY = { error: 'Too many searches at once; try again later', code: 'SERVICE_UNAVAILABLE' };
const SLOW = {
  error: 'The search took too long; use longer words',
  code: 'SERVICE_UNAVAILABLE',
};
/** Short, because what holds the others up ends before their own limit. */
const WAIT_MS = 100;

let api: TestApi;
let people: readonly User[];

beforeAll(async () => {
  api = await startApi({ env: { MAX_SEARCH_WAIT_MS: String(WAIT_MS), TRUST_PROXY: '1' } });
  await aConference(api.db, { slug: '1' });
  await anEvent(api.db);
  await aQuest(api.db);
  people = [await aUser(api.db), await aUser(api.db), await aUser(api.db), await aUser(api.db)];
});
afterAll(() => api.close());

const search = (user: User | undefined) => api.as(user as User).get('/api/v1/users?q=ada');
const anonymous = (address: string) =>
  api.anonymous().get('/api/v1/users?q=ada').set('X-Forwarded-For', address);

/** Runs `work` while every search of speakers waits for a lock. */
async function whileSearchesWait(work: (blocked: Knex.Transaction) => Promise<void>) {
  await using blocker = await beginTransaction(api.db);
  await blocker.raw('lock table speakers');
  await work(blocker);
}

/** The searches that wait for the lock. */
const waiting = async (): Promise<number> => {
  const rows = await api
    .db('pg_stat_activity')
    .whereRaw('datname = current_database()')
    .where({ wait_event_type: 'Lock' });
  return rows.length;
};

describe('searches at once', () => {
  const speakers = (user: User | undefined) => api.as(user as User).get('/api/v1/speakers?q=ada');

  it('are two of a person; a third waits and is refused, and others search on', async () => {
    await whileSearchesWait(async (blocker) => {
      const first = [speakers(people[0]), speakers(people[0])].map((one) => one.expect(200).then());
      await until(async () => (await waiting()) === 2);

      const refused = await speakers(people[0]).expect(503, BUSY);
      expect(Number(refused.get('Retry-After'))).toBeGreaterThanOrEqual(2);
      await search(people[0]).expect(503, BUSY);
      await search(people[1]).expect(200);
      await api
        .as(people[0] as User)
        .get('/api/v1/users')
        .expect(200);
      await api
        .as(people[0] as User)
        .get('/api/v1/users/me')
        .expect(200);

      await blocker.rollback();
      await Promise.all(first);
      await speakers(people[0]).expect(200);
    });
  });

  it('are three of a process', async () => {
    await whileSearchesWait(async (blocker) => {
      const running = [0, 1, 2].map((n) => speakers(people[n]).expect(200).then());
      await until(async () => (await waiting()) === 3);

      await search(people[3]).expect(503, BUSY);
      await api.admin().get('/api/v1/admin/users?q=ada').expect(503, BUSY);
      await anonymous('192.0.2.9').expect(503, BUSY);
      await api
        .as(people[3] as User)
        .get('/api/v1/users')
        .expect(200);

      await blocker.rollback();
      await Promise.all(running);
    });
  });

  it('of anonymous callers count for their address', async () => {
    await whileSearchesWait(async (blocker) => {
      const speakersFrom = (address: string) =>
        api.anonymous().get('/api/v1/speakers?q=ada').set('X-Forwarded-For', address);
      const running = [1, 2].map(() => speakersFrom('192.0.2.1').expect(200).then());
      await until(async () => (await waiting()) === 2);

      await anonymous('192.0.2.1').expect(503, BUSY);
      await anonymous('192.0.2.2').expect(200);

      await blocker.rollback();
      await Promise.all(running);
    });
  });

  it('wait for their turn as long as the setting allows', async () => {
    await using patient = await startApi({ on: api, env: { MAX_SEARCH_WAIT_MS: '60000' } });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => patient.as(people[0] as User).get('/api/v1/users?q=ada')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});

/** Every endpoint with a `q`. */
const SEARCHES = () =>
  api.endpoints
    .filter(({ query }) => query && 'shape' in query && 'q' in query.shape)
    // The first of everything.
    .map(({ path }) => path.replace(/:\w+/, '1'));

describe('the statements of a search', () => {
  it('have a limit of time, in every list with a q', async () => {
    expect(SEARCHES().length).toBeGreaterThanOrEqual(14);
    const draft = { title: 'Doors open', body: 'Good morning', audience: { all: true } };
    await api.admin().post('/api/v1/admin/notifications/jobs').send(draft).expect(201);
    for (const path of SEARCHES()) {
      const agent = path.startsWith('/admin/') ? api.admin() : api.as(people[0] as User);
      const statements = await statementsDuring(api.db, () =>
        agent.get(`/api/v1${path}?q=zq`).expect(200),
      );
      const texts = statements.map(({ sql }) => sql);
      const search = texts.findIndex((sql) => /contains_word|search_prefix/.test(sql));
      const limit = texts.findIndex((sql) => sql.includes('set local statement_timeout'));
      expect({ path, isLimited: limit >= 0 && limit < search }).toEqual({ path, isLimited: true });
    }
  });

  it('that take longer are answered with 503', async () => {
    await using hasty = await startApi({ on: api, env: { MAX_SEARCH_MS: '50' } });
    await whileSearchesWait(async () => {
      const res = await hasty
        .as(people[0] as User)
        .get('/api/v1/speakers?q=ada')
        .expect(503, SLOW);
      expect(Number(res.get('Retry-After'))).toBeGreaterThanOrEqual(2);
      await hasty
        .as(people[0] as User)
        .get('/api/v1/users?q=ada')
        .expect(200);
    });
  });

  it('change nothing for the statements after them on the same connection', async () => {
    const settings = () =>
      api
        .db('pg_settings')
        .whereRaw(`name ~ '^enable_|_timeout$'`)
        .orderBy('name')
        .pluck('setting');
    const before = await settings();
    await search(people[0]).expect(200);
    expect(await settings()).toEqual(before);
  });
});
