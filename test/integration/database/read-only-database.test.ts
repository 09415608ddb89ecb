import pg from 'pg';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let ada: User;
let grace: User;
let server: pg.Client;
let name: string;

beforeAll(async () => {
  // One connection: were it lent out again, no later write could succeed.
  api = await startApi({ env: { DATABASE_POOL_SIZE: '1' } });
  [ada, grace] = [await aUser(api.db), await aUser(api.db)];
  name = new URL(api.databaseUrl).pathname.slice(1);
  server = new pg.Client(`${process.env.TEST_DATABASE_SERVER}/postgres`);
  await server.connect();
});
afterAll(async () => {
  await server.end();
  await api.close();
});

/** Its new sessions are read-only, as those of a primary that became a standby. */
async function demote(): Promise<void> {
  await server.query(`alter database ${name} set default_transaction_read_only = on`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
}
const promote = () => server.query(`alter database ${name} reset default_transaction_read_only`);

/** The sessions of the service, by application name. */
async function sessions(application: string): Promise<readonly number[]> {
  const { rows } = await server.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = $1 and application_name = $2',
    [name, application],
  );
  return rows.map(({ pid }) => pid);
}

const read = () => api.as(ada).get('/api/v1/users/me');
const write = () => api.as(ada).post('/api/v1/connections').send({ recipient_id: grace.id });

describe('a database that refuses writes', () => {
  it('answers reads, and writes with 503, until its next session takes them', async () => {
    await demote();
    let reads: readonly number[] = [];
    await until(async () => {
      const { status } = await read();
      reads = await sessions('hallway reads');
      return status === 200 && reads.length > 0;
    });
    const { status, headers, body } = await write();

    expect([status, body]).toEqual([
      503,
      { error: 'The database is overloaded or unavailable', code: 'SERVICE_UNAVAILABLE' },
    ]);
    expect(headers['retry-after']).toMatch(/^[2-8]$/);

    // Later sessions are those of the primary. A read line would never learn it by itself.
    await promote();
    expect((await write()).status).toBe(201);
    await until(async () => {
      const now = await sessions('hallway reads');
      return reads.every((pid) => !now.includes(pid));
    });
  });
});
