import type { Knex } from 'knex';
import { openDatabase } from '../../../src/db/knex.ts';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let db: Knex;

beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const COUNTER = 'insert into rate_limit_counters (key, hits, expires_at) values';

describe('an error of PostgreSQL', () => {
  it.each([
    ['a failed check constraint', `${COUNTER} (repeat('x', 301), 1, now())`, 'VALIDATION_ERROR'],
    ['a value out of range', `${COUNTER} ('x', 2147483648, now())`, 'VALIDATION_ERROR'],
    ['a failed unique constraint', `${COUNTER} ('x', 1, now()), ('x', 1, now())`, 'CONFLICT'],
    ['a defect', 'select nothing', undefined],
  ])('becomes the right code: %s', async (_, statement, code) => {
    const error = await db.raw(statement).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );

    expect(error).toBeDefined();
    expect(errorFromDatabase(error)?.code).toBe(code);
  });
});
