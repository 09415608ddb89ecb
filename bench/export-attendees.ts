import pg from 'pg';
import { ADMIN_API_KEY, type BenchService, startService } from './service.ts';

/**
 * Exports the attendees of a conference with 90,000 seats and a waitlist of 10,000, in both formats.
 *
 * Goal: at most 40 MB above the idle process.
 */
const ROWS = 100_000;
const WAITLISTED = 10_000;
const MIB = 1_024 * 1_024;

await using service = await startService();
const conferenceId = await seed(service.databaseUrl);
// Warms up: the first download also loads modules.
for (const format of ['csv', 'xlsx']) await download(service, `format=${format}&q=Last+17`);
const idle = await service.residentBytes();
console.log(`idle   ${(idle / MIB).toFixed(0)} MiB`);

for (const format of ['csv', 'xlsx']) {
  const { seconds, peak, bytes } = await measured(service, `format=${format}`);
  console.log(
    `${format.padEnd(6)} ${seconds.toFixed(2)} s, ${Math.round(ROWS / seconds)} rows/s, ` +
      `${(bytes / MIB).toFixed(1)} MiB, ${((peak - idle) / MIB).toFixed(0)} MiB above idle`,
  );
}

async function seed(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `insert into users (messenger_id, messenger_first_name, messenger_last_name, username, company, job_title)
     select 1000000 + n, 'First ' || n, 'Last ' || n, 'user_' || n, 'Company ' || n % 500, 'Engineer'
       from generate_series(1, $1::int) n`,
    [ROWS],
  );
  const { rows } = await client.query(
    `insert into conferences (slug, name, starts_on, ends_on, timezone, status, capacity, attendee_count)
     values ('bench', 'Bench', '2026-05-14', '2026-05-16', 'UTC', 'published', $1, $1) returning id`,
    [ROWS - WAITLISTED],
  );
  const id = Number(rows[0].id);
  await client.query(
    `insert into conference_attendances (conference_id, user_id, status, registered_at, ticket_type)
     select $1, id, case when row_number() over (order by id) <= $2 then 'registered' else 'waitlisted' end,
            now(), 'regular'
       from users order by id`,
    [id, ROWS - WAITLISTED],
  );
  await client.query('analyze');
  await client.end();
  return id;
}

async function download({ url }: BenchService, query: string): Promise<number> {
  const res = await fetch(`${url}/api/v1/admin/conferences/${conferenceId}/attendees?${query}`, {
    headers: { 'X-API-Key': ADMIN_API_KEY },
  });
  if (!res.ok || !res.body) throw new Error(await res.text());
  let bytes = 0;
  for await (const chunk of res.body) bytes += chunk.length;
  return bytes;
}

async function measured(bench: BenchService, query: string) {
  let peak = 0;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await bench.residentBytes());
  }, 20);
  const started = performance.now();
  const bytes = await download(bench, query);
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1_000, peak, bytes };
}
