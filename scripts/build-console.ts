import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildConsole } from '../src/development/console.ts';

/** Builds the organizers' console into `dist/console`, or the directory given, also compressed. */
const directory = path.resolve(process.argv[2] ?? 'dist/console');
await rm(directory, { recursive: true, force: true });
for (const [name, { body }] of await buildConsole()) {
  const file = path.join(directory, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, body);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(body));
  await writeFile(`${file}.gz`, await promisify(gzip)(body));
}
