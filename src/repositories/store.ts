import type { Knex } from 'knex';
import { concurrencyLimit } from '../db/concurrency-limit.ts';
import type { Replica, Viewers } from '../db/replica.ts';
import { replicaRead } from '../db/replica-read.ts';
import { withRetries } from '../db/retries.ts';
import { runSearch } from '../db/search-transactions.ts';
import { guardTransactions, runTransaction } from '../db/transactions.ts';
import type { ConcurrencyKey } from '../lib/keyed-limit.ts';
import {
  ADMINISTRATION_READ_MODELS,
  ADMINISTRATION_REPOSITORIES,
} from './administration/administration-repositories.ts';
import {
  ATTENDANCE_READ_MODELS,
  ATTENDANCE_REPOSITORIES,
} from './attendance/attendance-repositories.ts';
import { type Bound, binderOf, createAll, either } from './bindings.ts';
import { reportingWrites } from './cache-tags.ts';
import {
  AdminFeedbackReadModel,
  FeedbackStatisticsReadModel,
} from './feedback/admin-feedback.read-model.ts';
import { FeedbackRepository } from './feedback/feedback.repository.ts';
import { RatingRequestsRepository } from './feedback/rating-requests.repository.ts';
import { RatingsReadModel } from './feedback/ratings.read-model.ts';
import { RatingsRepository } from './feedback/ratings.repository.ts';
import { type JobQueue, JobsRepository } from './jobs.repository.ts';
import { AdminMediaReadModel } from './media/admin-media.read-model.ts';
import { MediaRepository } from './media/media.repository.ts';
import {
  MESSAGING_READ_MODELS,
  MESSAGING_REPOSITORIES,
} from './messaging/messaging-repositories.ts';
import {
  NETWORKING_READ_MODELS,
  NETWORKING_REPOSITORIES,
} from './networking/networking-repositories.ts';
import {
  OPERATIONS_READ_MODELS,
  OPERATIONS_REPOSITORIES,
} from './operations/operations-repositories.ts';
import { AdminPartnerReadModel } from './partner/admin-partner.read-model.ts';
import {
  PartnerAccountsRepository,
  PartnerErasedRepository,
} from './partner/partner-accounts.repository.ts';
import { PartnerMintsRepository } from './partner/partner-mints.repository.ts';
import { USER_READ_MODELS, USER_REPOSITORIES } from './people/people-repositories.ts';
import {
  immediateHooks,
  NO_HOOKS,
  type PostCommitHooks,
  type Receivers,
  TransactionHooks,
  type Writing,
} from './post-commit-hooks.ts';
import {
  PROGRAMME_READ_MODELS,
  PROGRAMME_REPOSITORIES,
} from './programme/programme-repositories.ts';
import { QUEST_READ_MODELS, QUEST_REPOSITORIES } from './quests/quest-repositories.ts';
import {
  REGISTRATION_READ_MODELS,
  REGISTRATION_REPOSITORIES,
} from './registration/registration-repositories.ts';
import { SOURCE_READ_MODELS, SOURCE_REPOSITORIES } from './sources/sources-repositories.ts';
import { WEBHOOK_READ_MODELS, WEBHOOK_REPOSITORIES } from './webhooks/webhook-repositories.ts';

/** One repository per table or aggregate. */
export const REPOSITORIES = {
  ...ADMINISTRATION_REPOSITORIES,
  ...ATTENDANCE_REPOSITORIES,
  ...MESSAGING_REPOSITORIES,
  ...NETWORKING_REPOSITORIES,
  ...OPERATIONS_REPOSITORIES,
  ...USER_REPOSITORIES,
  ...PROGRAMME_REPOSITORIES,
  ...QUEST_REPOSITORIES,
  ...REGISTRATION_REPOSITORIES,
  ...WEBHOOK_REPOSITORIES,
  ...SOURCE_REPOSITORIES,
  feedback: (db: Knex) => new FeedbackRepository(db),
  jobs: (db: Knex, { queue }: Writing) => new JobsRepository(db, queue),
  media: (db: Knex) => new MediaRepository(db),
  partnerAccounts: (db: Knex) => new PartnerAccountsRepository(db),
  partnerErased: (db: Knex) => new PartnerErasedRepository(db),
  partnerMints: (db: Knex) => new PartnerMintsRepository(db),
  ratingRequests: (db: Knex) => new RatingRequestsRepository(db),
  ratings: (db: Knex) => new RatingsRepository(db),
};

