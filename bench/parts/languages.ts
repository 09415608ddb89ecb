import { openDatabase } from '../../src/db/knex.ts';
import { openStore } from '../../src/repositories/store.ts';
import { noticeOf } from '../../test/support/conference-notices.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { tokenIssuer } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';

const NOTICES = 1_000;
const PAGE = 100;
const ROUNDS = 20;
const READERS = { en: 1, ar: 2 } as const;

/**
 * The CPU time of the service for an inbox of 1,000 notices in Arabic by that for the same in English, read
 * in turn: texts are formatted when they are read.
 */
export async function measureLanguages(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_languages');
  await withClient(database, (client) =>
    client.query(
      `insert into users (messenger_id, messenger_first_name, language_code)
       values (1000001, 'English', 'en'), (1000002, 'Arabic', 'ar')`,
    ),
  );
  await createNotices(database);
  const server = await startService(run, { DATABASE_URL: database, ROLE: 'api' });
  const costs = { en: [] as number[], ar: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const language of ['en', 'ar'] as const) {
      costs[language].push(await costOf(server, READERS[language]));
    }
  }
  await server.stop();
  await run.cluster.drop('bench_languages');
  const [english, arabic] = [median(costs.en), median(costs.ar)];
  return [
    {
      title: 'An inbox of 1,000 in Arabic, CPU of the service by that in English',
      value: arabic / english,
      goal: { better: 'less', unit: '×', must: 1.2, stretch: 1.1 },
      detail: `${(arabic / 1_000).toFixed(0)} and ${(english / 1_000).toFixed(0)} ms, medians of ${ROUNDS} rounds of each`,
    },
  ];
}

async function createNotices(database: string): Promise<void> {
  const db = openDatabase(database);
  const store = openStore(db, { send: async () => {} });
  await store.transaction(async (tx) => {
    for (let n = 0; n < NOTICES; n++) {
      await tx.notifications.insertForAll(Object.values(READERS), noticeOf(n));
    }
  });
  await db.destroy();
}

/** Of reading the whole inbox, in microseconds. */
async function costOf({ url, cpuMicros }: ServerProcess, reader: number): Promise<number> {
  const headers = { Authorization: `Bearer ${tokenIssuer()(reader)}` };
  const before = await cpuMicros();
  for (let page = 1; page <= NOTICES / PAGE; page++) {
    const res = await fetch(`${url}/api/v1/notifications?limit=${PAGE}&page=${page}`, { headers });
    const { data } = (await res.json()) as { data: unknown[] };
    if (data.length !== PAGE) throw new Error(`${data.length} notices on page ${page}`);
  }
  return (await cpuMicros()) - before;
}
