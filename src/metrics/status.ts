import type { Probed } from '../db/database-look.ts';
import type { SharedState } from '../domain/operations/shared-state.ts';

type State = 'ok' | 'warn' | 'bad';

/** One part of the status, with a sentence for the operator. */
interface Check {
  readonly state: State;
  readonly why: string;
}

/** The pool of a process. */
export interface Pool {
  readonly used: number;
  readonly free: number;
  readonly limit: number;
  readonly waiting: number;
  readonly wait_ms: number;
}

/** The last run of a job in a process. */
export interface LastJob {
  readonly name: string;
  readonly result: string;
  readonly at: string;
}

/** What the status says about a process that has its database. */
export interface Running {
  readonly skew_ms: number;
  readonly pool: Pool;
  /** The wait above which requests are refused; 0 for any. */
  readonly max_pool_wait_ms: number;
  /** Undefined if the database did not answer. */
  readonly shared: SharedState | undefined;
  /** Undefined before the first run. */
  readonly last_job: LastJob | undefined;
}

export interface Facts {
  readonly version: string;
  readonly commit: string;
  readonly role: 'all' | 'api' | 'worker';
  readonly is_draining: boolean;
  readonly database: Probed;
  /** Undefined while the process starts. */
  readonly running: Running | undefined;
}

/** Above it a look, which opens a connection, is slow. */
const SLOW_LOOK_MS = 500;
/** As the start of a worker, and the log, judge the clock. */
const WARN_SKEW_MS = 2_000;
const MAX_SKEW_MS = 60_000;
/** A wait that users notice. */
const LONG_WAIT_MS = 200;

/** The document of `GET /status`. */
export type Status = ReturnType<typeof statusOf>;

/** Each check has a state and says why; the state of the whole is the worst of them. */
export function statusOf({ version, commit, role, is_draining, database, running }: Facts) {
  const checks = {
    process: processCheck(is_draining, running),
    database: databaseCheck(database, role),
    schema: schemaCheck(database),
    clock: clockCheck(running),
    pool: poolCheck(running),
    jobs: jobsCheck(running, role),
    sending: sendingCheck(running?.shared),
  };
  return { state: worstOf(Object.values(checks)), version, commit, role, checks };
}

function worstOf(checks: readonly Check[]): State {
  const states = checks.map(({ state }) => state);
  if (states.includes('bad')) return 'bad';
  return states.includes('warn') ? 'warn' : 'ok';
}

function processCheck(isDraining: boolean, running: Running | undefined): Check {
  if (isDraining) return { state: 'warn', why: 'The process is stopping.' };
  return running
    ? { state: 'ok', why: 'The process is started.' }
    : { state: 'bad', why: 'The process waits for its database, and answers requests with 503.' };
}

function databaseCheck({ isUp, ms, found, problem }: Probed, role: Facts['role']) {
  const took = { ms: Math.round(ms) };
  if (!isUp) return { state: 'bad', why: `No answer: ${problem}`, ...took } as const;
  if (found?.isStandby) {
    const state = role === 'api' ? 'warn' : 'bad';
    return { state, why: 'It is a standby, which takes no writes.', ...took } as const;
  }
  const isSlow = ms > SLOW_LOOK_MS;
  const why = `A new connection and two statements took ${took.ms} ms.`;
  return { state: isSlow ? 'warn' : 'ok', why, ...took } as const;
}

function schemaCheck({ isUp, found, problem }: Probed) {
  if (!isUp) return { state: 'bad', why: 'Unknown: the database does not answer.' } as const;
  if (!found) return { state: 'bad', why: String(problem) } as const;
  const { applied, pending, newer } = found;
  const facts = { applied, pending };
  if (pending.length > 0) {
    const why = `${pending.length} migrations are pending: run npm run migrate, in the image node dist/scripts/migrate.js.`;
    return { state: 'bad', why, ...facts } as const;
  }
  const why =
    newer.length > 0
      ? `${newer.length} migrations are of a newer version, which this one can use.`
      : 'All migrations of this version are applied.';
  return { state: 'ok', why, ...facts } as const;
}

const STARTING = { state: 'bad', why: 'Unknown: the process waits for its database.' } as const;

function clockCheck(running: Running | undefined) {
  if (!running) return STARTING;
  const { skew_ms } = running;
  const skew = Math.abs(skew_ms);
  const state = skew > MAX_SKEW_MS ? 'bad' : skew > WARN_SKEW_MS ? 'warn' : 'ok';
  const way = skew_ms < 0 ? 'behind' : 'ahead of';
  const why = `This machine is ${Math.round(skew)} ms ${way} the database.`;
  return { state, why, skew_ms: Math.round(skew_ms) } as const;
}

function poolCheck(running: Running | undefined) {
  if (!running) return STARTING;
  const { pool, max_pool_wait_ms: limit } = running;
  const isOver = limit > 0 && pool.wait_ms > limit;
  const state = isOver ? 'bad' : pool.wait_ms > LONG_WAIT_MS ? 'warn' : 'ok';
  const why = `${pool.used} of ${pool.limit} connections are used, ${pool.waiting} requests wait.`;
  return { state, why, ...pool } as const;
}

function jobsCheck(running: Running | undefined, role: Facts['role']) {
  if (role === 'api') return { state: 'ok', why: 'This process runs no jobs.' } as const;
  if (!running) return STARTING;
  const { last_job = null, shared } = running;
  if (!shared) return { state: 'warn', why: UNREAD, last_job } as const;
  const { dead_jobs } = shared;
  const facts = { last_job, dead_jobs };
  if (dead_jobs > 0) {
    return { state: 'warn', why: `${dead_jobs} jobs failed for good.`, ...facts } as const;
  }
  if (last_job && last_job.result !== 'completed') {
    return { state: 'warn', why: `The last job, ${last_job.name}, failed.`, ...facts } as const;
  }
  const why = last_job ? 'The last job completed.' : 'No job has run yet.';
  return { state: 'ok', why, ...facts } as const;
}

const UNREAD = 'Unknown: the work of all processes could not be read.';

function sendingCheck(shared: SharedState | undefined) {
  if (!shared) return { state: 'warn', why: UNREAD } as const;
  const { paused_at, pause_scope, pause_ends_at, pause_reason, paused_by, messages_due } = shared;
  if (paused_at === null) {
    return { state: 'ok', why: 'Messages are sent.', due: messages_due } as const;
  }
  const by = paused_by ?? 'an operator at a console';
  const what = pause_scope === 'broadcasts' ? 'Broadcasts are' : 'Sending is';
  const reason = pause_reason ?? 'no reason given';
  return {
    state: 'warn',
    why: `${what} paused since ${paused_at} by ${by}: ${reason}.`,
    due: messages_due,
    paused: { at: paused_at, by, scope: pause_scope, until: pause_ends_at, reason: pause_reason },
  } as const;
}
