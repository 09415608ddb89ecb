import { writeFile } from 'node:fs/promises';
import { prepareDatabases, removeDatabases } from '../test/support/cluster.ts';
import { createDatabase } from '../test/support/database.ts';
import { dumpSchema } from '../test/support/schema-dump.ts';

/** Writes `migrations/schema.sql` from a newly migrated, empty database. */
await prepareDatabases();
try {
  const { url, drop } = await createDatabase();
  await writeFile(new URL('../migrations/schema.sql', import.meta.url), await dumpSchema(url));
  await drop();
} finally {
  await removeDatabases();
}
