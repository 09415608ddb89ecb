import pg from 'pg';
import { ADMIN_API_KEY, type BenchService, startService } from './service.ts';

/**
 * Sends a notification job to the inbox of 100,000 users, and compares it with one INSERT … SELECT
 * of the same rows.
 *
 * Goals: at least 0.85 times as fast as the statement, in constant memory.
 */
const RECIPIENTS = 100_000;
const ROUNDS = 9;
const MIB = 1_024 * 1_024;
const TITLE = 'Doors open at nine';
const AGENDA_URL = 'https://hallway.example/agenda';

await using service = await startService({ MESSENGER_TRANSPORT: 'log' });
const sql = new pg.Client(service.databaseUrl);
await sql.connect();
await sql.query(
  `insert into users (messenger_id, messenger_first_name, messenger_last_name, last_seen_at)
   select 1000000 + n, 'First ' || n, 'Last ' || n, now() from generate_series(1, $1::int) n`,
  [RECIPIENTS],
);
await sql.query('vacuum analyze users');
// Warms up: the first job also loads modules.
await job(service);
const idle = await service.residentBytes();
console.log(`${RECIPIENTS} recipients, idle ${(idle / MIB).toFixed(0)} MiB`);

const ratios: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const plainSeconds = await oneStatement();
  const { seconds, peak } = await measured(service, () => job(service));
  ratios.push(plainSeconds / seconds);
  console.log(
    `one statement ${plainSeconds.toFixed(2)} s, job ${seconds.toFixed(2)} s: ` +
      `${(plainSeconds / seconds).toFixed(2)} × as fast, ${((peak - idle) / MIB).toFixed(0)} MiB above idle`,
  );
}
const median = ratios.sort((a, b) => a - b)[(ROUNDS - 1) / 2] ?? 0;
console.log(`median: ${median.toFixed(2)} × as fast`);
await sql.end();

/** Empties the tables, so that one measurement does not affect the next. */
async function emptyTables(): Promise<void> {
  await sql.query('truncate notifications cascade');
  await sql.query('vacuum users');
  await sql.query('checkpoint');
}

async function oneStatement(): Promise<number> {
  await emptyTables();
  const { rows } = await sql.query(
    `insert into notification_jobs (title, body, audience, channels, scheduled_at)
     values ('', '', '{}', '{in_app}', now()) returning id`,
  );
  const started = performance.now();
  await sql.query(
    `insert into notifications (user_id, type, title, body, action_url, job_id, in_app)
     select id, 'message', $1, 'Good morning, ' || first_name || '! Have your ticket ready.', $2, $3,
            true
       from users where erased_at is null and not is_blocked`,
    [TITLE, AGENDA_URL, rows[0].id],
  );
  return (performance.now() - started) / 1_000;
}

/** The seconds from the start of the job in the worker to its completion. */
async function job({ url }: BenchService): Promise<number> {
  await emptyTables();
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
  const { id } = (await sent.json()) as { id: number };
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const found = await fetch(`${api}/jobs/${id}`, { headers });
    const { status, total, started_at, finished_at } = (await found.json()) as Record<
      string,
      string
    >;
    if (status !== 'completed') continue;
    if (Number(total) !== RECIPIENTS) throw new Error(`the job has ${total} recipients`);
    return (Date.parse(String(finished_at)) - Date.parse(String(started_at))) / 1_000;
  }
}

async function measured({ residentBytes }: BenchService, work: () => Promise<number>) {
  let peak = 0;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentBytes());
  }, 100);
  const seconds = await work();
  clearInterval(timer);
  return { seconds, peak };
}
