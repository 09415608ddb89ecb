/**
 * Prints what an operation of the API costs: lines of the server's code that are neither blank nor a
 * comment, and files, by capability. The client, the console, the reference's page and what is there for
 * development alone do not count.
 */
import { globSync, readFileSync } from 'node:fs';

/** A change above this says in its message why. */
const LINES_OF_A_NEW_OPERATION = 250;

const NOT_THE_SERVER = ['client', 'console', 'reference', 'development'];
const SHARED = 'shared by all';

interface Weight {
  lines: number;
  files: number;
}

/** Lines that are neither blank nor part of a comment. */
function codeLines(text: string): number {
  let isComment = false;
  return text.split('\n').filter((line) => {
    const trimmed = line.trim();
    if (trimmed.startsWith('/*')) isComment = true;
    const isCode = !isComment && trimmed !== '' && !trimmed.startsWith('//');
    if (isComment && trimmed.includes('*/')) isComment = false;
    return isCode;
  }).length;
}

/** The folder below a layer: `src/http/routers/quests/…` and `src/app/quests.ts` are of quests. */
function capabilityOf(path: string, capabilities: ReadonlySet<string>): string {
  const parts = path.replace(/\.ts$/, '').split('/');
  return parts.find((part) => capabilities.has(part)) ?? SHARED;
}

const root = new URL('../', import.meta.url);
const files = globSync('src/**/*.ts', { cwd: root }).filter(
  (path) => !NOT_THE_SERVER.includes(path.split('/')[1] ?? '') && !path.endsWith('.d.ts'),
);
const capabilities = new Set(
  files.flatMap((path) => /^src\/services\/(\w+)\//.exec(path)?.[1] ?? []),
);
const weights = new Map<string, Weight>();
for (const path of files) {
  const lines = codeLines(readFileSync(new URL(path, root), 'utf8'));
  for (const name of ['all', capabilityOf(path, capabilities)]) {
    const weight = weights.get(name) ?? { lines: 0, files: 0 };
    weights.set(name, { lines: weight.lines + lines, files: weight.files + 1 });
  }
}

/** Operations by the folder that declares them; a few that no router file declares are in the sum alone. */
const routers = files.filter((path) => path.endsWith('.router.ts'));
const operationsOf = new Map<string, number>();
for (const path of routers) {
  const declared = readFileSync(new URL(path, root), 'utf8').match(/\b(?:\w*E|e)ndpoint\(\{/g);
  const capability = capabilityOf(path, capabilities);
  operationsOf.set(capability, (operationsOf.get(capability) ?? 0) + (declared?.length ?? 0));
}
const reference = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
};
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const operations = Object.values(reference.paths).flatMap((path) =>
  Object.keys(path).filter((method) => METHODS.includes(method)),
).length;

const rows = [...weights].sort(([, a], [, b]) => b.lines - a.lines);
console.log('| | code lines | files | operations | lines an operation | files an operation |');
console.log('|---|---|---|---|---|---|');
for (const [name, { lines, files: count }] of rows) {
  const own = name === 'all' ? operations : operationsOf.get(name);
  const each = own ? [Math.round(lines / own), (count / own).toFixed(2)] : ['', ''];
  console.log(`| ${[name, lines, count, own ?? '', ...each].join(' | ')} |`);
}
console.log(
  `\nA new operation: at most ${LINES_OF_A_NEW_OPERATION} lines, or its commit says why.`,
);
