import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY } from '../harness/service.ts';
import { type Run, startService, withPeak } from '../run.ts';

const ROWS = 100_000;
const WAITLISTED = 10_000;
const MB = 1_000_000;
const FORMATS = ['csv', 'xlsx'] as const;

/**
 * Exports the attendees of a conference with 90,000 seats and a waitlist of 10,000, in both formats.
 */
export async function measureExport(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_export');
  const conferenceId = await createAttendees(database);
  const service = await startService(run, { DATABASE_URL: database });
  const address = `/api/v1/admin/conferences/${conferenceId}/attendees`;
  // Warms up: the first download also loads modules.
  for (const format of FORMATS) await download(service, `${address}?format=${format}&q=Last+17`);
  const idle = await service.residentBytes();

  const figures: Figure[] = [];
  for (const format of FORMATS) {
    const { result, seconds, peakBytes } = await withPeak(service, () =>
      download(service, `${address}?format=${format}`),
    );
    figures.push({
      title: `export of 100,000 attendees as ${format}, memory above idle`,
      value: (peakBytes - idle) / MB,
      goal: { better: 'less', unit: 'MB', must: 40, stretch: 40 },
      detail: `${(result / MB).toFixed(1)} MB in ${seconds.toFixed(1)} s`,
    });
  }
  await service.stop();
  await run.cluster.drop('bench_export');
  return figures;
}

const createAttendees = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
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
    return id;
  });

/** Returns the length of the file in bytes. */
async function download({ url }: ServerProcess, address: string): Promise<number> {
  const res = await fetch(`${url}${address}`, { headers: { 'X-API-Key': ADMIN_API_KEY } });
  if (!res.ok || !res.body) throw new Error(`export: ${res.status} ${await res.text()}`);
  let bytes = 0;
  for await (const chunk of res.body) bytes += chunk.length;
  return bytes;
}
