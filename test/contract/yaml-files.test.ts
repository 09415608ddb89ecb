import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { type CST, Parser, parseAllDocuments } from 'yaml';

const FILES = globSync([
  'docker-compose.yml',
  'deploy/**/*.{yml,yaml}',
  '.github/**/*.{yml,yaml}',
  'test/**/*.{yml,yaml}',
]);

/**
 * The unquoted texts with a `?` inside `{…}` or `[…]`. Newer parsers take them; libyaml, which reads
 * them for kubectl and Python, ends such a text at the `?`.
 */
function questionsIn(text: string): string[] {
  const found: string[] = [];
  const look = (token: CST.Token | undefined, inFlow: boolean): void => {
    if (!token) return;
    if (token.type === 'scalar' && inFlow && token.source.includes('?')) found.push(token.source);
    if (token.type === 'document') look(token.value, false);
    if (!('items' in token)) return;
    for (const { key, value } of token.items) {
      look(key ?? undefined, inFlow || token.type === 'flow-collection');
      look(value, inFlow || token.type === 'flow-collection');
    }
  };
  for (const token of new Parser().parse(text)) look(token, false);
  return found;
}

/** Skips with words where a program is not installed. */
function itWith(program: string, args: readonly string[]) {
  const isHere = spawnSync(program, args).status === 0;
  if (!isHere) console.warn(`No ${program} ${args.join(' ')}: YAML files are not read by it.`);
  return isHere ? it : it.skip;
}

it('the rule finds an unquoted ? in a flow collection, and only there', () => {
  const text = [
    'a: { path: /healthz?live, port: "x?y" }',
    "b: [one?, 'two?', { deep: [three?] }]",
    'c: /healthz?live',
    '? d',
    ': 1',
  ].join('\n');
  expect(questionsIn(text)).toEqual(['/healthz?live', 'one?', 'three?']);
});

it.each(FILES)('%s is YAML, without an unquoted ? in a flow collection', (file) => {
  const text = readFileSync(file, 'utf8');
  expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  expect(questionsIn(text)).toEqual([]);
});

itWith('python3', ['-c', 'import yaml'])('PyYAML reads every file', () => {
  const read =
    'import sys, yaml\nfor file in sys.argv[1:]: list(yaml.safe_load_all(open(file, encoding="utf-8")))';
  const { status, stderr } = spawnSync('python3', ['-c', read, ...FILES], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

itWith('kubectl', ['version', '--client'])('kubectl reads the manifests', () => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', 'deploy/kubernetes'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.match(/path: \/healthz\?live$/gm)).toHaveLength(4);
});
