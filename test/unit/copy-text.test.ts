import { copyLine } from '../../src/lib/copy-text.ts';

/** The only field of a line, without the end of the line. */
const field = (value: Parameters<typeof copyLine>[0][number]) => copyLine([value]).slice(0, -1);

it('is fields between tabs, ended by a line feed', () => {
  expect(copyLine([7, 'Ada', null, 'King'])).toBe('7\tAda\t\\N\tKing\n');
});

it.each([
  ['null', null, '\\N'],
  ['what is absent', undefined, '\\N'],
  ['a number', 9_007_199_254_740_991, '9007199254740991'],
  ['text', 'Zoë 😀', 'Zoë 😀'],
  ['empty text, which is not NULL', '', ''],
  ['text that looks like NULL', '\\N', '\\\\N'],
  ['text that looks like the end of the data', '\\.', '\\\\.'],
  ['tabs and line ends', 'a\tb\nc\rd', 'a\\tb\\nc\\rd'],
  ['a backslash before what is escaped', '\\\t', '\\\\\\t'],
  ['a list', ['looms', 'music'], '{"looms","music"}'],
  ['an empty list', [], '{}'],
  [
    'what is a word of its own in a list',
    ['NULL', ' a ', 'b,c', '{d}'],
    '{"NULL"," a ","b,c","{d}"}',
  ],
  ['quotes and backslashes in a list', ['a"b', 'c\\d'], '{"a\\\\"b","c\\\\\\\\d"}'],
  ['tabs and line ends in a list', ['a\tb\nc'], '{"a\\tb\\nc"}'],
])('writes %s as COPY reads it', (_what, value, written) => {
  expect(field(value)).toBe(written);
});
