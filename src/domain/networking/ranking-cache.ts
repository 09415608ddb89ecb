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

/** A ranking as its text has it. */
interface StoredRanking {
  readonly users: readonly (readonly [id: number, facts: string])[];
  readonly titled: readonly Titled[];
}

/** Reads the score of a ranked user, and what the caller shares with them. */
export type FindRanked = (id: number) => Pick<RankedUser, 'score' | 'signals'>;

const HOUR_MS = 3_600_000;
/** An older ranking is made again before it is read. */
const MAX_AGE_MS = 6 * HOUR_MS;
/** An older ranking that is read is made again in the background. */
const DUE_AFTER_MS = HOUR_MS;
/** As many new or gone attendees of a conference, of all, have its rankings made again. */
const CHANGED_SHARE = 0.05;

/** A ranking as it is stored. */
export type CachedRanking = {
  /** The hash of the terms of the caller. */
  readonly profile: string;
  /** The attendees of the conference when it was made; 0 for a ranking of all users. */
  readonly people: number;
  readonly made_at: string;
  readonly ranking: string;
};

/** A ranking as it is found. */
export type FoundRanking = CachedRanking & {
  /** Whether a request of or to the caller was withdrawn since: its user can be recommended again. */
  readonly has_withdrawn: boolean;
};

/** Whether a kept ranking can be read, and whether it is to be made again then. */
export function ageOfRanking(
  kept: Omit<FoundRanking, 'ranking'>,
  now: Pick<CachedRanking, 'profile' | 'people'> & { readonly at: Date },
): 'fresh' | 'due' | 'outdated' {
  const age = now.at.getTime() - Date.parse(kept.made_at);
  const changed = Math.abs(now.people - kept.people);
  const isChanged = changed > CHANGED_SHARE * Math.max(now.people, kept.people);
  const isOther = kept.profile !== now.profile || kept.has_withdrawn || isChanged;
  if (isOther || age >= MAX_AGE_MS || age < 0) return 'outdated';
  return age < DUE_AFTER_MS ? 'fresh' : 'due';
}

/**
 * The users whom a ranking recommends to a caller, as they are kept: ids, scores,
 * weights, and the titles of events and conferences. No word of a profile is kept: a word is the
 * number of one of the caller's terms, and the answer quotes profiles that are read for it.
 */
export class RankingCache {
  #ids: readonly number[];
  /** By user: the score and the facts, as JSON, which takes a fraction of the memory of objects. */
  readonly #users: ReadonlyMap<number, string>;
  readonly #titled: readonly Titled[];

  private constructor({ users, titled }: StoredRanking) {
    this.#users = new Map(users);
    this.#ids = users.map(([id]) => id);
    this.#titled = titled;
  }

  /** @param terms of the caller, in an order that stays the same as long as the ranking is used */
  static of(ranked: readonly RankedUser[], terms: readonly MatchTerm[]): RankingCache {
    const titled: Titled[] = [];
    const numbers = new Map(terms.map(({ term }, number) => [term, number]));
    const numberOf = (item: Item): number | undefined =>
      typeof item === 'string' ? numbers.get(item) : terms.length + placeOf(item, titled);
    const users = ranked.map(
      ({ id, score, signals }) =>
        [id, JSON.stringify([score, ...factsOf(signals, numberOf)])] as const,
    );
    return new RankingCache({ users, titled });
  }

  /** @param text of another one, by `text` */
  static from(text: string): RankingCache {
    return new RankingCache(JSON.parse(text));
  }

  /** All that was ranked, also whom `remove` has removed. */
  get text(): string {
    const stored: StoredRanking = { users: [...this.#users], titled: this.#titled };
    return JSON.stringify(stored);
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

  /** @param terms of the caller, as `of` got them */
  reader(terms: readonly MatchTerm[]): FindRanked {
    const items: readonly Item[] = [...terms.map(({ term }) => term), ...this.#titled];
    return (id) => {
      const [score, ...facts]: [number, ...Fact[]] = JSON.parse(this.#users.get(id) ?? '[0]');
      return { score, signals: signalsOf(facts, items) };
    };
  }
}

/** The place of an item among those that were found before, to which it is added. */
function placeOf(item: Titled, titled: Titled[]): number {
  const place = titled.findIndex(({ id, title }) => id === item.id && title === item.title);
  return place < 0 ? titled.push(item) - 1 : place;
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
