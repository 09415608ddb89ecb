import { differences } from '../../src/domain/changes.ts';

const current = {
  title: 'Looms',
  capacity: 5,
  tags: ['a', 'b'],
  url: null as string | null,
  socials: { x: 'ada', github: 'lovelace' },
};

it.each([
  ['nothing that is absent or undefined', { title: undefined }, {}, {}],
  ['nothing that stays the same', { title: 'Looms', tags: ['a', 'b'], url: null }, {}, {}],
  [
    'nothing where only keys come in another order',
    { socials: { github: 'lovelace', x: 'ada' } },
    {},
    {},
  ],
  ['a value that is another', { capacity: 6, title: 'Looms' }, { capacity: 5 }, { capacity: 6 }],
  ['a list in another order', { tags: ['b', 'a'] }, { tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
  [
    'a value where there was none',
    { url: 'https://x.example' },
    { url: null },
    { url: 'https://x.example' },
  ],
])('differences are %s', (_what, wanted, before, after) => {
  expect(differences(current, wanted)).toEqual({ before, after });
});
