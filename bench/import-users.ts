import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { ADMIN_API_KEY, type BenchService, startService } from './service.ts';

/**
 * Imports 100,000 users from one CSV file twice, and compares it with a COPY of the same rows into a
 * table. One row in 1,000 is invalid.
 *
 * Goals: at most 60 MB above the idle process; at least half as fast as COPY.
 */
const ROWS = 100_000;
const EVERY_BAD = 1_000;
const MIB = 1_024 * 1_024;

await using service = await startService();
const csv = csvOf(ROWS);
console.log(`${ROWS} rows, ${(csv.length / MIB).toFixed(1)} MiB`);

const copySeconds = await copy(service.databaseUrl);
console.log(`COPY alone       ${copySeconds.toFixed(2)} s`);
// Warms up: the first request also loads modules.
await importUsers(service, csvOf(10));
const idle = await service.residentBytes();
console.log(`idle             ${(idle / MIB).toFixed(0)} MiB`);

for (const run of ['first', 'again']) {
  const { seconds, peak, answer } = await measured(service, () => importUsers(service, csv));
  console.log(
    `${run.padEnd(16)} ${seconds.toFixed(2)} s, ${(copySeconds / seconds).toFixed(2)} × COPY, ` +
      `${((peak - idle) / MIB).toFixed(0)} MiB above idle, ${JSON.stringify(answer)}`,
  );
}

function csvOf(rows: number): string {
  const lines = ['messenger_id,first_name,last_name,username,headline,company,job_title,interests'];
  for (let n = 1; n <= rows; n++) {
    const id = n % EVERY_BAD === 0 ? 'bad' : String(1_000_000 + n);
    lines.push(
      `${id},First ${n},Last ${n},user_${n},"Builds engines, number ${n}",Company ${n % 500},Engineer,a${n % 50}|b${n % 70}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

async function importUsers({ url }: BenchService, table: string) {
  const form = new FormData();
  form.append('file', new Blob([table]), 'users.csv');
  const res = await fetch(`${url}/api/v1/admin/users/bulk-import`, {
    method: 'POST',
    headers: { 'X-API-Key': ADMIN_API_KEY },
    body: form,
  });
  const answer = (await res.json()) as Record<string, unknown>;
  const { total, created, updated, unchanged, failed } = answer;
  return { status: res.status, total, created, updated, unchanged, failed };
}

async function measured<T>({ residentBytes }: BenchService, work: () => Promise<T>) {
  let peak = 0;
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentBytes());
  }, 20);
  const started = performance.now();
  const answer = await work();
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1_000, peak, answer };
}

/** Copies the same rows without validation into a table with the columns and indexes of `users`. */
async function copy(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('create table bench_copy (like users including all)');
  const [header = '', ...lines] = csvOf(ROWS).trimEnd().split('\n');
  const columns = header
    .replace('first_name', 'messenger_first_name')
    .replace('last_name', 'messenger_last_name');
  const rows = lines
    .filter((line) => !line.startsWith('bad'))
    .map((line) => line.replace(/(a\d+)\|(b\d+)$/, '"{$1,$2}"'))
    .join('\n');
  const started = performance.now();
  await pipeline(
    Readable.from([rows]),
    client.query(from(`copy bench_copy (${columns}) from stdin csv`)),
  );
  const seconds = (performance.now() - started) / 1_000;
  await client.query('drop table bench_copy');
  await client.end();
  return seconds;
}
