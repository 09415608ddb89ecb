import type { Actor } from '../../domain/administration/administrators.ts';
import { ownedTerms, termDifferences } from '../../domain/networking/match-terms.ts';
import {
  COUNTED_TABLES,
  type CountedTable,
  type CounterCheck,
  type Difference,
} from '../../domain/operations/denormalized-counters.ts';
import type { PointDifference, PointsCheck } from '../../domain/quests/points.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { MediaSizesService } from '../media/media-sizes.service.ts';
import type { PointsService } from '../quests/points.service.ts';

/** Users whose terms are compared by one statement. */
const BATCH_USERS = 1_000;
const MAX_DIFFERENCES = 100;

type Found = Pick<CounterCheck, 'count' | 'differences'>;

/** A number that is kept beside its source. */
interface DenormalizedCounter {
  readonly name: string;
  /** A job brings it up to date each hour. */
  readonly isDelayed?: true;
  check(): Promise<Found>;
}

/** Compares every kept number with its source. */
export class DenormalizedCountersService {
  readonly #store: Store;
  readonly #deps;
  readonly #numbers: readonly DenormalizedCounter[];

  constructor(deps: { store: Store; points: PointsService; mediaSizes: MediaSizesService }) {
    this.#store = deps.store;
    this.#deps = deps;
    this.#numbers = [
      this.#counts('seats of conferences', 'conferences'),
      this.#counts('seats of events', 'events'),
      this.#counts('seats of ticket types', 'ticket_types'),
      {
        name: 'people of conferences',
        check: () => this.#inSnapshot((tx) => peopleDifferences(tx)),
      },
      this.#counts('participants of quests', 'quests'),
      {
        name: 'points',
        check: async () => foundIn(await deps.points.check()),
      },
      {
        name: 'match terms',
        check: () => this.#inSnapshot((tx) => listTermDifferences(tx)),
      },
      {
        name: 'users per match term',
        isDelayed: true,
        check: () => this.#inSnapshot((tx) => termCountDifferences(tx)),
      },
      {
        name: 'bytes of media',
        check: () => gathered(mediaDifferences(deps.mediaSizes)),
      },
    ];
  }

  /**
   * Compares each number with its source in one snapshot of the database, without locks.
   * @throws AppError UPSTREAM_ERROR when the object store fails
   */
  async check(): Promise<CounterCheck[]> {
    const checks: CounterCheck[] = [];
    for (const { name, isDelayed = false, check } of this.#numbers) {
      checks.push({ name, isDelayed, ...(await check()) });
    }
    return checks;
  }

  /** Checks the points alone, after a repair if one is asked for. */
  async checkPoints(by: Actor, { repair }: { readonly repair: boolean }): Promise<PointsCheck> {
    return repair ? this.#deps.points.repair(by) : this.#deps.points.check();
  }

  #counts(name: string, table: CountedTable): DenormalizedCounter {
    return {
      name,
      check: () => this.#inSnapshot((tx) => countDifferences(tx, table)),
    };
  }

  async #inSnapshot(find: (tx: Tx) => AsyncIterable<readonly Difference[]>): Promise<Found> {
    return this.#store.snapshot((tx) => gathered(find(tx)));
  }
}

/** Counts the differences, and keeps the first. */
async function gathered(batches: AsyncIterable<readonly Difference[]>): Promise<Found> {
  let count = 0;
  const differences: Difference[] = [];
  for await (const batch of batches) {
    count += batch.length;
    differences.push(...batch.slice(0, MAX_DIFFERENCES - differences.length));
  }
  return { count, differences };
}

async function* countDifferences(tx: Tx, table: CountedTable): AsyncGenerator<Difference[]> {
  for (const batch of await tx.read.denormalizedCounters.listBatches(table)) {
    const found = await tx.read.denormalizedCounters.listCountDifferences(table, batch);
    yield found.map(({ id, ...one }) => ({ row: `${COUNTED_TABLES[table]} ${id}`, ...one }));
  }
}

async function* peopleDifferences(tx: Tx): AsyncGenerator<Difference[]> {
  for (const batch of await tx.conferencePeople.listBatches()) {
    const found = await tx.read.denormalizedCounters.listPeopleDifferences(batch);
    const row = `conference ${batch.conference_id}`;
    yield found.map(({ id, ...one }) => ({ row: `${row}, user ${id}`, field: 'seats', ...one }));
  }
}

async function* listTermDifferences(tx: Tx): AsyncGenerator<Difference[]> {
  for (let after = 0; ; ) {
    const owners = await tx.read.denormalizedCounters.listTerms(after, BATCH_USERS);
    const last = owners.at(-1);
    if (!last) return;
    after = last.id;
    yield owners.flatMap((owner) =>
      Object.entries(termDifferences(ownedTerms(owner), owner))
        .filter(([, found]) => found > 0)
        .map(([field, found]) => ({ row: `user ${owner.id}`, field, expected: 0, found })),
    );
  }
}

async function* termCountDifferences(tx: Tx): AsyncGenerator<Difference[]> {
  const found = await tx.read.denormalizedCounters.listTermCountDifferences();
  yield found.map(({ kind, term, ...one }) => ({
    row: `${kind} ${term}`,
    field: 'people',
    ...one,
  }));
}

async function* mediaDifferences(sizes: MediaSizesService): AsyncGenerator<Difference[]> {
  for await (const batch of sizes.listDifferences())
    yield batch.map(({ media_id, ...one }) => ({ row: `media ${media_id}`, ...one }));
}

/** Without the participants, which are a number of their own. */
function foundIn({ differences }: PointsCheck): Found {
  const found = differences.filter(({ kind }) => kind !== 'participant_count').map(differenceOf);
  return { count: found.length, differences: found };
}

const differenceOf = ({ kind, total, field, expected, found, ...ids }: PointDifference) => ({
  row: [
    kind,
    ...(['user_id', 'quest_id', 'task_id'] as const)
      .filter((name) => ids[name] !== null)
      .map((name) => `${name.slice(0, -3)} ${ids[name]}`),
    ...(total ? [`${total.scope} ${total.scope_id} ${total.period} ${total.period_start}`] : []),
  ].join(', '),
  field,
  expected,
  found,
});
