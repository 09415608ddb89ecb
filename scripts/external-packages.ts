import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The packages that the bundle imports instead of containing them. */
export const EXTERNAL_PACKAGES = [
  // CommonJS that is imported on demand: bundled, its names are on `default` only.
  'transliteration',
  'qrcode',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  // Has native code.
  'sharp',
];

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The folders below `node_modules` of the external packages and of all that they need, as paths from the
 * folder of the project. What is optional may be missing: it is for another platform.
 *
 * @throws Error when a package that is needed is not installed
 */
export async function externalFolders(): Promise<readonly string[]> {
  const found = new Set<string>();
  const pending = EXTERNAL_PACKAGES.map((name) => folderOf(name, ''));
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const manifest: Manifest = JSON.parse(
      await readFile(path.join(folder, 'package.json'), 'utf8'),
    );
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest;
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!(name in optionalDependencies)) pending.push(folderOf(name, folder));
    }
    for (const name of Object.keys(optionalDependencies)) {
      const optional = findFolder(name, folder);
      if (optional) pending.push(optional);
    }
  }
  return [...found].sort();
}

function folderOf(name: string, dependent: string): string {
  const folder = findFolder(name, dependent);
  if (!folder) throw new Error(`${name}, which ${dependent || 'the bundle'} needs, is missing`);
  return folder;
}

/** As Node.js looks for it: in the folder itself, then in those around it. */
function findFolder(name: string, dependent: string): string | undefined {
  const folder = path.posix.join(dependent, 'node_modules', name);
  if (existsSync(folder)) return folder;
  const around = dependent.lastIndexOf('node_modules/');
  return around < 0 ? undefined : findFolder(name, dependent.slice(0, Math.max(0, around - 1)));
}
