import type { Probed } from '../../../src/db/database-look.ts';
import type { SharedState } from '../../../src/domain/operations/shared-state.ts';
import { type Facts, type Running, statusOf } from '../../../src/metrics/status.ts';

const FOUND = { isStandby: false, applied: 160, pending: [], newer: [] };
const PROBED: Probed = { isUp: true, ms: 4.2, found: FOUND };
const SHARED: SharedState = {
  queues: [],
  dead_jobs: 0,
  messages_due: 3,
  oldest_due_s: 1,
  paused_at: null,
  pause_scope: null,
  pause_ends_at: null,
  pause_reason: null,
  paused_by: null,
  running_broadcasts: 0,
  open_mints: 0,
  due_settlements: 0,
  sources_off: 0,
  media_bytes: 0,
  webhook_changes: 0,
  oldest_webhook_s: 0,
  failing_webhooks: 0,
  off_webhooks: 0,
  last_backup_at: null,
};
const POOL = { used: 2, free: 8, limit: 10, waiting: 0, wait_ms: 0 };
const RUNNING: Running = {
  skew_ms: 12.4,
  pool: POOL,
  max_pool_wait_ms: 1_000,
  shared: SHARED,
  last_job: { name: 'settle-tasks', result: 'completed', at: '2026-05-14T02:00:00.000Z' },
};
const FACTS: Facts = {
  version: '0.1.0',
  commit: 'unknown',
  role: 'worker',
  is_draining: false,
  database: PROBED,
  running: RUNNING,
};
const paused = {
  ...SHARED,
  paused_at: '2026-05-14T02:00:00.000Z',
  pause_scope: 'broadcasts',
  pause_reason: 'The room changes',
} as const;

describe('statusOf', () => {
  it('says of a healthy process that each part is ok', () => {
    const { state, checks, ...build } = statusOf(FACTS);

    expect({ state, ...build }).toEqual({
      state: 'ok',
      version: '0.1.0',
      commit: 'unknown',
      role: 'worker',
    });
    expect(Object.values(checks).map((check) => check.state)).toEqual(Array(7).fill('ok'));
    expect(checks.database).toMatchObject({ ms: 4 });
    expect(checks.schema).toMatchObject({ applied: 160, pending: [] });
    expect(checks.clock).toMatchObject({ skew_ms: 12 });
  });

  it.each<[string, Partial<Facts>, string, RegExp]>([
    ['process', { is_draining: true }, 'warn', /stopping/],
    ['process', { running: undefined }, 'bad', /waits for its database/],
    ['database', { database: { isUp: false, ms: 3, problem: 'refused' } }, 'bad', /: refused$/],
    ['database', { database: { ...PROBED, ms: 700 } }, 'warn', /700 ms/],
    [
      'database',
      { database: { ...PROBED, found: { ...FOUND, isStandby: true } } },
      'bad',
      /standby/,
    ],
    [
      'database',
      { role: 'api', database: { ...PROBED, found: { ...FOUND, isStandby: true } } },
      'warn',
      /standby/,
    ],
    ['schema', { database: { isUp: true, ms: 1, problem: 'Another branch.' } }, 'bad', /^Another/],
    [
      'schema',
      { database: { ...PROBED, found: { ...FOUND, pending: ['20261129_a'] } } },
      'bad',
      /^1 migrations are pending: run npm run migrate/,
    ],
    [
      'schema',
      { database: { ...PROBED, found: { ...FOUND, newer: ['b'] } } },
      'ok',
      /newer version/,
    ],
    ['clock', { running: { ...RUNNING, skew_ms: -2_500 } }, 'warn', /2500 ms behind/],
    ['clock', { running: { ...RUNNING, skew_ms: 61_000 } }, 'bad', /ahead of/],
    ['pool', { running: { ...RUNNING, pool: { ...POOL, wait_ms: 300 } } }, 'warn', /2 of 10/],
    ['pool', { running: { ...RUNNING, pool: { ...POOL, wait_ms: 1_001 } } }, 'bad', /2 of 10/],
    [
      'pool',
      { running: { ...RUNNING, max_pool_wait_ms: 0, pool: { ...POOL, wait_ms: 9_000 } } },
      'warn',
      /2 of 10/,
    ],
    ['jobs', { role: 'api' }, 'ok', /runs no jobs/],
    ['jobs', { running: { ...RUNNING, last_job: undefined } }, 'ok', /No job has run yet/],
    [
      'jobs',
      { running: { ...RUNNING, shared: { ...SHARED, dead_jobs: 2 } } },
      'warn',
      /^2 jobs failed for good/,
    ],
    [
      'jobs',
      { running: { ...RUNNING, last_job: { name: 'a-job', result: 'failed', at: 'now' } } },
      'warn',
      /a-job, failed/,
    ],
    ['sending', { running: { ...RUNNING, shared: undefined } }, 'warn', /Unknown/],
    [
      'sending',
      { running: { ...RUNNING, shared: paused } },
      'warn',
      /^Broadcasts are paused since 2026-05-14T02:00:00.000Z by an operator at a console: The room changes.$/,
    ],
    [
      'sending',
      { running: { ...RUNNING, shared: { ...paused, paused_by: 'key 7' } } },
      'warn',
      / by key 7: /,
    ],
  ])('judges %s by %j as %s', (name, facts, state, why) => {
    const status = statusOf({ ...FACTS, ...facts });
    const check = new Map<string, { state: string; why: string }>(Object.entries(status.checks));

    expect(check.get(name)).toMatchObject({ state, why: expect.stringMatching(why) });
    if (state !== 'ok') expect(status.state).not.toBe('ok');
  });

  it('is bad as a whole while the database is away, whatever else is known', () => {
    const database = { isUp: false, ms: 3_000, problem: 'timeout expired' };
    const running = { ...RUNNING, shared: undefined };

    expect(statusOf({ ...FACTS, database, running }).state).toBe('bad');
  });
});
