import { globSync, readFileSync } from 'node:fs';
import { bannedWords, strayWords, wordExceptions } from '../../support/banned-words.ts';

const PAGE = readFileSync('docs/style.md', 'utf8');

/**
 * The files that people read, without the definition of the words, generated files and merged
 * migrations.
 */
const FILES = [
  ...globSync([
    '{src,test,scripts,bench,deploy}/**/*.{ts,js,sh,sql,yml}',
    'examples/**/*.{ts,tsx,md}',
    'docs/**/*.md',
    '*.md',
  ]),
  '.env.example',
  'Dockerfile',
  'docker-compose.yml',
].filter(
  (file) =>
    !['docs/style.md', 'src/client/operations.d.ts', 'test/unit/house/words.test.ts'].includes(
      file,
    ),
);

it('uses no word that docs/style.md bans', () => {
  const words = bannedWords(PAGE);
  const exceptions = wordExceptions(PAGE);
  expect(
    FILES.flatMap((file) => strayWords(file, readFileSync(file, 'utf8'), words, exceptions)),
  ).toEqual([]);
});

it('reads every row of the tables, and finds each entry', () => {
  const words = bannedWords(PAGE);
  expect(words.length).toBeGreaterThan(60);
  for (const { entry } of words) {
    const written = entry
      .replace(/(\w+)\/[\w/]+/, '$1')
      .replace(/[()]/g, '')
      .replaceAll('…', '');
    expect(strayWords('x.md', `The ${written}.`, words)).toHaveLength(1);
  }
});

const page = (rows: string, exceptions = '') =>
  `## Words we do not use\n\n| not | but |\n|---|---|\n${rows}\n\n${exceptions}\n\n## Later\n\n| fine | good |\n`;

it.each([
  ['whoever', 'Whoever waits, waits.', 'Whoever'],
  ['gathering(s)', 'two Gatherings', 'Gatherings'],
  ['rehears…', 'a rehearsal', 'rehearsal'],
  ['…organis…', 'const reorganiser = 1;', 'reorganiser'],
  ['how one/they stand(s)', 'how they stand', 'how they stand'],
  ['slip of the pen', '/**\n * a slip\n * of the pen\n */', 'slip\n * of the pen'],
  ['own-state', 'src/own-state.ts', 'own-state'],
])('finds what the entry "%s" bans', (entry, text, found) => {
  expect(strayWords('x.ts', text, bannedWords(page(`| ears, ${entry} | this |`)))).toEqual([
    expect.stringContaining(`has "${found}": write this`),
  ]);
});

it('finds whole words only, and nothing of other sections', () => {
  const words = bannedWords(page('| ears, told | this |'));
  expect(words).toHaveLength(2);
  expect(strayWords('x.ts', 'years, untold, ears_of, fine', words)).toEqual([]);
});

it('allows an exception in the files that it names', () => {
  const text = page('| ears | this |', '- `ears` in `src/**/*.ts`, `README.md`: corn has them.');
  const strays = (file: string) =>
    strayWords(file, 'ears', bannedWords(text), wordExceptions(text));
  expect(strays('README.md')).toEqual([]);
  expect(strays('src/lib/corn.ts')).toEqual([]);
  expect(strays('docs/corn.md')).toHaveLength(1);
});
