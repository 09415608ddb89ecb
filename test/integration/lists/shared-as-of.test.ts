import type { Knex } from 'knex';
import { openStore, type Store } from '../../../src/repositories/store.ts';
import {
  beginTransaction,
  closePool,
  createDatabase,
  openPool,
  type TestDatabase,
} from '../../support/database.ts';
import { anEvent } from '../../support/factories.ts';
import { statementsDuring } from '../../support/queries.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
let db: Knex;
let store: Store;

beforeAll(async () => {
  database = await createDatabase();
  db = openPool(database.url, { sharedAsOfMs: 200 });
  store = openStore(db, { send: async () => {} });
});
afterAll(async () => {
  await closePool(db);
  await database.drop();
});

const NOW = '2026-05-14T09:00:00.000Z';
const list = (filter = {}) => store.read.events.list(filter, NOW, { page: 1, limit: 100 });
const timesAsked = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsDuring(db, work)).filter(({ sql }) => sql.includes('pg_stat_activity')).length;

describe('lists at the same time', () => {
  it('share one as_of, and later ones query it again', async () => {
    const [first] = await Promise.all([list(), list(), list()]);
    expect(await timesAsked(() => Promise.all([list(), list()]))).toBeLessThanOrEqual(1);

    await until(async () => (await list()).changes.as_of > first.changes.as_of);
  });

  it('miss no change that is not committed when they share it', async () => {
    await using late = await beginTransaction(db);
    const added = await anEvent(late);
    const shared = await Promise.all([list(), list()]);
    await late.commit();

    for (const { changes } of shared) {
      const { rows } = await list({ updated_since: changes.as_of });
      expect(rows.map(({ id }) => id)).toContain(added.id);
    }
  });
});
