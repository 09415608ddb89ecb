import type { Knex } from 'knex';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import { UNNAMED } from '../../../src/db/statement-names.ts';
import { openStore, type Store } from '../../../src/repositories/store.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
const open: Knex[] = [];

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  for (const db of open.splice(0)) await db.destroy();
});
afterAll(() => database.drop());

/** One connection, whose prepared statements `preparedOn` counts. */
function aDatabase(options: { prepared?: boolean } = {}): Knex {
  const db = openPool(database.url, { poolSize: 1, ...options });
  open.push(db);
  return db;
}

async function preparedOn(db: Knex): Promise<string[]> {
  const { rows } = await db.raw('select statement from pg_prepared_statements');
  return rows.map(({ statement }: { statement: string }) => statement);
}

describe('a statement with values', () => {
  it('is prepared once and used again', async () => {
    const db = aDatabase();
    for (let n = 0; n < 10; n++) await db('users').where({ id: n }).select('id');

    expect(await preparedOn(db)).toEqual(['select "id" from "users" where "id" = $1']);
  });

  it('is not prepared when it must be planned for its values', async () => {
    const db = aDatabase();
    for (let n = 0; n < 10; n++) await db('users').where({ id: n }).select('id').options(UNNAMED);

    expect(await preparedOn(db)).toEqual([]);
  });

  it('is not prepared with DATABASE_PREPARED=false', async () => {
    const db = aDatabase({ prepared: false });
    const rows: unknown[] = [];
    for (let n = 0; n < 10; n++) rows.push(await db.raw('select ?::int as n', [n]));

    expect(rows).toHaveLength(10);
    expect(await preparedOn(db)).toEqual([]);
  });
});

describe('a search or a filter with skewed values', () => {
  const page = { limit: 20, page: 1 };
  const now = '2026-05-14T09:00:00.000Z';
  const audience = { language_codes: ['en'] };

  it.each<[string, (store: Store) => Promise<unknown>]>([
    ['users by name', ({ read }) => read.users.list({ q: 'ada' }, 1, page)],
    ['users by interest', ({ read }) => read.users.list({ interest: 'ai' }, 1, page)],
    [
      'users as administrators',
      ({ read }) => read.adminUsers.list({ q: 'ada', sort: 'created_at' }, page),
    ],
    ['users of a conference', ({ read }) => read.users.list({ conference_id: 1 }, 1, page)],
    ['events by word', ({ read }) => read.events.list({ q: 'tea' }, now, page)],
    ['events by tag', ({ read }) => read.events.list({ tag: 'tea' }, now, page)],
    ['conferences', ({ read }) => read.conferences.list({ q: 'tea' }, now, page)],
    ['speakers', ({ read }) => read.speakers.list({ q: 'ada' }, page)],
    ['an audience', ({ read }) => read.broadcastPreviews.countAudience({ audience, now })],
  ])('is planned for its values: %s', async (_, search) => {
    const db = aDatabase();
    const store = openStore(db, { send: async () => {} });
    for (let n = 0; n < 3; n++) await search(store);

    expect(await preparedOn(db)).toEqual([]);
  });
});

describe('a statement prepared before a migration changed the type of a column', () => {
  async function aStaleStatement() {
    const db = aDatabase();
    const store = openStore(db, { send: async () => {} });
    for (let n = 0; n < 3; n++) await store.rateLimitCounters.upsert('key', 1_000);
    const [{ type }] = await db('information_schema.columns')
      .where({ table_name: 'rate_limit_counters', column_name: 'hits' })
      .select('data_type as type');
    const migration = aDatabase();
    await migration.raw(
      `alter table rate_limit_counters alter hits type ${type === 'bigint' ? 'int' : 'bigint'}`,
    );
    return store;
  }

  it('fails once, as an overload does, and works on the next connection', async () => {
    const store = await aStaleStatement();
    const use = () => store.rateLimitCounters.upsert('key', 1_000);
    const error = await use().catch((thrown: unknown) => thrown);

    expect(errorFromDatabase(error)?.code).toBe('SERVICE_UNAVAILABLE');
    expect((await use()).hits).toBeGreaterThan(0);
  });

  it('does not fail a transaction, which is retried', async () => {
    const store = await aStaleStatement();
    let attempts = 0;
    await store.transaction((tx) => {
      attempts += 1;
      return tx.rateLimitCounters.upsert('key', 1_000);
    });

    expect(attempts).toBe(2);
  });
});