/** One read model per list, board or search: reads several tables, never writes. */
const READ_MODELS = {
  ...ADMINISTRATION_READ_MODELS,
  ...ATTENDANCE_READ_MODELS,
  ...MESSAGING_READ_MODELS,
  ...NETWORKING_READ_MODELS,
  ...OPERATIONS_READ_MODELS,
  ...USER_READ_MODELS,
  ...PROGRAMME_READ_MODELS,
  ...QUEST_READ_MODELS,
  ...REGISTRATION_READ_MODELS,
  ...WEBHOOK_READ_MODELS,
  ...SOURCE_READ_MODELS,
  adminMedia: (db: Knex) => new AdminMediaReadModel(db),
  adminFeedback: (db: Knex) => new AdminFeedbackReadModel(db),
  adminPartner: (db: Knex) => new AdminPartnerReadModel(db),
  feedbackStatistics: (db: Knex) => new FeedbackStatisticsReadModel(db),
  ratings: (db: Knex) => new RatingsReadModel(db),
};

export type ReadModels = Bound<typeof READ_MODELS>;

/** All repositories and, under `read`, all read models, bound to one Knex handle. */
type Repositories = Bound<typeof REPOSITORIES> & {
  readonly read: ReadModels;
  /**
   * From its commit on, or on the pool from now on, these users see what was written: in this process
   * at once, also where their reads may lag.
   */
  pinToPrimary(viewers: Viewers): void;
};

/** The repositories inside an open transaction. `bound` distinguishes the type from `Store`. */
export type Tx = Repositories & { readonly bound: 'transaction' };

