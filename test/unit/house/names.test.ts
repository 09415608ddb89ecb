import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The rows of the table in `docs/style.md`: each word that has a better one, as `wordsIn` writes it. */
const WORDS = readFileSync('docs/style.md', 'utf8')
  .split(/^## /m)
  .filter((part) => part.startsWith('Names that'))
  .flatMap((part) => [...part.matchAll(/^\| (.+) \| .+ \|$/gm)])
  .flatMap(([, entries = '']) => entries.split(', '))
  .filter((entry) => entry !== 'not');

/** The names that the contract gave: of operations, schemas and the fields of rows. */
const OF_THE_CONTRACT = new Set(
  readFileSync('docs/openapi.json', 'utf8').match(/[A-Za-z_]\w+/g) ?? [],
);

/** "NotificationJobs", "notification-jobs" and "NOTIFICATION_JOBS" are " notification job ". */
const wordsIn = (name: string): string =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/(?<!s)s$/, ''))
    .join(' ')} `;

const staleIn = (name: string): readonly string[] =>
  WORDS.filter((word) => wordsIn(name).includes(wordsIn(word)));

const FILES = globSync('src/**/*.{ts,tsx}').filter((file) => !file.startsWith('src/client/'));
const EXPORT =
  /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

it.each([
  ['NotificationJobsService', 'notification job'],
  ['unknown-fields.ts', 'unknown field'],
  ['STANDING_TEXTS', 'standing'],
  ['lookUp', 'look up'],
])('a stale word is found in %s', (name, word) => {
  expect(staleIn(name)).toEqual([word]);
});

it('no file and no export of src has a word that has a better one', () => {
  const names = FILES.flatMap((file) => [
    { file, name: basename(file) },
    ...[...readFileSync(file, 'utf8').matchAll(EXPORT)].map(([, name = '']) => ({ file, name })),
  ]);
  const stale = names
    .filter(({ name }) => !OF_THE_CONTRACT.has(name))
    .flatMap(({ file, name }) => staleIn(name).map((word) => `${file}: ${name} has "${word}"`));
  expect(stale).toEqual([]);
});
