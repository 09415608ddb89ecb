import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildConsole } from '../src/development/console.ts';
import { writeBundledPackages } from './bundled-packages.ts';

/** Builds the organizers' console into `console` below `dist`, or the directory given, also compressed. */
const target = path.resolve(process.argv[2] ?? 'dist');
const directory = path.join(target, 'console');
await rm(directory, { recursive: true, force: true });
const { files, metafile } = await buildConsole();
for (const [name, { body }] of files) {
  const file = path.join(directory, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, body);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(body));
  await writeFile(`${file}.gz`, await promisify(gzip)(body));
}
await writeBundledPackages(path.join(target, 'packages/console.json'), metafile);
