import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReplicated } from '../../test/support/replicated.ts';
import { createBusyData, resetSignIns } from '../busy/data.ts';
import { failuresOf, shortOf } from '../busy/figures.ts';
import { type Minute, measureMinute } from '../busy/minute.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { parseStat } from '../harness/cpu.ts';
import { medians } from '../harness/median.ts';
import { type Run, startServiceAnywhere } from '../run.ts';

const REPLAY_DELAY_MS = 300;
const WHOLE = { scale: 0.5, rounds: 3, seconds: 25 };
const QUICK = { scale: 0.1, rounds: 1, seconds: 10 };
/** Those of the busy minute at a rate at which the cores are not busy. */
const ATTENDEES_PER_SECOND = 15;
const CHECK_INS_PER_SECOND = 2;
const REGISTRATIONS_PER_SECOND = 0.5;
const WARM_UP_SECONDS = 6;

/**
 * The CPU time of the primary in the busy minute, with a replica for reads by that without, in turn. The
 * replica streams in both cases. Every request of the minute counts, also what a replica never answers:
 * sign-ins, check-ins, registrations and the authentication of each request.
 */
export async function measureReplica(run: Run): Promise<Figure[]> {
  const { scale, rounds, seconds } = run.options.quick ? QUICK : WHOLE;
  await using servers = await startReplicated({ delayMs: REPLAY_DELAY_MS });
  const { primaryUrl, replicaUrl } = servers;
  const people = await withClient(primaryUrl, (client) => createBusyData(client, scale));
  const postmaster = await postmasterOf(primaryUrl);
  const measured = { ...run, cluster: { ...run.cluster, postmaster } };

  const minutes: Record<'without' | 'with', Minute[]> = { without: [], with: [] };
  let written = 0;
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['without', 'with'] as const) {
      await withClient(primaryUrl, (client) => resetSignIns(client, people));
      await untilReplayed(primaryUrl, replicaUrl);
      const service = await startServiceAnywhere(run, {
        DATABASE_URL: primaryUrl,
        ROLE: 'api',
        TRUST_PROXY: '1',
        ...(kind === 'with' && { DATABASE_READ_URL: replicaUrl }),
      });
      const minute = (of: number) => {
        const first = 1 + written;
        written += Math.ceil(CHECK_INS_PER_SECOND * of);
        return measureMinute(measured, [service], {
          addresses: 64,
          seconds: of,
          attendees: { first: 1 + ((round * 31) % 100), perSecond: ATTENDEES_PER_SECOND },
          checkIns: { first, perSecond: CHECK_INS_PER_SECOND },
          registrations: { first: people.firstFree + first, perSecond: REGISTRATIONS_PER_SECOND },
        });
      };
      await minute(WARM_UP_SECONDS);
      await withClient(primaryUrl, (client) => resetSignIns(client, people));
      await untilReplayed(primaryUrl, replicaUrl);
      minutes[kind].push(await minute(seconds));
      await service.stop();
    }
  }
  return figuresOf(minutes);
}

function figuresOf(minutes: Readonly<Record<'without' | 'with', readonly Minute[]>>): Figure[] {
  const costOf = (all: readonly Minute[]) =>
    medians(all.map(({ serverMs, databaseMs }) => ({ serverMs, databaseMs })));
  const [alone, helped] = [costOf(minutes.without), costOf(minutes.with)];
  return [
    {
      title: 'busy minute with a replica, CPU of the primary by that without',
      value: helped.databaseMs / alone.databaseMs,
      goal: { better: 'less', unit: '×', must: 0.4, stretch: 0.3 },
      detail: `${helped.databaseMs.toFixed(1)} and ${alone.databaseMs.toFixed(1)} ms an attendee, of the service ${helped.serverMs.toFixed(1)} and ${alone.serverMs.toFixed(1)}; ${minutes.with.map(shortOf).join('; ')}`,
    },
    {
      title: 'busy minute with a replica, errors',
      value: minutes.with.reduce((sum, minute) => sum + failuresOf(minute), 0),
      goal: { better: 'less', unit: 'answers', must: 0, stretch: 0 },
      detail: minutes.without.map(shortOf).join('; '),
    },
  ];
}

/** The parent of every process that serves a connection. */
async function postmasterOf(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const stat = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8');
    return parseStat(stat).parent;
  });
}

async function untilReplayed(primaryUrl: string, replicaUrl: string): Promise<void> {
  const [at] = await withClient(primaryUrl, (client) =>
    client.query('select pg_current_wal_flush_lsn() as lsn').then(({ rows }) => rows),
  );
  for (;;) {
    const [replayed] = await withClient(replicaUrl, (client) =>
      client
        .query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as yes', [at?.lsn])
        .then(({ rows }) => rows),
    );
    if (replayed?.yes) return;
    await sleep(200);
  }
}
