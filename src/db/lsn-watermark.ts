import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { AS_OF } from './changes.ts';
import { onlyRow } from './rows.ts';

/** The time between two samples of the primary. */
const LOOK_MS = 200;
/** The samples that wait for the replica: those of a minute. */
const MAX_WAITING = 300;

/** A state of the primary: a replica that has it shows all that was committed before `at`. */
export interface Sample {
  /** In milliseconds of `performance.now()`. */
  readonly at: number;
  /** As that of lists with `updated_since`; see `changes.ts`. */
  readonly as_of: string;
}

/** A position in the log of a server. */
interface Position {
  readonly position: number;
  /** The cluster and its timeline: after a failover, the positions of two servers may not compare. */
  readonly history: string;
}

/**
 * The position is read after the transactions, so that it is behind the commit of each that has ended.
 * Without a synchronous commit, a transaction is visible before its commit is flushed.
 */
const SAMPLE = `
  select as_of, pg_wal_lsn_diff(lsn, '0/0')::bigint as position,
         (select system_identifier from pg_control_system())
           || '/' || ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as history
    from (select as_of, case when current_setting('synchronous_commit') = 'off'
                             then pg_current_wal_insert_lsn()
                             else pg_current_wal_flush_lsn() end as lsn
            from (${AS_OF}) activity) sample`;

const REPLAYED = `
  select pg_is_in_recovery() as is_replica,
         pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position,
         (select system_identifier from pg_control_system()) || '/' || timeline_id as history
    from pg_control_checkpoint()`;

interface Deps {
  readonly primary: Knex;
  readonly replica: Knex;
  readonly log: Logger;
}

/** Watches how far a replica has replayed its primary. */
export class LsnWatermark {
  readonly #deps: Deps;
  readonly #closing = new AbortController();
  readonly #watching: Promise<void>;
  /** Not seen on the replica yet, oldest first. */
  #waiting: (Sample & Position)[] = [];
  #replayed: Sample | undefined;
  #isLost = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#watching = this.#watch();
  }

  /** The newest sample that the replica has; undefined while it is not known to have any. */
  get replayed(): Sample | undefined {
    return this.#replayed;
  }

  /** Until the next look succeeds, the replica is not known to have any sample. */
  forget(): void {
    this.#replayed = undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#look();
        this.#report(undefined);
      } catch (err) {
        this.#waiting = [];
        this.forget();
        if (!signal.aborted) this.#report(err);
      }
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { primary, replica } = this.#deps;
    const at = performance.now();
    const taken = await primary.raw<{ rows: (Position & Pick<Sample, 'as_of'>)[] }>(SAMPLE);
    const sample = { ...onlyRow(taken.rows), at };
    const found = await replica.raw<{ rows: (Position & { is_replica: boolean })[] }>(REPLAYED);
    const { is_replica, position, history } = onlyRow(found.rows);
    if (!is_replica) throw new Error('DATABASE_READ_URL leads to a server that is no replica');
    if (history !== sample.history) {
      throw new Error(
        'DATABASE_READ_URL leads to a replica of another server, or one from before a failover',
      );
    }
    this.#waiting = [...this.#waiting, sample]
      .filter((waiting) => waiting.history === history)
      .slice(-MAX_WAITING);
    const behind = this.#waiting.findIndex((waiting) => waiting.position > position);
    const reached = this.#waiting.splice(0, behind < 0 ? this.#waiting.length : behind);
    this.#replayed = reached.at(-1) ?? this.#replayed;
  }

  #report(err: unknown): void {
    const isLost = err !== undefined;
    if (isLost === this.#isLost) return;
    this.#isLost = isLost;
    if (isLost) this.#deps.log.warn({ err }, 'replica: away, its reads go to the primary');
    else this.#deps.log.info('replica: reads go there again');
  }
}
