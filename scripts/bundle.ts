import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { writeBundledPackages } from './bundled-packages.ts';
import { EXTERNAL_PACKAGES } from './external-packages.ts';

/** Knex names the drivers of all its databases; only `pg` is installed. */
const OTHER_DRIVERS = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

const migrations = readdirSync('migrations').filter((file) => file.endsWith('.ts'));

/**
 * Bundles the service and what it depends on into `dist`, or the directory given. Code that only a
 * dynamic import needs becomes a chunk of its own, read when it is used.
 */
const directory = process.argv[2] ?? 'dist';
const { metafile } = await build({
  entryPoints: [
    'src/main.ts',
    'scripts/bot.ts',
    'scripts/migrate.ts',
    'scripts/ops.ts',
    'scripts/rotate-keys.ts',
    ...migrations.map((file) => `migrations/${file}`),
  ],
  outdir: directory,
  outbase: '.',
  // At the depth of src/db, since db/migrate.ts looks for migrations relative to itself.
  chunkNames: 'src/chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  // Without spaces the start takes a tenth less. Lines stay, so that a stack leads to a place.
  minifyWhitespace: true,
  lineLimit: 160,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: [
    // Production never runs it.
    './development/*',
    'cloudflare:sockets',
    ...EXTERNAL_PACKAGES,
    ...OTHER_DRIVERS,
  ],
  banner: {
    // CommonJS packages call `require`, which ES modules do not have.
    js: `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`,
  },
  metafile: true,
  logLevel: 'warning',
});
// Read by the baseline when it runs.
cpSync('migrations/baseline', path.join(directory, 'migrations/baseline'), { recursive: true });
await writeBundledPackages(path.join(directory, 'packages/service.json'), metafile);
