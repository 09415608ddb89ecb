import type { Knex } from 'knex';
import type { User } from '../../../src/domain/people/users.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { openStore, type Store } from '../../../src/repositories/store.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  beginTransaction,
  closePool,
  createDatabase,
  openPool,
  type TestDatabase,
} from '../../support/database.ts';
import { anAttendance, anEvent, aUser, people } from '../../support/factories.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { untilWaiting } from '../../support/queries.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
let proxy: FaultProxy;
/** Looks at the database from outside. */
let observer: Knex;
let db: Knex;
let store: Store;
let users: User[];
let event: Event;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await FaultProxy.before(database.url);
  observer = openPool(database.url);
  users = await people(observer, 8);
  event = await anEvent(observer);
});
beforeEach(async () => {
  // One connection beside the lines, so that a read behind it would show.
  db = openPool(proxy.url, { poolSize: 1, pipelinedConnections: 2 });
  store = openStore(db, { send: async () => {} });
  // The first reads open the lines.
  await until(async () => {
    await store.users.find(1);
    return (await linePids()).length === 2;
  });
});
afterEach(() => closePool(db));
afterAll(async () => {
  await closePool(observer);
  await proxy.close();
  await database.drop();
});

const linePids = async (on = observer): Promise<number[]> =>
  on('pg_stat_activity')
    .whereRaw('datname = current_database()')
    .where({ application_name: 'hallway reads', state: 'idle' })
    .pluck('pid');

const findUsers = (of: readonly User[]) =>
  Promise.all(of.map(async ({ id }) => (await store.users.find(id))?.id));

const idsOf = (of: readonly User[]) => of.map(({ id }) => id);

/** Locks `events` against reads, until the returned transaction ends. */
async function lockEvents() {
  const trx = await beginTransaction(observer);
  await trx.raw('lock table events in access exclusive mode');
  return trx;
}

describe('read lines', () => {
  it('answer while every connection of the pool is busy', async () => {
    await using trx = await beginTransaction(db);

    expect(await findUsers(users)).toEqual(idsOf(users));
    await trx.rollback();
  });

  it('give each of a thousand reads at once its own row', async () => {
    const asked = Array.from({ length: 1_000 }, (_, n) => users[n % users.length] as User);

    expect(await findUsers(asked)).toEqual(idsOf(asked));
  });

  it('answer rows with all columns, when they are known as the first time', async () => {
    const { id } = users[0] as User;
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await store.users.find(id));
    const [asked] = await observer('users')
      .where({ id })
      .select(Object.keys(answers[0] ?? {}));

    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(asked)]),
    );
    expect(await store.users.find(2 ** 40)).toBeUndefined();
  });

  it('answer a column in its new type after a migration changed it', async () => {
    // The connection of the pool, too, may have prepared the statement, and fails once.
    const found = ({ id }: User) => store.users.find(id).catch(() => store.users.find(id));
    await Promise.all(users.map(found));
    await observer.raw('alter table users alter points type numeric');
    const texts = await Promise.all(users.map(found));
    await observer.raw('alter table users alter points type integer');
    const numbers = await Promise.all(users.map(found));

    expect(texts.map((user) => typeof user?.points)).toEqual(users.map(() => 'string'));
    expect(numbers.map((user) => user?.points)).toEqual(users.map(() => 0));
  });

  it('have no part in a transaction', async () => {
    const id = users[0]?.id as number;
    const inside = await store.dryRun(async (tx) => {
      await tx.users.update(id, { headline: 'uncommitted' });
      return [(await tx.users.find(id))?.headline];
    });

    expect(inside).toEqual(['uncommitted']);
    await expect(store.transaction(() => store.users.find(id))).rejects.toThrow(
      'statement outside its transaction',
    );
  });

  it('ask the pool for the error of a read that fails', async () => {
    await expect(store.users.find(Number.MAX_VALUE)).rejects.toThrow('invalid input syntax');
    expect(await findUsers(users)).toEqual(idsOf(users));
  });
});

