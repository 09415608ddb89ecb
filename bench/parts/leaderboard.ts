import pg from 'pg';
import { keepTotals, reconcile } from '../../src/repositories/quests/points.sql.ts';
import type { Figure, Goal } from '../goals.ts';
import { withClient } from '../harness/cluster.ts';
import { median } from '../harness/median.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { ADMIN_API_KEY, tokenIssuer } from '../harness/service.ts';
import { type Run, startService } from '../run.ts';
import { AWARDS, createPoints, questOf, TASKS_LEFT, taskOf } from './leaderboard-data.ts';

const SMALL_USERS = 1_000;
const LARGE_USERS = 100_000;
const WARM_UP = 10;
const REQUESTS = 101;
const CONNECTIONS = 8;
const BOARD = '/api/v1/quests/leaderboard?conference_id=1';
/** Shares of the users who are ahead of the caller. */
const RANKS = { first: 0, 'at 1 %': 0.01, middle: 0.5, last: 1 };

const PAGE: Goal = { better: 'less', unit: '×', must: 2.5, stretch: 2.5 };
const ME: Goal = { better: 'less', unit: '×', must: 2, stretch: 2 };

interface Side {
  readonly server: ServerProcess;
  readonly client: pg.Client;
  readonly users: number;
}

/** The fields of the answers that are read. */
interface Answer {
  readonly pagination: { readonly next_cursor: string };
  readonly ok: boolean;
  readonly ledger_rows: number;
}

type Request = (side: Side) => Promise<{ url: string; headers?: Record<string, string> }>;

/**
 * Boards of one million awards of 100,000 users against those of 1,000 users, and awards a second
 * with and without the totals that boards are read from.
 */
export async function measureLeaderboard(run: Run): Promise<Figure[]> {
  const databases = {
    small: await run.cluster.create('bench_board_small'),
    large: await run.cluster.create('bench_board_large'),
  };
  const figures = await withClient(databases.small, (smallClient) =>
    withClient(databases.large, async (largeClient) => {
      const small = await startSide(run, databases.small, smallClient, SMALL_USERS);
      const large = await startSide(run, databases.large, largeClient, LARGE_USERS);
      const measured = [
        await comparison('board, first page', PAGE, { small, large }, async () => ({ url: BOARD })),
        await comparison('board, page by cursor in the middle', PAGE, { small, large }, middlePage),
        ...(await ownRanks({ small, large })),
        await checked(large),
      ];
      for (const { server } of [small, large]) await server.stop();
      return [...measured, await awards(databases.large, run.options.quick ? 1 : 3)];
    }),
  );
  for (const size of ['small', 'large']) await run.cluster.drop(`bench_board_${size}`);
  return figures;
}

async function startSide(
  run: Run,
  database: string,
  client: pg.Client,
  users: number,
): Promise<Side> {
  await createPoints(client, users);
  return {
    server: await startService(run, { DATABASE_URL: database, ROLE: 'api' }),
    client,
    users,
  };
}

async function middlePage({ server, users }: Side) {
  const limit = 50;
  const page = Math.floor(users / 2 / limit);
  const { pagination } = await answerOf(server, { url: `${BOARD}&limit=${limit}&page=${page}` });
  return { url: `${BOARD}&cursor=${pagination.next_cursor}` };
}

const tokenOf = tokenIssuer();

async function ownRanks(sides: { small: Side; large: Side }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, share] of Object.entries(RANKS)) {
    const request: Request = async ({ client, users }) => {
      const { rows } = await client.query(
        `select user_id from point_totals
          where scope = 'conference' and scope_id = 1 and period = 'all'
          order by points desc, reached_at, user_id offset $1 limit 1`,
        [Math.min(Math.floor(users * share), users - 1)],
      );
      const headers = { Authorization: `Bearer ${tokenOf(Number(rows[0].user_id))}` };
      return { url: `${BOARD}&limit=1`, headers };
    };
    figures.push(await comparison(`board with \`me\`, ${name}`, ME, sides, request));
  }
  return figures;
}

