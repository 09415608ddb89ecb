import type pg from 'pg';
import { Encryption } from '../../src/lib/encryption.ts';
import type { Figure } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ENCRYPTION_KEY, tokenIssuer } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';
import { besideOthers, createData, isFailure, percentile, type Round, timed } from './crowd.ts';

const USERS = 500;
const CODE = 'HARBOR-7';
const POINTS = 10;

const tokenOf = tokenIssuer();

/**
 * 500 users scan the code of one task at once, through two processes, while other users send other
 * requests. All of them are new to the quest. Fails unless each who got 201 has the points once.
 */
export async function measureScan(run: Run): Promise<Figure[]> {
  const database = await run.cluster.create('bench_scan');
  const settings = { DATABASE_URL: database };
  const processes = [await startService(run, settings), await startService(run, settings)];
  const count = run.options.quick ? 2 : 5;
  const rounds = await withClient(database, async (client) => {
    await createData(client, 0);
    await createQuests(client, count + 1);
    await round(processes, client, 1);
    const measured: Round[] = [];
    for (let n = 1; n <= count; n++) measured.push(await round(processes, client, n + 1));
    return measured;
  });
  for (const { stop } of processes) await stop();
  await run.cluster.drop('bench_scan');
  return figuresOf(rounds);
}

function figuresOf(rounds: readonly Round[]): Figure[] {
  const seconds = median(rounds.map((measured) => measured.seconds)).toFixed(1);
  const slowest = Math.max(...rounds.map(({ answers }) => percentile(answers, 100)));
  const failed = rounds.flatMap(({ others }) => others.filter(isFailure)).length;
  return [
    {
      title: '500 users scan one code at once, answers with 5xx',
      value: median(rounds.map(({ answers }) => answers.filter(isFailure).length)),
      goal: { better: 'less', unit: 'answers', must: 0, stretch: 0 },
      detail: `median of ${rounds.length}, ${seconds} s for all; the slowest scan ${slowest} ms`,
    },
    {
      title: 'other requests at the same time, 99th percentile',
      value: median(rounds.map(({ others }) => percentile(others, 99))),
      goal: { better: 'less', unit: 'ms', must: 300, stretch: 100 },
      detail: `of ${rounds.flatMap(({ others }) => others).length}, ${failed} with 5xx`,
    },
  ];
}

/** A quest with one task for each round. */
async function createQuests(client: pg.Client, rounds: number): Promise<void> {
  const encryption = new Encryption([ENCRYPTION_KEY]);
  for (let id = 1; id <= rounds; id++) {
    await client.query(
      `insert into quests (slug, title, is_active) values ('hunt-' || $1::int, 'Hunt', true)`,
      [id],
    );
    const at = { table: 'quest_tasks', column: 'answer_encrypted', row_id: id };
    await client.query(
      `insert into quest_tasks (quest_id, title, type, points, answer_encrypted)
       values ($1, 'Code', 'code', ${POINTS}, $2)`,
      [id, encryption.encrypt('quest secrets', at, CODE)],
    );
  }
}

async function round(
  processes: readonly ServerProcess[],
  client: pg.Client,
  taskId: number,
): Promise<Round> {
  const urls = processes.map(({ url }) => url);
  const measured = await besideOthers(urls, () =>
    Promise.all(Array.from({ length: USERS }, (_, n) => scan(urls[n % 2] ?? '', n + 1, taskId))),
  );
  const created = measured.answers.filter(({ status }) => status === 201).length;
  await checkPoints(client, taskId, created);
  return measured;
}

const scan = (url: string, userId: number, task_id: number) =>
  timed(`${url}/api/v1/quests/tasks/complete`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokenOf(userId)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ task_id, answer: CODE }),
  });

async function checkPoints(client: pg.Client, questId: number, created: number): Promise<void> {
  const { rows } = await client.query<{ people: number; counted: number; points: number }>(
    `select count(distinct user_id)::int as people, coalesce(sum(delta), 0)::int as points,
            (select participant_count from quests where id = $1) as counted
       from point_ledger where quest_id = $1`,
    [questId],
  );
  const [found] = rows;
  const isExact = found?.people === created && found.points === created * POINTS;
  if (!isExact || found?.counted !== created)
    throw new Error(`expected the points of ${created} users, found ${JSON.stringify(found)}`);
}
