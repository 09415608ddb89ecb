import { execFile } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Prints what a built image contains as a CycloneDX document: the packages in its `node_modules`, and
 * those whose code is in the bundles of the service and of the console. `npm sbom` describes the lock
 * file; this keeps the packages that the image has.
 *
 * Usage: npm run sbom -- DIR, with the directory of `npm run image`.
 */
interface Component {
  readonly 'bom-ref': string;
  readonly scope: string;
}
interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}
interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

const [, , image] = process.argv;
if (!image) throw new Error('Usage: npm run sbom -- DIR');
const held = new Set([...(await bundledPackages(image)), ...(await copiedPackages(image))]);

const { stdout } = await promisify(execFile)(
  'npm',
  ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
  { maxBuffer: 2 ** 26 },
);
const sbom: Sbom = JSON.parse(stdout);
const described = new Set(sbom.components.map((component) => component['bom-ref']));
const unknown = [...held].filter((ref) => !described.has(ref));
if (unknown.length > 0) throw new Error(`not in package-lock.json: ${unknown.join(', ')}`);

const isHeld = (ref: string) => held.has(ref) || ref === sbom.metadata.component['bom-ref'];
const document = {
  ...sbom,
  components: sbom.components
    .filter((component) => isHeld(component['bom-ref']))
    // A development package that a bundle contains is in the image like any other.
    .map((component) => ({ ...component, scope: 'required' })),
  dependencies: sbom.dependencies
    .filter(({ ref }) => isHeld(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isHeld) })),
};
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);

async function bundledPackages(directory: string): Promise<readonly string[]> {
  const folder = path.join(directory, 'dist/packages');
  const lists = readdirSync(folder).map(async (file): Promise<string[]> => {
    return JSON.parse(await readFile(path.join(folder, file), 'utf8'));
  });
  return (await Promise.all(lists)).flat();
}

async function copiedPackages(directory: string): Promise<readonly string[]> {
  // The folder of a package, not one inside that only sets `type`.
  const cwd = path.join(directory, 'node_modules');
  const files = ['*/package.json', '@*/*/package.json'].flatMap((pattern) =>
    globSync(`{,**/node_modules/}${pattern}`, { cwd }),
  );
  const names = files.map(async (file) => {
    const { name, version } = JSON.parse(await readFile(path.join(cwd, file), 'utf8'));
    return `${name}@${version}`;
  });
  return Promise.all(names);
}
