import { copyLine } from '../../../src/lib/copy-text.ts';

/** The line of one field, without its line feed. */
const field = (value: Parameters<typeof copyLine>[0][number]) => copyLine([value]).slice(0, -1);

it('copyLine separates fields by tabs and ends with a line feed', () => {
  expect(copyLine([7, 'Ada', null, 'King'])).toBe('7\tAda\t\\N\tKing\n');
});

it.each([
  ['null', null, '\\N'],
  ['undefined', undefined, '\\N'],
  ['a number', 9_007_199_254_740_991, '9007199254740991'],
  ['text', 'Zoë 😀', 'Zoë 😀'],
  ['empty text, distinct from NULL', '', ''],
  ['text that looks like NULL', '\\N', '\\\\N'],
  ['text that looks like the end-of-data marker', '\\.', '\\\\.'],
  ['tabs and line breaks', 'a\tb\nc\rd', 'a\\tb\\nc\\rd'],
  ['a backslash before an escaped character', '\\\t', '\\\\\\t'],
  ['a list', ['looms', 'music'], '{"looms","music"}'],
  ['an empty list', [], '{}'],
  [
    'list items with a special meaning in an array literal',
    ['NULL', ' a ', 'b,c', '{d}'],
    '{"NULL"," a ","b,c","{d}"}',
  ],
  ['quotes and backslashes in a list', ['a"b', 'c\\d'], '{"a\\\\"b","c\\\\\\\\d"}'],
  ['tabs and line breaks in a list', ['a\tb\nc'], '{"a\\tb\\nc"}'],
])('copyLine writes %s', (_what, value, written) => {
  expect(field(value)).toBe(written);
});
