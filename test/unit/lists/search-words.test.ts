import { isForgivingSearch, searchWords } from '../../../src/domain/search-words.ts';
import { costOfSearch } from '../../../src/http/schemas/search.schemas.ts';
import { toCursor } from '../../../src/lib/cursors.ts';

it.each<[string, string[]]>([
  ['Ada Lovelace', ['Lovelace', 'Ada']],
  ['ada ADA Ada', ['Ada']],
  ['a - & b 👍 ʹʹʹ', ['a', 'b']],
  ['ada\t \nADA straße STRASSE', ['STRASSE', 'straße', 'ADA']],
  ['% _ \\', []],
  ['dr of maximilian x y featherstonehaugh', ['featherstonehaugh', 'maximilian', 'dr', 'of', 'x']],
])('searchWords(%j)', (q, words) => {
  expect(searchWords(q)).toEqual(words);
});

it.each<[string, boolean]>([
  ['zq', false],
  ['a b c d e f', false],
  ['王小', false],
  ['@lovelace', false],
  ['x @lovelace', false],
  ['lovelace@', true],
  ['lovelace x@', true],
  ['ada', true],
  ['zq lovelase', true],
  ['王小明', true],
])('isForgivingSearch(%j)', (q, forgives) => {
  expect(isForgivingSearch(q)).toBe(forgives);
});

const EXACT = toCursor(17);
const SIMILAR = toCursor({ similar: 17 });

it.each<[Record<string, unknown>, number]>([
  [{}, 1],
  [{ conference_id: '1' }, 1],
  [{ q: 'zq' }, 1],
  [{ q: 'zq', conference_id: '1' }, 3],
  [{ q: '@lovelace', conference_id: '1' }, 3],
  [{ q: 'lovelace' }, 10],
  [{ q: 'lovelace', conference_id: '1' }, 10],
  [{ q: 'lovelace', page: '2' }, 10],
  [{ q: 'lovelace', cursor: EXACT }, 1],
  [{ q: 'lovelace', cursor: EXACT, conference_id: '1' }, 3],
  [{ q: 'lovelace', cursor: SIMILAR }, 10],
  [{ q: 'lovelace', cursor: Buffer.from('{ "similar" :1}').toString('base64url') }, 10],
  [{ q: 'lovelace', cursor: 'no cursor' }, 1],
  [{ q: ' ' }, 1],
  [{ q: ['lovelace'] }, 1],
])('a read of people with %j counts %i times', (query, times) => {
  expect(costOfSearch(query)).toBe(times);
});
