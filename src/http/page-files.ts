import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageFile, PageFiles } from './pages.ts';

/** Seen from the bundle, and from the sources after `npm run build:pages`. */
const DIRECTORIES = ['../..', '../../dist'];

/** A page that `npm run build` made, read once; undefined without one. */
export function builtPage(name: 'console' | 'reference'): () => Promise<PageFiles | undefined> {
  let files: Promise<PageFiles | undefined> | undefined;
  return () => {
    files ??= readFirst(name);
    return files;
  };
}

async function readFirst(name: string): Promise<PageFiles | undefined> {
  for (const place of DIRECTORIES) {
    const directory = fileURLToPath(new URL(`${place}/${name}`, import.meta.url));
    const found = await readPage(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    if (found) return found;
  }
  return undefined;
}

/** The files below a directory, with what stands compressed beside them. */
export async function readPage(directory: string): Promise<PageFiles> {
  const index = await readFile(path.join(directory, 'index.html'));
  const names = await readdir(directory, { recursive: true });
  const files = new Map<string, PageFile>([['index.html', { type: 'html', body: index }]]);
  const read = async (name: string) =>
    names.includes(name) ? readFile(path.join(directory, name)) : undefined;
  for (const name of names.filter((one) => /\.(html|js|css)$/.test(one))) {
    const [body, br, gzip] = await Promise.all([
      read(name),
      read(`${name}.br`),
      read(`${name}.gz`),
    ]);
    const encoded = { ...(br && { br }), ...(gzip && { gzip }) };
    const type = path.extname(name).slice(1);
    if (body) files.set(name.replaceAll(path.sep, '/'), { type, body, encoded });
  }
  return files;
}
