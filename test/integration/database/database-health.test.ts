import { warnOfFewConnections } from '../../../src/db/database-health.ts';
import { beginTransaction, createDatabase, openPool } from '../../support/database.ts';
import { recordingLog } from '../../support/log.ts';

it('warns where the server has fewer connections left than a process needs', async () => {
  await using database = await createDatabase();
  await using db = openPool(database.url);
  const { log, lines } = recordingLog();
  await warnOfFewConnections(db, 1, log);
  expect(lines).toEqual([]);

  const { rows } = await db.raw(`select current_setting('max_connections')::int as most`);
  await warnOfFewConnections(db, rows[0].most, log);
  expect(lines).toMatchObject([
    {
      level: 40,
      needed: rows[0].most,
      free: expect.any(Number),
      msg: 'database: this process may need more connections than the server has left; raise max_connections',
    },
  ]);
  expect(lines[0]?.free).toBeGreaterThan(0);
});

it('counts the connections of other roles for a role that may not see what they do', async () => {
  await using database = await createDatabase();
  await using db = openPool(database.url);
  const { log, lines } = recordingLog();
  await using trx = await beginTransaction(db);
  await trx.raw('create role hallway_restricted; set local role hallway_restricted');
  const { rows } = await trx.raw(`select current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int as most`);
  // This connection belongs to another role.
  await warnOfFewConnections(trx, rows[0].most, log);
  expect(lines).toHaveLength(1);
});
