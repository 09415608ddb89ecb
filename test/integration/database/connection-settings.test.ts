import { readFile } from 'node:fs/promises';
import { beginTransaction, createDatabase, openPool, PATIENT } from '../../support/database.ts';

/** Those of the driver, which PgBouncer passes on. */
const OF_THE_DRIVER = ['application_name', 'client_encoding'];

it('each setting of a connection is one that a role behind PgBouncer has, too', async () => {
  await using database = await createDatabase();
  const db = openPool(database.url, { poolSize: 1 });
  // Its settings are known once it is loaded.
  await db.raw(`select show_trgm('')`);
  const settings: string[] = await db('pg_settings').where({ source: 'client' }).pluck('name');
  await db.destroy();
  const page = await readFile('docs/operations.md', 'utf8');
  const ofRole = [...page.matchAll(/^alter role hallway set (\S+) =/gm)].map(([, name]) => name);

  const own = settings.filter((name) => !OF_THE_DRIVER.includes(name));
  expect(own.map((name) => name.toLowerCase()).sort()).toEqual(ofRole.sort());
});

it('a statement waits for a lock as long as a request for the limit of its endpoint', async () => {
  await using database = await createDatabase();
  const db = openPool(database.url, { limits: { ...PATIENT, lockWaitMs: 100 } });
  await db.raw('create table locked as select 1 as id');
  {
    await using holder = await beginTransaction(db);
    await holder.raw('select from locked for update');
    const refused = db.raw('update locked set id = 2');
    await expect(refused).rejects.toMatchObject({ code: '55P03' });
  }
  await db.destroy();
});
