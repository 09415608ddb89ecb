import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Writes the packages whose code esbuild put into its output as a list of `name@version`. The image has no
 * folder of them, so `npm run sbom` reads them from here.
 */
export async function writeBundledPackages(file: string, { inputs }: Metafile): Promise<void> {
  const folders = Object.keys(inputs).flatMap(
    (input) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.slice(0, 1) ?? [],
  );
  const names = [...new Set(folders)].map(async (folder) => {
    const file = path.join(ROOT, folder.slice(folder.indexOf('node_modules/')), 'package.json');
    const { name, version } = JSON.parse(await readFile(file, 'utf8'));
    return `${name}@${version}`;
  });
  const packages = [...new Set(await Promise.all(names))].sort();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(packages, undefined, 2)}\n`);
}
