import { differences } from '../../../src/domain/changes.ts';

const current = {
  title: 'Looms',
  capacity: 5,
  tags: ['a', 'b'],
  url: null as string | null,
  socials: { x: 'ada', github: 'lovelace' },
};

it.each([
  ['ignore absent and undefined fields', { title: undefined }, {}, {}],
  ['ignore equal values', { title: 'Looms', tags: ['a', 'b'], url: null }, {}, {}],
  ['ignore the order of keys', { socials: { github: 'lovelace', x: 'ada' } }, {}, {}],
  ['contain another value', { capacity: 6, title: 'Looms' }, { capacity: 5 }, { capacity: 6 }],
  [
    'contain a list in another order',
    { tags: ['b', 'a'] },
    { tags: ['a', 'b'] },
    { tags: ['b', 'a'] },
  ],
  [
    'contain a value that was null',
    { url: 'https://x.example' },
    { url: null },
    { url: 'https://x.example' },
  ],
])('differences %s', (_what, wanted, before, after) => {
  expect(differences(current, wanted)).toEqual({ before, after });
});
