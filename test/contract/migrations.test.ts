import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { BASELINE, UnknownMigrations } from '../../src/db/baseline.ts';
import { migrateToLatest, rollbackAll } from '../../src/db/migrate.ts';
import {
  beginTransaction,
  createDatabase,
  createEmptyDatabase,
  openPool,
  type TestDatabase,
} from '../support/database.ts';
import { EARLIER, recordEarlier } from '../support/earlier-migrations.ts';
import { aUser } from '../support/factories.ts';
import { untilWaiting } from '../support/queries.ts';
import { dumpSchema } from '../support/schema-dump.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});

afterEach(() => database.drop());

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const recorded = async () =>
  (await query<{ name: string }>('select name from knex_migrations order by id')).map(
    ({ name }) => name,
  );

/** Kills a migration, or an adoption, when all but the record of it is done. */
async function killBeforeRecord(): Promise<void> {
  await using db = openPool(database.url);
  await db.raw(`
    create function wait() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(1);
      return new;
    end $$;
    create trigger waits before insert on knex_migrations for each row execute function wait();
  `);
  await using holder = await beginTransaction(db);
  await holder.raw('select pg_advisory_xact_lock(1)');
  const killed = migrateToLatest(database.url).catch(() => 'killed');
  await untilWaiting(db);
  await db('pg_stat_activity')
    .where({ wait_event_type: 'Lock' })
    .whereRaw('datname = current_database()')
    .select(db.raw('pg_terminate_backend(pid)'));
  expect(await killed).toBe('killed');
  await db.raw('drop trigger waits on knex_migrations; drop function wait');
}

describe('the migrations', () => {
  it('apply once each when ten processes start at once', async () => {
    const starts = await Promise.all(
      Array.from({ length: 10 }, () => migrateToLatest(database.url)),
    );

    const [worked, ...waited] = starts.toSorted((a, b) => b.length - a.length);
    expect(worked?.length).toBeGreaterThan(0);
    expect(waited).toEqual(Array(9).fill([]));
    expect(await recorded()).toEqual(worked);
  });

  it('are recorded without a file extension, so that sources and build agree', async () => {
    await migrateToLatest(database.url);

    for (const name of await recorded()) expect(name).toMatch(/^\d{14}_[\w-]+$/);
  });

  it('continue after a process was killed while it held the Knex lock', async () => {
    const names = await migrateToLatest(database.url);
    await rollbackAll(database.url);
    await query('update knex_migrations_lock set is_locked = 1');

    expect(await migrateToLatest(database.url)).toEqual(names);
  });

  it('continue after a process was killed between a migration and the record of it', async () => {
    // As Knex creates it.
    await query(`create table knex_migrations (
      id serial primary key, name varchar(255), batch integer, migration_time timestamptz)`);
    await killBeforeRecord();

    expect(await migrateToLatest(database.url)).toContain(BASELINE);
  });

  it('leave nothing after rollback, and build the same schema again', async () => {
    const names = await migrateToLatest(database.url);
    const first = await dumpSchema(database.url);

    expect(await rollbackAll(database.url)).toEqual(names.toReversed());
    expect(await dumpSchema(database.url)).not.toMatch(/create (table|function|sequence)/i);

    await migrateToLatest(database.url);
    expect(await dumpSchema(database.url)).toBe(first);
  });

  it('build the committed schema (after a change: npm run generate)', async () => {
    await migrateToLatest(database.url);

    const committed = await readFile('migrations/schema.sql', 'utf8');
    expect(await dumpSchema(database.url)).toBe(committed);
  });
});

describe('a database of an earlier version', () => {
  const LATER = '20991231000000_of-a-later-version';

  beforeEach(async () => {
    await database.drop();
    database = await createDatabase();
  });

  it('adopts the baseline once when ten processes start at once, and keeps its rows', async () => {
    const current = await recorded();
    await using db = openPool(database.url);
    await aUser(db);
    await recordEarlier(database.url);
    const starts = await Promise.all(
      Array.from({ length: 10 }, () => migrateToLatest(database.url)),
    );

    expect(starts.filter((names) => names.length > 0)).toEqual([[BASELINE]]);
    expect((await recorded()).toSorted()).toEqual(current.toSorted());
    expect(await db('users')).toHaveLength(1);
    expect(await dumpSchema(database.url)).toBe(await readFile('migrations/schema.sql', 'utf8'));
  });

  it('keeps what it records of later migrations', async () => {
    await recordEarlier(database.url, [...EARLIER, LATER]);

    expect(await migrateToLatest(database.url)).toEqual([BASELINE]);
    expect(await recorded()).toEqual(expect.arrayContaining([BASELINE, LATER]));
    expect(await recorded()).not.toContain(EARLIER[0]);
  });

  it('adopts it after a process was killed while it did', async () => {
    await recordEarlier(database.url);
    await killBeforeRecord();
    expect(await recorded()).toEqual(expect.arrayContaining([...EARLIER]));

    expect(await migrateToLatest(database.url)).toEqual([BASELINE]);
  });

  it.each([
    ['is older than the newest that the baseline replaces', EARLIER.slice(0, -1), 127, 126],
    ['is much older', EARLIER.slice(0, 3), 3, 2],
    ['lacks one in between', EARLIER.toSpliced(5, 1), 127, 127],
    ['has one of a branch', EARLIER.toSpliced(5, 0, '20261121090004_of-a-branch'), 129, 127],
  ])('that %s is refused with the commit to pass through', async (_, names, count, last) => {
    await recordEarlier(database.url, names);
    const before = await recorded();

    const refused = migrateToLatest(database.url);
    await expect(refused).rejects.toThrow(UnknownMigrations);
    const newest = EARLIER[last];
    await expect(refused).rejects.toThrow(
      `The database is older than this version can follow: it has ${count} of the 128 migrations before ${BASELINE}, up to ${newest}. Check out commit 5ab2f10e and run npm ci && npm run migrate there first, which applies the others: the version in package.json does not tell the two apart.`,
    );
    expect(await recorded()).toEqual(before);
  });
});
