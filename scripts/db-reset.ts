import { readConfig } from '../src/config.ts';
import { migrateToLatest, rollbackAll } from '../src/db/migrate.ts';
import { openEnvironment } from '../src/environment.ts';

/** Empties the development database. The next start loads the demo conference. */
if (process.env.NODE_ENV === 'production') throw new Error('db:reset does not run in production.');

const local = await openEnvironment(process.env, '.hallway');
try {
  const { directUrl } = readConfig(local.env).database;
  await rollbackAll(directUrl);
  await migrateToLatest(directUrl);
  console.log('The database is empty.');
} finally {
  await local.stop();
}
