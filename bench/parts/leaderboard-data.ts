import type pg from 'pg';
import { sumsOfLedger } from '../../src/repositories/quests/points.sql.ts';

/** The awards of each user. */
export const AWARDS = 10;
const QUESTS = 10;
/** A prime number, so that steps of any length meet each task once. */
const TASKS = 41;

/** The task that user `n` does as their `j`th. */
export const taskOf = (n: number, j: number): number =>
  (n % QUESTS) * TASKS + 1 + ((n + j * stepOf(n)) % TASKS);
const stepOf = (n: number) => 1 + (Math.floor(n / TASKS) % (TASKS - 1));
/** The same in SQL. */
const TASK = `n % ${QUESTS} * ${TASKS} + 1 + (n + j * (1 + n / ${TASKS} % ${TASKS - 1})) % ${TASKS}`;

export const questOf = (n: number): number => 1 + (n % QUESTS);
/** How many tasks a user has not done. */
export const TASKS_LEFT = TASKS - AWARDS;

/** Fills a migrated, empty database: one conference, 10 quests with 41 tasks, 10 awards of each user. */
export async function createPoints(client: pg.Client, users: number): Promise<void> {
  // Without foreign-key checks and triggers: the rows are consistent by construction.
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`);
  await client.query(
    `insert into conferences (slug, name, starts_on, ends_on, timezone, status, published_at)
     values ('bench', 'Bench', '2026-05-14', '2026-05-16', 'Europe/Berlin', 'published', now())`,
  );
  await client.query(
    `insert into users (messenger_id, messenger_first_name, company, last_seen_at)
     select 1000000 + n, 'First ' || n, 'Company ' || n % 500, now()
       from generate_series(1, $1::int) n`,
    [users],
  );
  await client.query(
    `insert into quests (slug, title, conference_id, is_active, participant_count)
     select 'quest-' || n, 'Quest ' || n, 1, true, $2::int / $1::int
       from generate_series(1, $1::int) n`,
    [QUESTS, users],
  );
  await client.query(
    `insert into quest_tasks (quest_id, title, type, points, position, config)
     select 1 + (n - 1) / $2::int, 'Task ' || n, 'link', 5 + n * 37 % 91, n, '{"url":"https://a.b"}'
       from generate_series(1, $1::int * $2::int) n`,
    [QUESTS, TASKS],
  );
  await client.query(
    `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
     select 1 + n % $1::int, n, 'in_progress', 'self', now(), now()
       from generate_series(1, $2::int) n`,
    [QUESTS, users],
  );
  await insertAwards(client, users);
  await client.query('vacuum analyze');
  await client.query('set session_replication_role = origin');
}

async function insertAwards(client: pg.Client, users: number): Promise<void> {
  await client.query(
    `create temporary table awards as
     select n as user_id, t.id as task_id, t.quest_id, t.points,
            timestamptz '2026-05-14 06:00Z' + j / 5 * interval '1 day' + n % 977 * interval '7 s' as at
       from generate_series(0, $2::int - 1) j, generate_series(1, $1::int) n
       join lateral (select ${TASK} as task_id) done on true
       join quest_tasks t on t.id = done.task_id`,
    [users, AWARDS],
  );
  await client.query(
    `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions,
                                   submitted_at, decided_at)
     select task_id, user_id, quest_id, 'approved', 'self', 1, at, at from awards`,
  );
  await client.query(
    `insert into point_ledger (user_id, quest_id, task_id, conference_id, kind, delta, earned_at, day,
                               week)
     select user_id, quest_id, task_id, 1, 'task', points, at, at::date, date_trunc('week', at)
       from awards`,
  );
  await client.query(
    `insert into point_totals (scope, scope_id, period, period_start, user_id, points, reached_at,
                               is_ranked)
     select scope, scope_id, period, period_start, user_id, points, reached_at, true
       from (${sumsOfLedger('true')}) sums`,
  );
  await client.query(
    `update users u set points = t.points from point_totals t
      where t.user_id = u.id and t.scope = 'all' and t.period = 'all'`,
  );
  await client.query('drop table awards');
}
