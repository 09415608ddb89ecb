import { writeFile } from 'node:fs/promises';
import { migrationSource } from '../src/db/migrate.ts';

/** The template of a new migration. CONTRIBUTING.md describes the rules of a migration. */
const TEMPLATE = `import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(\`
  \`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(\`
  \`);
}
`;

const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  console.error('Usage: npm run new:migration -- name-in-kebab-case');
  process.exit(1);
}

const now = Number(new Date().toISOString().replace(/\D/g, '').slice(0, 14));
// Names give the order, so it is after all others, also where the clock is behind that of their author.
const newest = Number.parseInt((await migrationSource.getMigrations([])).at(-1) ?? '', 10);
const timestamp = Math.max(now, newest + 1);
const file = new URL(`../migrations/${timestamp}_${name}.ts`, import.meta.url);
await writeFile(file, TEMPLATE, { flag: 'wx' });
console.log(`migrations/${timestamp}_${name}.ts`);
