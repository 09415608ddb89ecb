import { differences } from '../../src/domain/changes.ts';

const current = { title: 'Looms', capacity: 5, tags: ['a'], url: null as string | null };

it.each([
  ['nothing that is absent or undefined', { title: undefined }, {}, {}],
  ['nothing that stays the same', { title: 'Looms', tags: ['a'], url: null }, {}, {}],
  ['a value that is another', { capacity: 6, title: 'Looms' }, { capacity: 5 }, { capacity: 6 }],
  ['a list of other words', { tags: ['a', 'b'] }, { tags: ['a'] }, { tags: ['a', 'b'] }],
  [
    'a value where there was none',
    { url: 'https://x.example' },
    { url: null },
    { url: 'https://x.example' },
  ],
])('differences are %s', (_what, wanted, before, after) => {
  expect(differences(current, wanted)).toEqual({ before, after });
});
