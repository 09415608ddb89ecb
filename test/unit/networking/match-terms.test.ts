import {
  hasTermFields,
  interestsWritten,
  interestTerms,
  ownedTerms,
  profileTerms,
  tagTerms,
  termDifferences,
  wordsOf,
  wordsWritten,
} from '../../../src/domain/networking/match-terms.ts';
import { slowTexts } from '../../support/growth.ts';

describe('the words of the needs and offers of a user', () => {
  it.each([
    ['Rust, Kotlin & PostgreSQL', ['rust', 'kotlin', 'postgresql']],
    ['C++ and C#, not C', ['c++', 'c#']],
    ['node.js / web3-dev', ['node', 'js', 'web3', 'dev']],
    ['Crème BRÛLÉE, Ångström', ['creme', 'brulee', 'angstrom']],
    ['Ｒｕｓｔ', ['rust']],
    ['Ёлка', ['елка']],
    ['ΣΊΣΥΦΟΣ', ['σισυφος']],
    ['データ 分析', ['データ', '分析']],
    ['हिन्दी', ['हिन्दी']],
    ['rust Rust RUST', ['rust']],
    ['+ # ++ -- !', []],
    [`${'a'.repeat(40)} ${'b'.repeat(41)} x`, ['a'.repeat(40)]],
    ['', []],
    [null, []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it.each([
    ['en', 'I am looking for people who want to help with compilers', ['compilers']],
    ['de', 'Ich suche gerne Leute, die mir über Compiler etwas erklären', ['compiler', 'erklaren']],
    ['fr', 'Je cherche des gens pour parler de compilateurs', ['parler', 'compilateurs']],
    ['es', 'Busco a personas que también hagan compiladores', ['hagan', 'compiladores']],
    ['it', 'Cerco persone che scrivono compilatori con me', ['scrivono', 'compilatori']],
    ['pt', 'Procuro pessoas que também não fazem compiladores', ['fazem', 'compiladores']],
    ['ru', 'Ищу людей, которые пишут компиляторы', ['пишут', 'компиляторы']],
  ])('contain no stop words in %s', (_language, text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are the first 24 different ones', () => {
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`);
    expect(wordsOf(['word0', ...words].join(' '))).toEqual(words.slice(0, 24));
  });

  it('take linear time to read', async () => {
    expect(await slowTexts(wordsOf, 100_000)).toEqual([]);
  });
});

describe('the terms of a profile', () => {
  it('are whole interests, and the words of both fields', () => {
    const profile = {
      interests: ['Machine Learning', 'Café'],
      looking_for: 'Rust mentors',
      offering: 'Pilots',
    };
    expect(profileTerms(profile)).toEqual([
      { kind: 'i', term: 'machine learning' },
      { kind: 'i', term: 'cafe' },
      { kind: 'l', term: 'rust' },
      { kind: 'l', term: 'mentors' },
      { kind: 'o', term: 'pilots' },
    ]);
  });

  it('have each interest once, however it is accented', () => {
    expect(interestTerms(['Café', 'cafe'])).toEqual(['cafe']);
    expect(tagTerms(['Café', 'cafe'])).toEqual([{ kind: 't', term: 'cafe' }]);
  });

  it('have at most 200 characters, also of letters that fold to many', () => {
    expect(interestTerms(['ﷺ'.repeat(50)])[0]).toHaveLength(200);
  });

  it('are found again as they are written', () => {
    expect(wordsWritten('We do RUST, Rust and C++', ['c++', 'rust', 'go'])).toEqual([
      'C++',
      'RUST',
    ]);
    expect(interestsWritten(['Café', 'Sailing'], ['sailing', 'cafe', 'tea'])).toEqual([
      'Sailing',
      'Café',
    ]);
    expect(wordsWritten(null, ['rust'])).toEqual([]);
  });
});

it('kept terms are compared with those of the profile', () => {
  const owned = profileTerms({ interests: ['Tea', 'Sailing'], looking_for: null, offering: null });
  const compare = (is_listed: boolean, ...terms: ['i' | 'l', string, boolean][]) =>
    termDifferences(owned, { is_listed, terms });
  const none = { missing: 0, superfluous: 0, wrongly_listed: 0 };
  const right = [
    ['i', 'tea', true],
    ['i', 'sailing', true],
  ] satisfies ['i', string, boolean][];
  expect(compare(true, ...right)).toEqual(none);
  expect(compare(false, ...right)).toEqual({ ...none, wrongly_listed: 2 });
  expect(compare(true)).toEqual({ ...none, missing: 2 });
  expect(compare(true, ...right, ['l', 'tea', true])).toEqual({ ...none, superfluous: 1 });
});

it('the terms of a user are those of the profile and of the enrichment', () => {
  const profile = { id: 7, interests: ['Tea'], looking_for: null, offering: 'Looms' };
  const [tea, looms] = [
    { kind: 'i', term: 'tea', user_id: 7 },
    { kind: 'o', term: 'looms', user_id: 7 },
  ];
  expect(ownedTerms(profile)).toEqual([tea, looms]);
  expect(ownedTerms({ ...profile, tags: ['Go'] })).toEqual([
    tea,
    looms,
    { kind: 't', term: 'go', user_id: 7 },
  ]);
});

it.each([
  [{}, false],
  [{ headline: 'x', interests: undefined }, false],
  [{ interests: [] }, true],
  [{ looking_for: null }, true],
  [{ offering: null }, true],
])('a change of %j changes terms: %p', (changes, has) => {
  expect(hasTermFields(changes)).toBe(has);
});
