import { readConfig } from '../src/config.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { localEnvironment } from '../src/development/environment.ts';
import { Queue } from '../src/jobs/queue.ts';
import { openLog } from '../src/log.ts';

/** Brings the database to the newest schema, for those who do not let `npm start` do it. */
const local = await localEnvironment(process.env, '.hallway');
try {
  const { directUrl } = readConfig(local.env).database;
  const applied = await migrateToLatest(directUrl);
  const queue = new Queue(directUrl, openLog({ level: 'warn', pretty: false }));
  await queue.open();
  await queue.close();
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to do.');
} catch (error) {
  // As at the start of the service: whoever reads this made a mistake they can mend.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await local.stop();
}
