import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { recordSql } from '../support/recorded-sql/recorder.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const committed = () =>
  new Map(
    readdirSync('docs/sql', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sql'))
      .map((path) => [path, readFileSync(join('docs/sql', path), 'utf8')]),
  );

describe('docs/sql (after a change: npm run generate)', () => {
  it('has the SQL that every repository and read model sends, and no other', async () => {
    const sent = await recordSql(database.url);

    const files = committed();
    expect([...files.keys()].sort()).toEqual([...sent.keys()].sort());
    for (const [path, sql] of sent) expect({ path, sql: files.get(path) }).toEqual({ path, sql });
  });
});
