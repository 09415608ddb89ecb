import { freeSlugs, slugStem } from '../../../src/db/slugs.ts';

describe('slugStem', () => {
  it.each([
    ['Engines that weave', 'engines-that-weave'],
    ['  Köln: Größe & Straße!  ', 'koln-grosse-strasse'],
    ['Привет, мир', 'privet-mir'],
    ['Ελληνικά', 'ellinika'],
    ['日本 2026', 'ri-ben-2026'],
    ['snake_case.and~more', 'snake-case-and-more'],
    ['𝒜 ﬁne day', 'a-fine-day'],
    ['½ price', '1-2-price'],
    ['--- dashes ---', 'dashes'],
    ['🎉', 'event'],
    ['---', 'event'],
  ])('turns %p into %s', async (title, stem) => {
    expect(await slugStem(title, 'event')).toBe(stem);
  });

  it('is at most 112 characters and does not end with a hyphen', async () => {
    expect(await slugStem('a'.repeat(300), 'event')).toBe('a'.repeat(112));
    expect(await slugStem(`${'a'.repeat(111)} b`, 'event')).toBe('a'.repeat(111));
  });
});

describe('freeSlugs', () => {
  it.each([
    [[], 'day'],
    [['day'], 'day-2'],
    [['day', 'day-2', 'day-3', 'day-5'], 'day-4'],
    [['day-2'], 'day'],
  ])('with %j taken turns "day" into %s', (taken, slug) => {
    expect(freeSlugs(['day'], taken)).toEqual([slug]);
  });

  it('returns unique slugs when a stem looks like a numbered slug', () => {
    expect(freeSlugs(['day', 'day-2', 'day', 'day', 'night'], ['day'])).toEqual([
      'day-2',
      'day-2-2',
      'day-3',
      'day-4',
      'night',
    ]);
  });

  it('numbers thousands of equal stems', () => {
    const slugs = freeSlugs(Array(5_000).fill('standup'), []);

    expect(slugs.at(-1)).toBe('standup-5000');
    expect(new Set(slugs).size).toBe(5_000);
  });
});
