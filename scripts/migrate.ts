import { readConfig } from '../src/config.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { openEnvironment } from '../src/environment.ts';
import { Queue } from '../src/jobs/queue.ts';
import { openLog } from '../src/log.ts';

/** Applies pending migrations, for deployments with MIGRATE_ON_START=false. */
const local = await openEnvironment(process.env, '.hallway');
try {
  const { directUrl } = readConfig(local.env).database;
  // Before the migrations: a worker that waits for them begins as soon as they are there.
  const queue = new Queue(directUrl, openLog({ level: 'warn', pretty: false }));
  await queue.open();
  await queue.close();
  const applied = await migrateToLatest(directUrl);
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'No pending migrations.');
} catch (error) {
  // Only the message, as at the start of the service: the reader is an operator.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await local.stop();
}
