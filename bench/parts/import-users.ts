import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY } from '../harness/service.ts';
import { type Run, startService, withPeak } from '../run.ts';

const ROWS = 100_000;
const EVERY_BAD = 1_000;
const MB = 1_000_000;

/**
 * Imports 100,000 users from a CSV file into an empty database, and again without changes; compares
 * the first import with a COPY of the same rows into a table with the same columns and indexes. One
 * row in 1,000 is invalid.
 */
export async function measureImport(run: Run): Promise<Figure[]> {
  const csv = csvOf(ROWS);
  const rounds: { copy: number; first: number; again: number; megabytes: number }[] = [];
  for (let round = 0; round < (run.options.quick ? 1 : 3); round++) {
    const database = await run.cluster.create('bench_import');
    const copy = await copySeconds(database, csv);
    const service = await startService(run, { DATABASE_URL: database });
    // Warms up: the first request also loads modules.
    await importUsers(service, csvOf(10));
    const idle = await service.residentBytes();
    const first = await withPeak(service, () => importUsers(service, csv));
    const again = await withPeak(service, () => importUsers(service, csv));
    const peak = Math.max(first.peakBytes, again.peakBytes);
    rounds.push({
      copy,
      first: first.seconds,
      again: again.seconds,
      megabytes: (peak - idle) / MB,
    });
    await service.stop();
    await run.cluster.drop('bench_import');
  }
  const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const seconds = [of((round) => round.copy), of((round) => round.first)] as const;
  return [
    {
      title: 'import of 100,000 users, speed as a multiple of COPY',
      value: of(({ copy, first }) => copy / first),
      goal: { better: 'more', unit: '×', must: 0.5, stretch: 0.7 },
      detail: `COPY ${seconds[0].toFixed(1)} s, import ${seconds[1].toFixed(1)} s, again without changes ${of((round) => round.again).toFixed(1)} s`,
    },
    {
      title: 'import, memory above idle',
      value: of(({ megabytes }) => megabytes),
      goal: { better: 'less', unit: 'MB', must: 60, stretch: 20 },
      detail: `peak of both imports, median of ${rounds.length}`,
    },
  ];
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

async function importUsers({ url }: ServerProcess, csv: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([csv]), 'users.csv');
  const res = await fetch(`${url}/api/v1/admin/users/bulk-import`, {
    method: 'POST',
    headers: { 'X-API-Key': ADMIN_API_KEY },
    body: form,
  });
  if (!res.ok) throw new Error(`import: ${res.status} ${await res.text()}`);
  await res.arrayBuffer();
}

/** The seconds of a COPY of the same rows, without validation. */
async function copySeconds(databaseUrl: string, csv: string): Promise<number> {
  const [header = '', ...lines] = csv.trimEnd().split('\n');
  const columns = header
    .replace('first_name', 'messenger_first_name')
    .replace('last_name', 'messenger_last_name');
  const rows = lines
    .filter((line) => !line.startsWith('bad'))
    .map((line) => line.replace(/(a\d+)\|(b\d+)$/, '"{$1,$2}"'))
    .join('\n');
  return withClient(databaseUrl, async (client) => {
    await client.query('create table bench_copy (like users including all)');
    const started = performance.now();
    await pipeline(
      Readable.from([rows]),
      client.query(from(`copy bench_copy (${columns}) from stdin csv`)),
    );
    const seconds = (performance.now() - started) / 1_000;
    await client.query('drop table bench_copy');
    return seconds;
  });
}
