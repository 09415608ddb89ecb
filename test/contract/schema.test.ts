import type pg from 'pg';
import { connectTo, createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  await using client = await connectTo(database.url);
  return (await client.query<T>(sql)).rows;
}

describe('a check', () => {
  it('of several columns is named after what it requires', async () => {
    const generated = await query(`
      select conname from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace
         and (conname = conrelid::regclass || '_check' or conname ~ '_check[0-9]+$')`);

    expect(generated).toEqual([]);
  });

  it('has a name of its own, and holds for every row', async () => {
    const checks = `pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`;

    expect(await query(`select conname from ${checks} group by 1 having count(*) > 1`)).toEqual([]);
    expect(await query(`select conname from ${checks} and not convalidated`)).toEqual([]);
  });
});
