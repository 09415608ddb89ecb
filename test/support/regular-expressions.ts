import { globSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { z } from 'zod';

/**
 * Prints, as JSON, the uses of regular expressions in the files of `src`. A process of its own,
 * since the checker takes twenty times as long in the sandbox of a test.
 */

// The default of the library starts another process for each pattern.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** All nodes of a syntax tree. */
function* nodesOf(tree: unknown): Generator<Node> {
  if (!isNode(tree)) return;
  if (typeof tree.type === 'string') yield tree;
  for (const child of Object.values(tree)) yield* nodesOf(child);
}

/** Without limits of time, because the answer must not depend on other work of the machine. */
const UNTIMED = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
} as const;

/** Whether a text exists for which the pattern takes more than linear time. */
function isSlow(source: string, flags: string): boolean {
  // Automata are exact and fast, but know no lookaround.
  const exact = checkSync(source, flags, { ...UNTIMED, checker: 'automaton' });
  const { status } = exact.status === 'unknown' ? checkSync(source, flags, UNTIMED) : exact;
  return status !== 'safe';
}

const found = globSync('src/**/*.ts').flatMap((file) =>
  [...nodesOf(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript' }))].map((node) => ({
    file,
    node,
  })),
);
const literals = found
  .filter(({ node }) => node.type === 'RegExpLiteral')
  .map(({ file, node }) => ({
    file,
    source: String(node.pattern),
    flags: String(node.flags),
  }));
/** The last name of `name` or `object.name`. */
const nameOf = (node: unknown) =>
  isNode(node) ? (isNode(node.property) ? node.property.value : node.value) : undefined;

/** The patterns behind formats of zod such as `z.iso.date()`, if src uses them. */
const methods = new Set(
  found
    .filter(({ node: { object } }) => ['z', 'iso'].includes(String(nameOf(object))))
    .map(({ node }) => nameOf(node)),
);
const formats = Object.entries({ ...z.regexes, datetime: z.regexes.datetime({ offset: true }) })
  .filter(([name]) => methods.has(name))
  .flatMap(([name, pattern]) => (pattern instanceof RegExp ? [{ name, pattern }] : []));
const filesWith = (matches: (node: Node) => boolean) => [
  ...new Set(found.filter(({ node }) => matches(node)).map(({ file }) => file)),
];

console.log(
  JSON.stringify({
    literals: literals.length,
    slow: literals
      .filter(({ source, flags }) => isSlow(source, flags))
      .map(({ file, source, flags }) => `${file} /${source}/${flags}`),
    formats: formats.map(({ name }) => name),
    slowFormats: formats
      .filter(({ pattern }) => isSlow(pattern.source, pattern.flags))
      .map(({ name }) => name),
    // Patterns that are known to be slow, and some that look like them.
    slowExamples: process.argv.slice(2).filter((source) => isSlow(source, '')),
    constructors: filesWith(
      ({ type, callee }) =>
        (type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp',
    ),
    normalizing: filesWith(
      (node) => node.type === 'MemberExpression' && nameOf(node) === 'normalize',
    ),
  }),
);
