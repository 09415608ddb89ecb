import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildConsole } from '../src/development/console.ts';
import { buildReference } from '../src/development/reference.ts';
import { writeBundledPackages } from './bundled-packages.ts';

/**
 * Builds the organizers' console into `console` and the docs page into `reference` below `dist`, or
 * the directory given, also compressed.
 */
const target = path.resolve(process.argv[2] ?? 'dist');
const pages = { console: await buildConsole(), reference: await buildReference() };
for (const [page, { files, metafile }] of Object.entries(pages)) {
  const directory = path.join(target, page);
  await rm(directory, { recursive: true, force: true });
  for (const [name, { body }] of files) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(body));
    await writeFile(`${file}.gz`, await promisify(gzip)(body));
  }
  await writeBundledPackages(path.join(target, `packages/${page}.json`), metafile);
}
