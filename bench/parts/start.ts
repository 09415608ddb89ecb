import { setTimeout as sleep } from 'node:timers/promises';
import { createData } from '../data.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import { type Run, startService } from '../run.ts';

const MB = 1_000_000;
/** After the start, until what only the start needed is collected. */
const IDLE_MS = 3_000;

/** The start of the built service to its first answer with status 200, and its idle memory. */
export async function measureStart(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_start');
  await withClient(database, (client) => createData(client));
  const settings = { DATABASE_URL: database };
  // The first start creates the tables of the queue.
  await (await startService(run, settings)).stop();

  const starts: { ms: number; idle: number }[] = [];
  for (let round = 0; round < (run.options.quick ? 3 : 7); round++) {
    const service = await startService(run, settings);
    await sleep(IDLE_MS);
    starts.push({ ms: service.startMs, idle: (await service.residentBytes()) / MB });
    await service.stop();
  }
  await run.cluster.drop('bench_start');
  const detail = `median of ${starts.length}`;
  return [
    {
      title: 'start to the first 200',
      value: median(starts.map(({ ms }) => ms)) / 1_000,
      goal: { better: 'less', unit: 's', must: 0.7, stretch: 0.5 },
      detail,
    },
    {
      title: 'idle memory',
      value: median(starts.map(({ idle }) => idle)),
      goal: { better: 'less', unit: 'MB', must: 130, stretch: 100 },
      detail: `${detail}, 3 s after the start, all roles in one process, 100,000 users`,
    },
  ];
}
