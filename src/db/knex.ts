import type { Knex } from 'knex';
import knex from 'knex';
import pg from 'pg';
import { overloaded } from '../errors.ts';
import { startWait, waitedMs } from '../lib/counted-waits.ts';
import { shareAsOf } from './changes.ts';
import { Connection } from './connection.ts';
import { attachPipelinedConnections, PipelinedConnections } from './pipelined-connections.ts';

/** A statement gets this time also in a request that has used up its waits. */
const MIN_STATEMENT_MS = 250;
/**
 * Shorter waits do not shorten a statement. Under load most requests wait some milliseconds for a
 * connection, and the two statements that set a timeout cost as much as a look-up each.
 */
const MIN_SHORTENING_MS = 250;

/** Behind PgBouncer the setting would stay with whichever connection executed it: there it changes nothing. */
const SHORTEN = `select set_config('statement_timeout', $1, false) where pg_backend_pid() = $2`;

type Pooled = pg.Client & { readonly processID: number | null };

/**
 * Makes the waits of one request for connections count together, up to the time of one statement, and
 * shortens its statements by them: else one that waited for its connection could wait as long again for a
 * lock.
 */
function limitWaits(
  db: Knex,
  { acquireMs, statementMs }: { readonly acquireMs: number; readonly statementMs: number },
): void {
  const { client } = db;
  const acquire: () => Promise<Pooled> = client.acquireConnection.bind(client);
  const release: (connection: Pooled) => Promise<void> = client.releaseConnection.bind(client);
  const left = () => statementMs - waitedMs();
  const shortened = new WeakSet<Pooled>();

  client.acquireConnection = async (): Promise<Pooled> => {
    const connection = await acquireInTime();
    const limit = Math.max(MIN_STATEMENT_MS, Math.ceil(left()));
    if (limit > statementMs - MIN_SHORTENING_MS) return connection;
    try {
      const { rowCount } = await connection.query(SHORTEN, [String(limit), connection.processID]);
      if (rowCount) shortened.add(connection);
    } catch (error) {
      await release(connection);
      throw error;
    }
    return connection;
  };
  client.releaseConnection = async (connection: Pooled): Promise<void> => {
    // A connection that cannot be reset has closed itself.
    if (shortened.delete(connection))
      await connection.query('reset statement_timeout').catch(() => {});
    return release(connection);
  };

  async function acquireInTime(): Promise<Pooled> {
    using _wait = startWait();
    const limit = Math.max(0, left() - MIN_STATEMENT_MS);
    if (limit >= acquireMs) return await acquire();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const refusal = () => overloaded('The database is overloaded or unavailable');
    const timer = setTimeout(() => reject(refusal()), limit);
    const acquired = acquire();
    try {
      return await Promise.race([acquired, late]);
    } catch (error) {
      // One that comes too late goes back.
      acquired.then(release, () => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * Formats `2026-05-14 09:00:00.5+00` as RFC 3339 in UTC with milliseconds. Instants stay text from
 * column to wire: parsing and printing a Date for each was a third of the cost of a list.
 */
function instantFromPg(text: string): string {
  // A timestamptz(3) has 0 to 3 fraction digits, and the session's time zone is UTC.
  if (!text.endsWith('+00') || text.length > 26) return new Date(text).toISOString();
  const [seconds = '', fraction = ''] = text.slice(0, -3).split('.');
  return `${seconds.slice(0, 10)}T${seconds.slice(11)}.${fraction.padEnd(3, '0')}Z`;
}

function integerFromPg(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}

pg.types.setTypeParser(INT8, integerFromPg);
pg.types.setTypeParser(TIMESTAMPTZ, instantFromPg);
pg.types.setTypeParser(DATE, (text) => text);

/** The waits of a pool, in milliseconds. */
export interface PoolLimits {
  /** The wait for a free connection. */
  readonly acquireMs: number;
  readonly connectMs: number;
  readonly statementMs: number;
  readonly idleInTransactionMs: number;
  /** The wait of a statement for a lock, and of a request for the limit of `concurrency`. */
  readonly lockWaitMs: number;
}

/** Chosen in experiments with a lost database. */
export const POOL_LIMITS: PoolLimits = {
  acquireMs: 3_000,
  connectMs: 3_000,
  statementMs: 5_000,
  idleInTransactionMs: 10_000,
  lockWaitMs: 3_000,
};
/** The silence before the first keep-alive probe, for statements with a longer timeout. */
const KEEP_ALIVE_MS = 5_000;

/**
 * The share of a word's trigrams that must remain after a typing error. At 0.6, the default,
 * `Thomes` misses Thomas.
 */
const WORD_SIMILARITY = 0.4;

export interface PoolOptions {
  readonly poolSize?: number;
  /** Whether compiled statements are prepared by name, which PgBouncer before 1.21 cannot pass on. */
  readonly prepared?: boolean;
  /** Connections for look-ups by key, beside the pool; none without prepared statements. */
  readonly pipelinedConnections?: number;
  /**
   * The time for which lists share one `as_of`, in milliseconds; by default each list asks for its
   * own.
   */
  readonly sharedAsOfMs?: number;
  /** Longer waits keep tests independent of the speed of the machine. */
  readonly limits?: PoolLimits;
  /** Receives Knex's own warnings, such as a failed connection. */
  readonly warn?: (message: string) => void;
}

/** Of each connection. */
const SETTINGS = {
  timezone: 'UTC',
  'pg_trgm.word_similarity_threshold': WORD_SIMILARITY,
  // The other cores have requests of their own: page 100 of the attendees by company cost 22 ms of CPU alone,
  // and 77 with two workers.
  max_parallel_workers_per_gather: 0,
  // Without statistics of its tables a plan looks so dear that it is compiled: a claim of messages took 6 s
  // instead of milliseconds, on a new database of a server with LLVM.
  jit: 'off',
} as const;

/** A connection pool. It opens no connection before the first query. */
export const openDatabase = (
  url: string,
  {
    poolSize = 10,
    prepared = true,
    pipelinedConnections = 0,
    sharedAsOfMs = 0,
    limits = POOL_LIMITS,
    warn = () => {},
  }: PoolOptions = {},
): Knex => {
  const connection = {
    connectionString: url,
    application_name: 'hallway',
    keepAlive: true,
    // Probes follow every second; after ten without an answer the connection is lost.
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: Object.entries({ ...SETTINGS, lock_timeout: limits.lockWaitMs })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const db = knex({
    client: 'pg',
    log: { warn },
    acquireConnectionTimeout: limits.acquireMs,
    pool: { min: 0, max: poolSize },
    connection: {
      ...connection,
      connectionTimeoutMillis: limits.connectMs,
      // When the server vanishes without closing the connection, only the client can time out.
      query_timeout: limits.statementMs + 1_000,
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    },
  });
  db.userParams = { lockWaitMs: limits.lockWaitMs };
  // Knex has no setting for the class of its connections.
  class Client extends Connection {
    constructor(config: pg.ClientConfig) {
      super(config, { prepares: prepared });
    }
  }
  db.client.driver = { ...pg, Client };
  limitWaits(db, limits);
  if (sharedAsOfMs > 0) shareAsOf(db, sharedAsOfMs);
  if (prepared && pipelinedConnections > 0)
    attachPipelinedConnections(db, new PipelinedConnections(connection, pipelinedConnections));
  return db;
};
