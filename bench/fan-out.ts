import pg from 'pg';
import { ADMIN_API_KEY, type BenchService, startService } from './service.ts';

/**
 * Tells 100,000 people something in the app, by a notification job of the service and its worker,
 * and writes the same rows into the same table by one plain INSERT … SELECT for comparison.
 *
 * Goals: at least 0.85 times as fast as the one statement, and no more memory for more people.
 */
const PEOPLE = 100_000;
const ROUNDS = 9;
const MIB = 1_024 * 1_024;
const TITLE = 'Doors open at nine';
const URL_OF_AGENDA = 'https://hallway.example/agenda';

await using service = await startService({ MESSENGER_TRANSPORT: 'log' });
const sql = new pg.Client(service.databaseUrl);
await sql.connect();
await sql.query(
  `insert into users (messenger_id, messenger_first_name, messenger_last_name, last_seen_at)
   select 1000000 + n, 'First ' || n, 'Last ' || n, now() from generate_series(1, $1::int) n`,
  [PEOPLE],
);
await sql.query('vacuum analyze users');
// What a first job loads is not what a job needs.
await job(service);
const idle = await service.residentBytes();
console.log(`${PEOPLE} people, idle ${(idle / MIB).toFixed(0)} MiB`);

const ratios: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const plainSeconds = await plain();
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

/** Each figure begins with empty tables, so that the one before does not matter. */
async function emptied(): Promise<void> {
  await sql.query('truncate notifications cascade');
  await sql.query('vacuum users');
  await sql.query('checkpoint');
}

async function plain(): Promise<number> {
  await emptied();
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
    [TITLE, URL_OF_AGENDA, rows[0].id],
  );
  return (performance.now() - started) / 1_000;
}

/** From when the worker begins until the job is completed, in seconds. */
async function job({ url }: BenchService): Promise<number> {
  await emptied();
  const api = `${url}/api/v1/admin/notifications`;
  const headers = { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' };
  const body = JSON.stringify({
    title: TITLE,
    body: 'Good morning, {{first_name|there}}! Have your ticket ready.',
    action_url: URL_OF_AGENDA,
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
    if (Number(total) !== PEOPLE) throw new Error(`the job has ${total} recipients`);
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
