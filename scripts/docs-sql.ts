import { mkdir, rm, writeFile } from 'node:fs/promises';
import { prepareDatabases, removeDatabases } from '../test/support/cluster.ts';
import { createDatabase } from '../test/support/database.ts';
import { recordSql } from '../test/support/recorded-sql/recorder.ts';

/** Writes `docs/sql`: the SQL that every method of the repositories and read models sends. */
const folder = new URL('../docs/sql/', import.meta.url);
await prepareDatabases();
try {
  const { url, drop } = await createDatabase();
  const files = await recordSql(url);
  await drop();
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    const file = new URL(path, folder);
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, text);
  }
  console.log(`${files.size} files in docs/sql`);
} finally {
  await removeDatabases();
}
