import type { MatchTerm } from '../../../src/domain/networking/match-terms.ts';
import { ageOfRanking, RankingCache } from '../../../src/domain/networking/ranking-cache.ts';
import type { Signals } from '../../../src/domain/networking/recommendations.ts';

const TERMS: MatchTerm[] = [
  { kind: 'i', term: 'sailing' },
  { kind: 'l', term: 'looms' },
];
const SIGNALS: Signals = {
  offers: { weight: 0.7, items: ['looms'] },
  interests: { weight: 0.25, items: ['sailing'] },
  events: { weight: 0.5, items: [{ id: 3, title: 'Opening' }] },
  conferences: { weight: 0.1, items: [{ id: 3, title: 'Summit' }] },
  tags: 0.3,
  common: 2,
};

const rankingOf = (...signals: Signals[]) =>
  RankingCache.of(
    signals.map((one, n) => ({ id: n + 1, score: 0.9 - n / 10, signals: one })),
    TERMS,
  );

it('returns the score and the signals of each user', () => {
  const items = [
    { id: 3, title: 'Summit' },
    { id: 4, title: 'Opening' },
    { id: 3, title: 'Opening' },
  ];
  const other: Signals = { events: { weight: 1, items } };
  const ranking = rankingOf(SIGNALS, {}, other);
  expect(ranking.reader(TERMS)(1)).toEqual({ score: 0.9, signals: SIGNALS });
  expect(ranking.reader(TERMS)(2)).toEqual({ score: 0.8, signals: {} });
  expect(ranking.reader(TERMS)(3)).toEqual({ score: 0.7, signals: other });
});

it('keeps no word: those of the signals are the terms of the caller who asks', () => {
  const later: MatchTerm[] = [
    { kind: 'i', term: 'first' },
    { kind: 'l', term: 'second' },
  ];
  expect(rankingOf(SIGNALS).reader(later)(1).signals).toMatchObject({
    offers: { items: ['second'] },
    interests: { items: ['first'] },
  });
});

it('leaves out a word that is not a term of the caller', () => {
  const ranking = rankingOf({ interests: { weight: 1, items: ['unknown', 'sailing'] } });
  expect(ranking.reader(TERMS)(1).signals.interests?.items).toEqual(['sailing']);
});

it('is the same from its text, also those who were removed', () => {
  const ranking = rankingOf(SIGNALS, {}, { tags: 0.1 });
  ranking.remove(new Set([2]));
  const read = RankingCache.from(ranking.text);
  expect([read.size, read.isShortened]).toEqual([3, false]);
  for (const id of [1, 2, 3]) expect(read.reader(TERMS)(id)).toEqual(ranking.reader(TERMS)(id));
  expect(ranking.text).not.toMatch(/looms|sailing/);
});

describe('ageOfRanking', () => {
  const at = new Date('2026-05-14T12:00:00.000Z');
  const kept = {
    profile: 'a',
    people: 100,
    made_at: '2026-05-14T12:00:00.000Z',
    has_withdrawn: false,
  };
  const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString();

  it.each<[string, Partial<typeof kept>, { people?: number; profile?: string }, string]>([
    ['just made', {}, {}, 'fresh'],
    ['of an hour less a minute', { made_at: ago(59) }, {}, 'fresh'],
    ['of an hour', { made_at: ago(60) }, {}, 'due'],
    ['of 6 hours less a minute', { made_at: ago(359) }, {}, 'due'],
    ['of 6 hours', { made_at: ago(360) }, {}, 'outdated'],
    ['of a clock that was set back', { made_at: ago(-1) }, {}, 'outdated'],
    ['of another profile', {}, { profile: 'b' }, 'outdated'],
    ['from before a request was withdrawn', { has_withdrawn: true }, {}, 'outdated'],
    ['with a twentieth more attendees', {}, { people: 105 }, 'fresh'],
    ['with more than that', {}, { people: 106 }, 'outdated'],
    ['with a twentieth fewer', {}, { people: 95 }, 'fresh'],
    ['with fewer than that', {}, { people: 94 }, 'outdated'],
    ['of all users', { people: 0 }, { people: 0 }, 'fresh'],
    ['with a first attendee', { people: 0 }, { people: 1 }, 'outdated'],
  ])('%s is %s', (_what, given, now, age) => {
    const current = { profile: 'a', people: given.people ?? 100, at, ...now };
    expect(ageOfRanking({ ...kept, ...given }, current)).toBe(age);
  });
});

it('closes the gaps that removed users leave', () => {
  const ranking = rankingOf({}, {}, {}, {});
  expect([ranking.size, ranking.isShortened]).toEqual([4, false]);
  ranking.remove(new Set([2]));
  expect([ranking.size, ranking.isShortened]).toEqual([3, true]);
  expect([ranking.ids(0, 2), ranking.ids(2, 2), ranking.ids(4, 2)]).toEqual([[1, 3], [4], []]);
});
