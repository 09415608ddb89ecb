import type { MatchTerm } from './match-terms.ts';
import type { RankedUser, Signals, Titled } from './recommendations.ts';

const KINDS = [
  'offers',
  'looks_for',
  'interests',
  'events',
  'conferences',
  'tags',
  'common',
] as const satisfies readonly (keyof Signals)[];

/** A signal: the number of its kind, its weight, and the numbers of its items. */
type Fact = readonly [kind: number, weight: number, ...items: number[]];

/** The item of a signal: a word that the caller has too, or an event or conference. */
type Item = string | Titled;

/** Reads the score of a ranked user, and what the caller shares with them. */
export type FindRanked = (id: number) => Pick<RankedUser, 'score' | 'signals'>;

/**
 * The users whom a ranking recommends to a caller, as they are kept for a minute: ids, scores,
 * weights, and the titles of events and conferences. No word of a profile is kept: a word is the
 * number of one of the caller's terms, and the answer quotes profiles that are read for it.
 */
export class RankingCache {
  #ids: readonly number[];
  /** By user: the score and the facts, as JSON, which takes a fraction of the memory of objects. */
  readonly #users = new Map<number, string>();
  readonly #titled: Titled[] = [];

  /** @param terms of the caller, in an order that stays the same as long as the ranking is used */
  constructor(ranked: readonly RankedUser[], terms: readonly MatchTerm[]) {
    this.#ids = ranked.map(({ id }) => id);
    const numbers = new Map(terms.map(({ term }, number) => [term, number]));
    const numberOf = (item: Item): number | undefined =>
      typeof item === 'string' ? numbers.get(item) : terms.length + this.#placeOf(item);
    for (const { id, score, signals } of ranked) {
      this.#users.set(id, JSON.stringify([score, ...factsOf(signals, numberOf)]));
    }
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Whether users were removed. */
  get isShortened(): boolean {
    return this.#ids.length < this.#users.size;
  }

  /** The users from a place on, best first. */
  ids(offset: number, limit: number): readonly number[] {
    return this.#ids.slice(offset, offset + limit);
  }

  remove(ids: ReadonlySet<number>): void {
    this.#ids = this.#ids.filter((id) => !ids.has(id));
  }

  /** @param terms of the caller, as the constructor got them */
  reader(terms: readonly MatchTerm[]): FindRanked {
    const items: readonly Item[] = [...terms.map(({ term }) => term), ...this.#titled];
    return (id) => {
      const [score, ...facts]: [number, ...Fact[]] = JSON.parse(this.#users.get(id) ?? '[0]');
      return { score, signals: signalsOf(facts, items) };
    };
  }

  #placeOf(titled: Titled): number {
    const place = this.#titled.findIndex(
      ({ id, title }) => id === titled.id && title === titled.title,
    );
    return place < 0 ? this.#titled.push(titled) - 1 : place;
  }
}

/** A word that is not a term of the caller has no number: they have just changed their profile. */
const factsOf = (signals: Signals, numberOf: (item: Item) => number | undefined): Fact[] =>
  KINDS.flatMap((kind, number): Fact[] => {
    const signal = signals[kind];
    if (signal === undefined) return [];
    if (typeof signal === 'number') return [[number, signal]];
    const items: readonly Item[] = signal.items;
    return [[number, signal.weight, ...items.flatMap((item) => numberOf(item) ?? [])]];
  });

function signalsOf(facts: readonly Fact[], items: readonly Item[]): Signals {
  const signals: Record<string, unknown> = {};
  for (const [number, weight, ...numbers] of facts) {
    const kind = KINDS[number];
    if (kind === 'tags' || kind === 'common') signals[kind] = weight;
    else if (kind) signals[kind] = { weight, items: numbers.map((item) => items[item]) };
  }
  // The compiler does not follow which kind has which items.
  return signals as Signals;
}
