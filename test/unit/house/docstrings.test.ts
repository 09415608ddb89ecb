import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const NAME = /[\w$]+/g;

const files = globSync('src/**/*.ts').map((path) => {
  const text = readFileSync(path, 'utf8');
  return { path, comments: text.match(COMMENT) ?? [], code: text.replace(COMMENT, '') };
});
const fileNames = new Set(files.map(({ path }) => basename(path)));
const namesIn = (text: string) => new Set(text.match(NAME));
/** What our code calls something, and the columns of the database. */
const names = namesIn(
  [...files.map(({ code }) => code), readFileSync('migrations/schema.sql', 'utf8')].join('\n'),
);

/** Names that no code writes out: those of others, and those put together from two. */
const ELSEWHERE = [
  // An option of libvips and one of csv-parse, whose defaults a comment names.
  'maxPixels',
  'max_record_size',
  // Components of the API reference, called after a status and after an item.
  'BadRequest',
  // What files of others contain.
  '_x000D_',
  'de_AT',
];

/** Words such as `lockPair`, `ProfileRow`, `MAX_LINES`, `created_at`; a single word is also English. */
const COMPOUND = /^#?(?:\w*[a-z\d][A-Z]\w*|[A-Za-z\d]*_\w+)$/;

/** Where a class, interface, type or constant is declared. */
const declaring = (name: string) =>
  files.filter(({ code }) =>
    new RegExp(`\\b(?:class|interface|type|const|function) ${name}\\b`).test(code),
  );

function exists(quoted: string): boolean {
  if (/^[\w./-]+\.(?:ts|md)$/.test(quoted)) {
    return fileNames.has(quoted) || existsSync(quoted) || existsSync(`src/${quoted}`);
  }
  const [, owner = '', member = ''] = /^([A-Z]\w*)\.#?(\w+)(?:\(\))?$/.exec(quoted) ?? [];
  if (owner && !(owner in globalThis)) {
    return declaring(owner).some(({ code }) => namesIn(code).has(member));
  }
  return quoted
    .replace(/\(\)$/, '')
    .split('.')
    .filter((word) => COMPOUND.test(word))
    .every((word) => names.has(word.replace('#', '')) || ELSEWHERE.includes(word));
}

/** What the comments of a file quote, in a line each. */
const quotedIn = (comments: readonly string[]) =>
  comments.flatMap((comment) =>
    [...comment.replace(/\n\s*(?:\*|\/\/) ?/g, ' ').matchAll(/`([^`]+)`/g)].map(
      ([, quoted = '']) => quoted,
    ),
  );

describe('a comment', () => {
  it('names only methods, types, columns and files that exist', () => {
    const missing = files.flatMap(({ path, comments }) =>
      quotedIn(comments)
        .filter((quoted) => !exists(quoted))
        .map((quoted) => `${path} names ${quoted}`),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['ConnectionsRepository.lockPair', true],
    ['ConnectionsRepository.lockRecipient', false],
    ['lockPair', true],
    ['lockRecipient', false],
    ['responded_at', true],
    ['responded_on', false],
    ['src/domain/changes.ts', true],
    ['src/domain/change.ts', false],
    ['JSON.stringify', true],
  ])('that names %s: %s', (quoted, isKnown) => {
    expect(exists(quoted)).toBe(isKnown);
  });
});

it('every name of ELSEWHERE is still needed', () => {
  const quoted = new Set(files.flatMap(({ comments }) => quotedIn(comments)));
  expect(ELSEWHERE.filter((name) => !quoted.has(name) || names.has(name))).toEqual([]);
});