/** The repositories on the pool, where each statement commits by itself. */
export type Store = Repositories & {
  readonly bound: 'pool';

  /**
   * Commits when `work` resolves and rolls back when it throws. Only statements through `tx` are
   * part of the transaction. `work` must be repeatable: after a serialization failure or a deadlock
   * it is retried up to three times. A statement that waits 3 seconds for a lock fails, which is
   * answered SERVICE_UNAVAILABLE.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Runs `work` as `transaction` does, and rolls back unless its result `isKept`. Returns the result
   * in both cases.
   */
  transactionIf<T extends { readonly isKept: boolean }>(work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Runs at most 3 works with the same key in this process, so that many requests for one attendable
   * leave connections to all others. For keys that an endpoint does not name itself (`concurrency`).
   *
   * @param keys of attendables in the lock order, as `attendableKeys` returns them
   * @throws AppError SERVICE_UNAVAILABLE after 3 seconds of waiting
   */
  limited<T>(keys: readonly ConcurrencyKey[], work: () => Promise<T>): Promise<T>;

  /**
   * Runs `attempt`, each of whose statements commits by itself. If it resolves with undefined, it
   * must have changed nothing, and `work` runs as `transaction` does.
   */
  tryThenLock<T>(attempt: () => Promise<T | undefined>, work: (tx: Tx) => Promise<T>): Promise<T>;

  /** Runs `work` as `transaction` does, then rolls back and returns the result of `work`. */
  dryRun<T>(work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Runs `work`, which only reads, on one snapshot of the database: all of its statements see what
   * was committed before the first one.
   */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Runs `work`, which reads a list; with a `q` on one connection and with a limit for each statement.
   * @throws AppError SERVICE_UNAVAILABLE when a statement of a search takes longer
   */
  search<T>(q: string | undefined, work: (read: ReadModels) => Promise<T>): Promise<T>;
};

type Work<T> = (tx: Tx) => Promise<T>;

interface StoreOptions extends Partial<Receivers> {
  /** The limit of each statement of a search. */
  readonly maxSearchMs?: number;
  /** Reads within `runReplicaRead` go there. */
  readonly replica?: Replica | undefined;
}

/** @param queue receives the jobs that `tx.jobs.add` enqueues */
export function openStore(
  db: Knex,
  queue: JobQueue,
  {
    onWrite = () => {},
    onNotify = () => {},
    onChange = () => {},
    pinToPrimary = () => {},
    maxSearchMs = 500,
    replica,
  }: StoreOptions = {},
): Store {
  guardTransactions(db);
  if (replica) guardTransactions(replica.db);
  const handle = () => (replica && replicaRead() ? replica.db : db);
  const receivers: Receivers = { onWrite, onNotify, onChange, pinToPrimary };
  const run = <T>(work: Work<T>, { isKept, hooks, isSnapshot }: Attempt<T>): Promise<T> =>
    runTransaction(
      handle(),
      async (trx) =>
        work(Object.assign(bindAll(trx, { queue, hooks }), { bound: 'transaction' as const })),
      { isKept, setting: isSnapshot && SNAPSHOT },
    );
  const attempted = <T>(work: Work<T>, isKept: (result: T) => boolean): Promise<T> =>
    withRetries(async () => {
      const hooks = new TransactionHooks();
      let isCommitted = false;
      try {
        const result = await run(work, { isKept, hooks });
        isCommitted = isKept(result);
        return result;
      } finally {
        hooks.sendTo(receivers, { isCommitted });
      }
    });
  const transaction = <T>(work: Work<T>): Promise<T> => attempted(work, () => true);
  const dryRun = <T>(work: Work<T>): Promise<T> =>
    withRetries(() => run(work, { isKept: () => false, hooks: NO_HOOKS }));
  const limit = concurrencyLimit(db);
  const poolOf = (pool: Knex, hooks: PostCommitHooks): Repositories => {
    const bound = bindAll(pool, { queue, hooks });
    const { read, pinToPrimary } = bound;
    return { ...createAll(REPOSITORIES, bound), read, pinToPrimary };
  };
  const primary = poolOf(db, immediateHooks(receivers));
  const pool = replica
    ? either(primary, poolOf(replica.db, NO_HOOKS), () => replicaRead() !== undefined)
    : primary;

  return Object.assign(pool, {
    bound: 'pool' as const,
    transaction,
    transactionIf: (work) => attempted(work, ({ isKept }) => isKept),
    dryRun,
    limited: (keys, work) => limit.run(keys, work),
    tryThenLock: async (attempt, work) => (await withRetries(attempt)) ?? transaction(work),
    snapshot: (work) => withRetries(() => run(work, { hooks: NO_HOOKS, isSnapshot: true })),
    search: (q, work) =>
      q === undefined
        ? work(pool.read)
        : runSearch(handle(), maxSearchMs, (trx) =>
            work(readModelsOf(trx, { queue, hooks: NO_HOOKS })),
          ),
  } satisfies Omit<Store, keyof Repositories>);
}

const SNAPSHOT = 'set transaction isolation level repeatable read, read only';

/** One attempt at the work of a transaction. */
interface Attempt<T> {
  readonly isKept?: (result: T) => boolean;
  readonly hooks: PostCommitHooks;
  readonly isSnapshot?: true;
}

const repositoriesOf = binderOf(reportingWrites(REPOSITORIES));
const readModelsOf = binderOf(READ_MODELS);

const bindAll = (db: Knex, writing: Writing): Repositories =>
  Object.assign(repositoriesOf(db, writing), {
    read: readModelsOf(db, writing),
    pinToPrimary: writing.hooks.pinToPrimary,
  });
