import { reasonsOf, scoreOf, weightOf } from '../../../src/domain/networking/recommendations.ts';

const NOBODY = { interests: [], looking_for: null, offering: null };

describe('the weight of a shared thing', () => {
  it.each([
    [0, 100, 1],
    [100, 100, 0],
    [1_000, 100, 0],
    [3, 100_000, 1 - Math.log(4) / Math.log(100_001)],
    [5, 0, 0],
    [0, 0, 1],
  ])('that %d of %d people have is %d', (people, listed, weight) => {
    expect(weightOf(people, listed)).toBeCloseTo(weight, 12);
  });
});

describe('a score', () => {
  it('is 0 for nothing', () => {
    expect(scoreOf({})).toBe(0);
  });

  it('adds both directions of looking for and offering before it saturates', () => {
    const half = { weight: 0.5, items: [] };
    const expected = 0.5 * (1 - Math.exp(-1));
    expect(scoreOf({ offers: half, looks_for: half })).toBeCloseTo(expected, 12);
    expect(scoreOf({ offers: { weight: 1, items: [] } })).toBeCloseTo(expected, 12);
  });

  it.each([
    ['interests', { interests: { weight: 1, items: [] } }, 0.4 * (1 - Math.exp(-1))],
    ['events', { events: { weight: 1, items: [] } }, 0.4 * (1 - Math.exp(-1))],
    ['conferences', { conferences: { weight: 1, items: [] } }, 0.2 * (1 - Math.exp(-1))],
    ['tags', { tags: 1 }, 0.2 * (1 - Math.exp(-1))],
    ['common connections', { common: 3 }, 0],
  ])('of %s alone', (_name, signals, score) => {
    expect(scoreOf(signals)).toBeCloseTo(score, 12);
  });

  it('of everything is less than 1', () => {
    const much = { weight: 1e6, items: [] };
    const all = { offers: much, interests: much, events: much, conferences: much };
    const score = scoreOf({ ...all, tags: 1e6, common: 1e6 });
    expect(score).toBeGreaterThan(0.88);
    expect(score).toBeLessThan(1);
  });
});

describe('reasons', () => {
  const profile = {
    interests: ['Sailing'],
    looking_for: 'Someone for Rust',
    offering: 'Kotlin\nand PostgreSQL',
  };

  it('quote the text of the other user, strongest first, four at most', () => {
    const signals = {
      interests: { weight: 3, items: ['sailing'] },
      offers: { weight: 0.3, items: ['postgresql', 'kotlin'] },
      looks_for: { weight: 0.2, items: ['rust'] },
      events: { weight: 2, items: [{ id: 7, title: 'Opening' }] },
      conferences: { weight: 0.1, items: [{ id: 8, title: 'Summit' }] },
      common: 2,
      tags: 0.01,
    };
    expect(reasonsOf(signals, profile)).toEqual([
      { kind: 'shared_interests', label: 'Shares your interests: Sailing' },
      { kind: 'shared_events', label: 'Events you share: Opening', ids: [7] },
      { kind: 'common_connections', label: '2 common connections' },
      {
        kind: 'offers_what_you_look_for',
        label: 'Offers what you look for: PostgreSQL, Kotlin',
      },
    ]);
  });

  it.each([
    [
      { looks_for: { weight: 1, items: ['rust'] } },
      { kind: 'looks_for_what_you_offer', label: 'Looks for what you offer: Rust' },
    ],
    [
      { conferences: { weight: 1, items: [{ id: 8, title: 'Summit' }] } },
      { kind: 'shared_conferences', label: 'Conferences you share: Summit', ids: [8] },
    ],
    [{ tags: 1 }, { kind: 'similar_profile', label: 'You have things in common' }],
    [{}, { kind: 'new_here', label: 'New here' }],
    [{ interests: { weight: 0, items: ['sailing'] } }, { kind: 'new_here', label: 'New here' }],
  ])('of %j', (signals, reason) => {
    expect(reasonsOf(signals, profile)).toEqual([reason]);
  });

  it('have what the two have in common beside the rest', () => {
    const signals = { tags: 1, conferences: { weight: 1, items: [{ id: 8, title: 'Summit' }] } };
    const kinds = reasonsOf(signals, NOBODY).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['shared_conferences', 'similar_profile']);
  });

  it('never count a single common connection', () => {
    expect(reasonsOf({ common: 1 }, NOBODY)).toEqual([{ kind: 'new_here', label: 'New here' }]);
  });

  it('never quote text that the other user did not write', () => {
    const signals = { offers: { weight: 1, items: ['rust'] } };
    expect(reasonsOf(signals, NOBODY)).toEqual([
      { kind: 'similar_profile', label: 'You have things in common' },
    ]);
  });

  it('are one line of 120 characters, also of long titles with line ends', () => {
    const titles = [1, 2, 3].map((id) => ({ id, title: `A\n\u202e${'😀'.repeat(100)}` }));
    const [reason] = reasonsOf({ events: { weight: 1, items: titles } }, NOBODY);
    expect(reason?.label.length).toBeLessThanOrEqual(120);
    expect(reason?.label.length).toBeGreaterThan(118);
    expect(reason?.label).toMatch(/^Events you share: A 😀+…$/u);
    expect(reason?.ids).toEqual([1, 2, 3]);
  });
});
