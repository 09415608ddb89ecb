import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/knex.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { loadDemoConference } from '../src/development/demo-conference.ts';
import { openEnvironment } from '../src/environment.ts';
import { Queue } from '../src/jobs/queue.ts';

/** Loads the demo conference into a database without conferences, as `npm start` does. */
const local = await openEnvironment(process.env, '.hallway');
const config = readConfig(local.env);
await migrateToLatest(config.database.directUrl);
const log = pino({ level: 'silent' });
const db = openDatabase(config.database.url, config.database);
const queue = new Queue(config.database.directUrl, log);
try {
  const app = createApp({
    config,
    db,
    queue,
    log,
    health: {
      isDatabaseUp: async () => true,
      isDraining: () => false,
      refusesRequests: () => false,
    },
    now: () => new Date(),
  });
  const loaded = await loadDemoConference(app);
  console.log(loaded ? 'Loaded the demo conference.' : 'The database already has a conference.');
} finally {
  await queue.close();
  await db.destroy();
  await local.stop();
}
