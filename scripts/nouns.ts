/**
 * Prints the nouns of the files in src by layer, for people who look for a second name of a thing:
 * `npm run nouns -- quests`. A noun that only one layer has comes last, with that layer.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';

const LAYERS = ['domain', 'schemas', 'routers', 'services', 'repositories', 'jobs'] as const;

const [capability = '*'] = process.argv.slice(2);
const layersOf = new Map<string, Set<string>>();
for (const layer of LAYERS) {
  const files = globSync(
    layer === 'jobs' && capability === '*'
      ? 'src/jobs/*.jobs.ts'
      : `src/{,http/}${layer}/${capability}/*.ts`,
  );
  for (const file of files) {
    // `admin-quests.router.ts` is about quests, as `quests.router.ts` is.
    const noun = basename(file)
      .replace(/\..*$/, '')
      .replace(/^admin-/, '');
    layersOf.set(noun, (layersOf.get(noun) ?? new Set()).add(layer));
  }
}

const nouns = [...layersOf].sort(([a, inA], [b, inB]) => inB.size - inA.size || a.localeCompare(b));
const width = Math.max(...nouns.map(([noun]) => noun.length));
for (const [noun, layers] of nouns) {
  const cells = LAYERS.map((layer) => (layers.has(layer) ? layer : '').padEnd(layer.length + 2));
  console.log(`${noun.padEnd(width + 2)}${cells.join('')}`.trimEnd());
}
const single = nouns.filter(([, layers]) => layers.size === 1).length;
console.log(`\n${nouns.length} nouns, ${single} in one layer only`);
