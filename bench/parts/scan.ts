import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Encryption } from '../../src/lib/encryption.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { ENCRYPTION_KEY, tokenIssuer } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';
import { besideOthers, createData, isFailure, percentile, timed } from './crowd.ts';

const USERS = 500;
const MINUTE_MS = 60_000;
const CODE = 'HARBOUR-7';
const POINTS = 10;

const tokenOf = tokenIssuer();

/**
 * 500 users scan the code of one task within a minute, through two processes, while other users send
 * other requests. All of them are new to the quest. Fails unless each who got 201 has the points once.
 */
export async function measureScan(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_scan');
  const settings = { DATABASE_URL: database };
  const processes = [await startService(run, settings), await startService(run, settings)];
  const urls = processes.map(({ url }) => url);
  const { answers, others } = await withClient(database, async (client) => {
    await createData(client, 0);
    await createQuest(client);
    const measured = await besideOthers(urls, () =>
      Promise.all(
        Array.from({ length: USERS }, async (_, n) => {
          await sleep((n * MINUTE_MS) / USERS);
          return scan(urls[n % 2] ?? '', n + 1);
        }),
      ),
    );
    await checkPoints(client, measured.answers.filter(({ status }) => status === 201).length);
    return measured;
  });
  for (const { stop } of processes) await stop();
  await run.cluster.drop('bench_scan');
  const [failed, refused] = [others, answers].map((all) => all.filter(isFailure).length);
  return [
    {
      title: '500 users scan one code in a minute: other requests, 99th percentile',
      value: percentile(others, 99),
      goal: { better: 'less', unit: 'ms', must: 300, stretch: 100 },
      detail: `of ${others.length}, ${failed} with 5xx; ${refused} scans with 5xx, 99th percentile ${percentile(answers, 99)} ms`,
    },
  ];
}

async function createQuest(client: pg.Client): Promise<void> {
  await client.query(`insert into quests (slug, title, is_active) values ('hunt', 'Hunt', true)`);
  await client.query(
    `insert into quest_tasks (quest_id, title, type, points) values (1, 'Code', 'code', ${POINTS})`,
  );
  const at = { table: 'quest_tasks', column: 'answer_encrypted', row_id: 1 };
  const answer = new Encryption([ENCRYPTION_KEY]).encrypt('quest secrets', at, CODE);
  await client.query('update quest_tasks set answer_encrypted = $1', [answer]);
}

const scan = (url: string, userId: number) =>
  timed(`${url}/api/v1/quests/tasks/complete`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokenOf(userId)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ task_id: 1, answer: CODE }),
  });

async function checkPoints(client: pg.Client, created: number): Promise<void> {
  const { rows } = await client.query<{ people: number; counted: number; points: number }>(
    `select count(*)::int as people, sum(points)::int as points,
            (select participant_count from quests) as counted
       from users where points > 0`,
  );
  const [found] = rows;
  const isExact = found?.people === created && found.points === created * POINTS;
  if (!isExact || found?.counted !== created)
    throw new Error(`expected the points of ${created} users, found ${JSON.stringify(found)}`);
}
