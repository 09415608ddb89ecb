import { readFile } from 'node:fs/promises';
import { createDatabase, openPool } from '../../support/database.ts';

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
