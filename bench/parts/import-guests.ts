import type pg from 'pg';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const GUESTS = 10_000;

/**
 * Imports 10,000 guests into a conference of a new database, and again without changes, beside one INSERT … SELECT
 * from JSON with the same columns.
 */
export async function measureGuestImport(run: Run): Promise<Figure[]> {
  const guests = Array.from({ length: GUESTS }, (_, n) => ({
    ticket_code: `HARBOR-${100_000 + n}`,
    username: `guest_${n}`,
    first_name: `First ${n}`,
    last_name: `Last ${n}`,
    company: `Company ${n % 500}`,
    ticket_type: n % 10 === 0 ? 'Speaker' : 'Regular',
  }));
  const rounds: { bare: number; first: number; again: number }[] = [];
  for (let round = 0; round < (run.options.quick ? 1 : 3); round++) {
    const database = await run.cluster.create('bench_guests');
    const [bareId, id, warmId] = await withClient(database, createConferences);
    const bare = await withClient(database, (client) => bareSeconds(client, bareId, guests));
    const service = await startService(run, { DATABASE_URL: database });
    await importGuests(service, warmId, guests.slice(0, 10));
    const first = await importGuests(service, id, guests);
    const again = await importGuests(service, id, guests);
    rounds.push({ bare, first, again });
    await service.stop();
    await run.cluster.drop('bench_guests');
  }
  const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const [bare, first, again] = [
    of((round) => round.bare),
    of((round) => round.first),
    of((round) => round.again),
  ];
  return [
    {
      title: 'import of 10,000 guests, time as a multiple of one INSERT … SELECT',
      value: of((round) => round.first / round.bare),
      goal: { better: 'less', unit: '×', must: 2.8, stretch: 2 },
      detail: `statement ${bare.toFixed(2)} s, import ${first.toFixed(2)} s`,
    },
    {
      title: 'the same guests again, time as a multiple of the first import',
      value: of((round) => round.again / round.first),
      goal: { better: 'less', unit: '×', must: 1.5, stretch: 1 },
      detail: `${again.toFixed(2)} s, on a database without statistics before`,
    },
  ];
}

async function createConferences(client: pg.Client): Promise<[number, number, number]> {
  const { rows } = await client.query(
    `insert into conferences (name, slug, starts_on, ends_on, timezone, status)
     select 'Harbor Summit', 'harbor-' || n, '2027-03-18', '2027-03-19', 'UTC', 'published'
       from generate_series(1, 3) n returning id`,
  );
  const [one, another, third] = rows.map((row) => Number(row.id));
  if (!one || !another || !third) throw new Error('three conferences');
  return [one, another, third];
}

/** Left out: hashes of codes, people who have an account, the report, the audit log, and what changed. */
async function bareSeconds(client: pg.Client, id: number, guests: object[]): Promise<number> {
  const started = performance.now();
  await client.query(
    `insert into registrations (conference_id, status, username, first_name, last_name, company,
                                ticket_type, ticket_code_hash, guest_key_id)
     select $1, 'registered', g.username, g.first_name, g.last_name, g.company, g.ticket_type,
            encode(sha256(g.ticket_code::bytea), 'hex'), 'bare'
       from jsonb_to_recordset($2::jsonb) as g (username text, first_name text, last_name text,
              company text, ticket_type text, ticket_code text)
     on conflict do nothing`,
    [id, JSON.stringify(guests)],
  );
  return (performance.now() - started) / 1_000;
}

/** The seconds of an import whose every row is stored. */
async function importGuests(
  { url }: ServerProcess,
  id: number,
  guests: readonly object[],
): Promise<number> {
  const [first = {}] = guests;
  const lines = [Object.keys(first), ...guests.map(Object.values)].map((values) => values.join());
  const form = new FormData();
  form.append('file', new Blob([`${lines.join('\n')}\n`]), 'guests.csv');
  const started = performance.now();
  const res = await fetch(`${url}/api/v1/admin/conferences/${id}/bulk-upload`, {
    method: 'POST',
    headers: { 'X-API-Key': ADMIN_API_KEY },
    body: form,
  });
  const text = await res.text();
  const seconds = (performance.now() - started) / 1_000;
  if (!res.ok) throw new Error(`import of guests: ${res.status} ${text.slice(0, 500)}`);
  const { skipped, failed } = JSON.parse(text);
  if (skipped > 0 || failed > 0) throw new Error(`import of guests: ${text.slice(0, 500)}`);
  return seconds;
}
