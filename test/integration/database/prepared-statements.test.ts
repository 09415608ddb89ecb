import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import { statement } from '../../../src/db/statement.ts';
import { openStore } from '../../../src/repositories/store.ts';
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

describe('a compiled statement', () => {
  const byId = statement<{ id: number }, { id: number }>((db, { id }) =>
    db('users').where({ id }).select('id'),
  );

  it('is prepared once and used again', async () => {
    const db = aDatabase();
    for (let n = 0; n < 10; n++) await byId.rows(db, { id: n });

    expect(await preparedOn(db)).toEqual(['select "id" from "users" where "id" = $1']);
  });

  it('is prepared again on another connection of a transaction', async () => {
    const db = aDatabase();
    for (let n = 0; n < 3; n++) await db.transaction((tx) => byId.rows(tx, { id: n }));

    const prepared = await preparedOn(db);
    expect(prepared.filter((text) => text.startsWith('select "id"'))).toHaveLength(1);
  });

  it('is not prepared with DATABASE_PREPARED=false', async () => {
    const db = aDatabase({ prepared: false });
    for (let n = 0; n < 10; n++) expect(await byId.rows(db, { id: n })).toEqual([]);

    expect(await preparedOn(db)).toEqual([]);
  });
});

it('another statement is planned for its values each time', async () => {
  const db = aDatabase();
  for (let n = 0; n < 10; n++) await db('users').where({ id: n }).select('id');

  expect(await preparedOn(db)).toEqual([]);
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

it('a claim of messages keeps its plans, which take ten times as long as it', async () => {
  const db = aDatabase();
  const store = openStore(db, { send: async () => {} });
  const run = randomUUID();
  const options = { limit: 1, rate: 1, canSend: true, holds_broadcasts: false };
  for (let n = 0; n < 2; n++) {
    await store.transaction(async (tx) => {
      await tx.deliveries.lockSendRate();
      await tx.botMessages.updateStale(0);
      await tx.deliveries.updateLeases(run, options);
      await tx.read.subjects.listNow(['event:1']);
      const none = { sends: [], edits: [], unchanged: [], outdated: [] };
      await tx.botMessages.insertLeased(run, none);
      await tx.deliveries.findNextDueMs({ canSend: true });
    });
    await store.deliveries.updateResults(run, []);
    await store.botMessages.updateEdited(run, []);
  }

  // Those of the claim, and BEGIN.
  expect(await preparedOn(db)).toHaveLength(8);
});