describe('with a locked table', () => {
  it('reads of other tables go on', async () => {
    await using lock = await lockEvents();
    const stuck = store.read.events.find({ id: event.id });
    await untilWaiting(observer);
    for (let n = 0; n < 10; n++) expect(await findUsers(users)).toEqual(idsOf(users));
    await lock.commit();

    expect((await stuck)?.id).toBe(event.id);
  });

  it('a read outlasts the timeout of its line', async () => {
    await using lock = await lockEvents();
    const stuck = store.read.events.find({ id: event.id });
    await untilWaiting(observer);
    const [line] = await waitingNames();
    // The line gives up after a second; then the pool waits.
    await until(async () => (await waitingNames())[0] === 'hallway');
    await lock.commit();

    expect(line).toBe('hallway reads');
    expect((await stuck)?.id).toBe(event.id);
  });

  const waitingNames = (): Promise<string[]> =>
    observer('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ wait_event_type: 'Lock' })
      .pluck('application_name');
});

describe('a read on a line that is lost', () => {
  it('is repeated once when its backend is killed', async () => {
    await using lock = await lockEvents();
    const reads = users.map(() => store.read.events.find({ id: event.id }));
    await untilWaiting(observer, 1);
    const before = await observer('pg_stat_activity')
      .where({ application_name: 'hallway reads' })
      .whereRaw('datname = current_database()')
      .pluck('pid');
    await observer.raw('select pg_terminate_backend(pid) from unnest(?::int[]) as pid', [before]);
    await lock.commit();

    const found = await Promise.all(reads);
    expect(found.map((one) => one?.id)).toEqual(users.map(() => event.id));
    await untilReopened(before);
  });

  it('is repeated once when the line is silent, which is never used again', async () => {
    const before = await linePids();
    proxy.silence();
    const dropped = proxy.droppedBytes;
    const reads = findUsers(users);
    await until(() => proxy.droppedBytes > dropped);
    proxy.resume();

    expect(await reads).toEqual(idsOf(users));
    await untilReopened(before);
    expect(await findUsers(users)).toEqual(idsOf(users));
  });

  /** Reads reopen the lines. */
  const untilReopened = (before: readonly number[]) =>
    until(async () => {
      await findUsers(users);
      const pids = await linePids();
      return pids.length === 2 && pids.some((pid) => !before.includes(pid));
    });
});

describe('DATABASE_PREPARED=false', () => {
  it('opens no line, prepares nothing and changes no answer', async () => {
    const onePoolConnection = { DATABASE_POOL_SIZE: '1' };
    await using prepared = await startApi({ env: onePoolConnection });
    await using plain = await startApi({
      env: { ...onePoolConnection, DATABASE_PREPARED: 'false' },
      on: prepared,
    });
    const user = await aUser(prepared.db);
    const attended = await anEvent(prepared.db);
    await anAttendance(prepared.db, [user, attended]);
    const answersOf = async (api: TestApi) => {
      const answers = [];
      for (const path of [
        '/users/me',
        '/users/me/state',
        '/users',
        '/users?q=person',
        `/events/${attended.id}`,
        `/events/slug/${attended.slug}`,
        '/events/my',
        '/notifications',
        '/connections',
        '/conferences',
        '/events/999999',
      ]) {
        // Twice: a statement is prepared at its second use.
        for (let n = 0; n < 2; n++) {
          const { status, body } = await api.as(user).get(`/api/v1${path}`);
          // A list's `as_of` is the time of its answer.
          answers.push({ path, status, body: { ...body, as_of: undefined } });
        }
      }
      return answers;
    };

    const before = await linePids(plain.db);
    const plainAnswers = await answersOf(plain);

    expect(await linePids(plain.db)).toEqual(before);
    expect(plainAnswers).toEqual(await answersOf(prepared));
    expect(await linePids(plain.db)).toHaveLength(2);
    expect(await preparedOn(plain)).toBe(0);
    // The lists by number; a read by key is among them if it came before the lines were open.
    expect(await preparedOn(prepared)).toBeGreaterThan(0);
  });

  /** Prepared statements of a connection of the pool. */
  async function preparedOn({ db: pool }: TestApi): Promise<number> {
    const { rows } = await pool.raw('select count(*) as count from pg_prepared_statements');
    return rows[0].count;
  }
});
