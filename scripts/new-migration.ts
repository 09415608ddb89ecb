import { writeFile } from 'node:fs/promises';

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

const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const file = new URL(`../migrations/${timestamp}_${name}.ts`, import.meta.url);
await writeFile(file, TEMPLATE, { flag: 'wx' });
console.log(`migrations/${timestamp}_${name}.ts`);
