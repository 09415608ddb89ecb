import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/**
 * Builds the typed client into `dist/client`, or the directory given: a package without dependencies,
 * ready for `npm pack`.
 */
await import('./client-types.ts');
const source = fileURLToPath(new URL('../src/client/', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const directory = path.resolve(process.argv[2] ?? 'dist/client');

await build({
  entryPoints: {
    index: `${source}exports.ts`,
    codes: `${source}codes.ts`,
    messenger: `${source}messenger.ts`,
  },
  outdir: directory,
  bundle: true,
  format: 'esm',
  target: ['es2022', 'safari16.4'],
  logLevel: 'warning',
});
await promisify(execFile)(process.execPath, [compiler, '-p', source, '--outDir', directory]);
for (const file of ['operations.d.ts', 'package.json', 'README.md']) {
  await copyFile(path.join(source, file), path.join(directory, file));
}
