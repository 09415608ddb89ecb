import type { MatchTerm } from '../../../src/domain/networking/match-terms.ts';
import { RankingCache } from '../../../src/domain/networking/ranking-cache.ts';
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
  new RankingCache(
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

it('closes the gaps that removed users leave', () => {
  const ranking = rankingOf({}, {}, {}, {});
  expect([ranking.size, ranking.isShortened]).toEqual([4, false]);
  ranking.remove(new Set([2]));
  expect([ranking.size, ranking.isShortened]).toEqual([3, true]);
  expect([ranking.ids(0, 2), ranking.ids(2, 2), ranking.ids(4, 2)]).toEqual([[1, 3], [4], []]);
});
