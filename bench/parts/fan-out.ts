import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY } from '../harness/service.ts';
import { type Run, startService, withPeak } from '../run.ts';

const RECIPIENTS = 100_000;
const MB = 1_000_000;
const TITLE = 'Doors open at nine';
const AGENDA_URL = 'https://hallway.example/agenda';
const POLL_MS = 250;

/**
 * Sends a notification job to the inbox of 100,000 users, and compares it with one INSERT … SELECT
 * of the same rows.
 */
export async function measureFanOut(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_fan_out');
  const service = await startService(run, { DATABASE_URL: database });
  const rounds = await withClient(database, (client) => compareRounds(run, service, client));
  await service.stop();
  await run.cluster.drop('bench_fan_out');

  const plain = median(rounds.map((round) => round.plain));
  const job = median(rounds.map((round) => round.job));
  return [
    {
      title: 'fan-out to 100,000 users, speed as a multiple of one INSERT … SELECT',
      value: median(rounds.map((round) => round.plain / round.job)),
      goal: { better: 'more', unit: '×', must: 0.85, stretch: 0.95 },
      detail: `statement ${plain.toFixed(2)} s, job ${job.toFixed(2)} s, at most ${Math.max(...rounds.map(({ megabytes }) => megabytes)).toFixed(0)} MB above idle`,
    },
  ];
}

async function compareRounds(run: Run, service: ServerProcess, client: pg.Client) {
  await client.query(
    `insert into users (messenger_id, messenger_first_name, messenger_last_name, last_seen_at)
     select 1000000 + n, 'First ' || n, 'Last ' || n, now() from generate_series(1, $1::int) n`,
    [RECIPIENTS],
  );
  await client.query('vacuum analyze users');
  // Warms up: the first job also loads modules.
  await jobSeconds(service, client);
  const idle = await service.residentBytes();
  const rounds: { plain: number; job: number; megabytes: number }[] = [];
  for (let round = 0; round < (run.options.quick ? 2 : 7); round++) {
    const plain = await statementSeconds(client);
    const { result, peakBytes } = await withPeak(service, () => jobSeconds(service, client));
    rounds.push({ plain, job: result, megabytes: (peakBytes - idle) / MB });
  }
  return rounds;
}

/** Empties the tables, so that one measurement does not affect the next. */
async function emptyTables(client: pg.Client): Promise<void> {
  await client.query('truncate notifications cascade');
  await client.query('vacuum users');
  await client.query('checkpoint');
}

async function statementSeconds(client: pg.Client): Promise<number> {
  await emptyTables(client);
  const { rows } = await client.query(
    `insert into notification_jobs (title, body, audience, channels, scheduled_at)
     values ('', '', '{}', '{in_app}', now()) returning id`,
  );
  const started = performance.now();
  await client.query(
    `insert into notifications (user_id, type, title, body, action_url, job_id, in_app)
     select id, 'message', $1, 'Good morning, ' || first_name || '! Have your ticket ready.', $2, $3,
            true
       from users where erased_at is null and not is_blocked`,
    [TITLE, AGENDA_URL, rows[0].id],
  );
  return (performance.now() - started) / 1_000;
}

/** The seconds from the start of the job in the worker to its completion. */
async function jobSeconds({ url }: ServerProcess, client: pg.Client): Promise<number> {
  await emptyTables(client);
  const api = `${url}/api/v1/admin/notifications`;
  const headers = { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' };
  const body = JSON.stringify({
    title: TITLE,
    body: 'Good morning, {{first_name|there}}! Have your ticket ready.',
    action_url: AGENDA_URL,
    channels: ['in_app'],
    audience: { all: true },
    force: true,
  });
  const sent = await fetch(`${api}/bulk-send`, { method: 'POST', headers, body });
  if (!sent.ok) throw new Error(`fan-out: ${sent.status} ${await sent.text()}`);
  const { id } = (await sent.json()) as { id: number };
  for (;;) {
    await sleep(POLL_MS);
    const found = await fetch(`${api}/jobs/${id}`, { headers });
    const job = (await found.json()) as Record<string, string>;
    if (job.status === 'failed') throw new Error(`fan-out: ${JSON.stringify(job)}`);
    if (job.status !== 'completed') continue;
    if (Number(job.total) !== RECIPIENTS) throw new Error(`the job has ${job.total} recipients`);
    return (Date.parse(String(job.finished_at)) - Date.parse(String(job.started_at))) / 1_000;
  }
}