/** One request at a time, in turn. The fastest tenth counts: other processes delay the rest. */
async function comparison(
  title: string,
  goal: Goal,
  { small, large }: { small: Side; large: Side },
  request: Request,
): Promise<Figure> {
  const requests = { small: await request(small), large: await request(large) };
  const times = { small: [] as number[], large: [] as number[] };
  for (let n = 0; n < WARM_UP + REQUESTS; n++) {
    const smallMs = await timed(() => answerOf(small.server, requests.small));
    const largeMs = await timed(() => answerOf(large.server, requests.large));
    if (n < WARM_UP) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  const [smallMs, largeMs] = [fastest(times.small), fastest(times.large)];
  const medians = [times.small, times.large].map((all) => median(all).toFixed(1));
  return {
    title,
    goal,
    value: largeMs / smallMs,
    detail: `${smallMs.toFixed(1)} ms of 1,000 users, ${largeMs.toFixed(1)} ms of 100,000; medians ${medians.join(' and ')} ms`,
  };
}

/** The time that the fastest tenth stays below. */
const fastest = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] as number;

/** Fails if the check finds a difference, since the data set has none. */
async function checked({ server }: Side): Promise<Figure> {
  const headers = { 'X-API-Key': ADMIN_API_KEY };
  const url = '/api/v1/admin/points/check';
  const ms = await timed(async () => {
    const { ok, ledger_rows } = await answerOf(server, { url, headers, method: 'POST' });
    if (!ok || ledger_rows !== LARGE_USERS * AWARDS) throw new Error('the check found differences');
  });
  return {
    title: 'check of the points',
    value: ms / 1_000,
    goal: { better: 'less', unit: 's', must: 60, stretch: 30 },
    detail: 'one million awards of 100,000 users, in one snapshot',
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function answerOf(
  server: ServerProcess,
  { url, ...options }: { url: string; headers?: Record<string, string>; method?: string },
) {
  const res = await fetch(`${server.url}${url}`, options);
  const answer = (await res.json()) as Answer;
  if (!res.ok) throw new Error(`${url}: ${res.status} ${JSON.stringify(answer)}`);
  return answer;
}

const positional = (sql: string) =>
  ['quest_id', 'user_id', 'reason', 'actor'].reduce(
    (text, name, index) => text.replaceAll(new RegExp(`(?<!:):${name}\\b`, 'g'), `$${index + 1}`),
    sql,
  );
const RECONCILE = reconcile('quest_id = :quest_id and user_id = :user_id');
const AWARD = {
  with: positional(RECONCILE),
  without: positional(RECONCILE.replace(`, ${keepTotals('entries')}`, '')),
};

/** Awards over 8 connections: the statements of an award, with and without points and totals. */
async function awards(database: string, rounds: number): Promise<Figure> {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client(database));
  await Promise.all(clients.map((client) => client.connect()));
  const perSecond = { with: [] as number[], without: [] as number[] };
  let next = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      for (const kind of ['without', 'with'] as const) {
        const until = performance.now() + 4_000;
        let count = 0;
        const loops = clients.map(async (client) => {
          for (; performance.now() < until; count++) await giveOne(client, kind, next++);
        });
        await Promise.all(loops);
        perSecond[kind].push(count / 4);
      }
    }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  const [withTotals, without] = [median(perSecond.with), median(perSecond.without)];
  return {
    title: 'awards a second with points and totals',
    value: withTotals / without,
    goal: { better: 'more', unit: '×', must: 0.4, stretch: 0.4 },
    detail: `${withTotals.toFixed(0)} instead of ${without.toFixed(0)} with the ledger alone, ${CONNECTIONS} connections`,
  };
}

/** The `k`th award of this run: another user each time, and a task that they have not done. */
async function giveOne(client: pg.Client, kind: keyof typeof AWARD, k: number): Promise<void> {
  const user = 1 + (k % LARGE_USERS);
  const task = taskOf(user, AWARDS + (Math.floor(k / LARGE_USERS) % TASKS_LEFT));
  const at = new Date().toISOString();
  await client.query('begin');
  await client.query({
    name: 'lock',
    text: 'select id from users where id = $1 for no key update',
    values: [user],
  });
  await client.query({
    name: 'submission',
    text: `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions,
             submitted_at, decided_at) values ($1, $2, $3, 'approved', 'self', 1, $4, $4)`,
    values: [task, user, questOf(user), at],
  });
  await client.query({
    name: kind,
    text: AWARD[kind],
    values: [questOf(user), user, null, null],
  });
  await client.query({
    name: 'participation',
    text: 'update user_quests set active_at = $3 where quest_id = $1 and user_id = $2',
    values: [questOf(user), user, at],
  });
  await client.query('commit');
}
