import { writeFile } from 'node:fs/promises';
import { startApi } from '../test/support/api.ts';
import { prepareDatabases, removeDatabases } from '../test/support/cluster.ts';
import { operationsPage } from '../test/support/operations-page.ts';

/** Writes `docs/administration-operations.md`: what a key of each preset may call. */
await prepareDatabases();
try {
  await using api = await startApi();
  const page = await operationsPage(api);
  await writeFile(new URL('../docs/administration-operations.md', import.meta.url), page);
} finally {
  await removeDatabases();
}
