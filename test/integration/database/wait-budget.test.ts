import type { Knex } from 'knex';
import { openDatabase, POOL_LIMITS } from '../../../src/db/knex.ts';
import { startWait, withWaits } from '../../../src/lib/counted-waits.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, { poolSize: 1 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const timeout = async (): Promise<number> => {
  const { rows } = await db.raw(
    "select extract(epoch from current_setting('statement_timeout')::interval) * 1000 as ms",
  );
  return Number(rows[0].ms);
};
/** Lends out the only connection, and takes it back as soon as `start` has begun to wait for one. */
async function afterAWait<T>(start: () => Promise<T>): Promise<T> {
  const connection = await db.client.acquireConnection();
  const waiting = start();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await db.client.releaseConnection(connection);
  return waiting;
}

/** As a request that has waited this long. */
const afterWaiting = <T>(ms: number, work: () => Promise<T>) =>
  withWaits(async () => {
    const now = jest.spyOn(performance, 'now');
    now.mockReturnValueOnce(0).mockReturnValueOnce(ms);
    startWait()[Symbol.dispose]();
    now.mockRestore();
    return work();
  });

describe('a statement of a request that has waited', () => {
  it('has the rest of its time, and the next one on its connection the whole', async () => {
    const limit = await afterWaiting(3_000, timeout);
    expect(limit).toBeGreaterThan(1_000);
    expect(limit).toBeLessThanOrEqual(2_000);
    expect(await timeout()).toBe(POOL_LIMITS.statementMs);
  });

  it('has the whole time after a short wait, which most requests have under load', async () => {
    expect(await afterWaiting(200, timeout)).toBe(POOL_LIMITS.statementMs);
  });

  it('has a quarter of a second where nothing is left', async () => {
    expect(await afterWaiting(9_000, timeout)).toBe(250);
  });

  it('has the whole time outside of a request, however long it waited', async () => {
    expect(await afterAWait(timeout)).toBe(POOL_LIMITS.statementMs);
  });
});

it('a request that has used up its time waits for no connection, and gets none that comes later', async () => {
  const connection = await db.client.acquireConnection();
  await afterWaiting(9_000, async () => {
    await expect(timeout()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
  await db.client.releaseConnection(connection);

  expect(await timeout()).toBe(POOL_LIMITS.statementMs);
});
