import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { Encryption } from '../../src/lib/encryption.ts';
import { ENCRYPTION_KEY } from '../harness/service.ts';
import { type Row, statement } from './database.ts';

const findTask = statement(
  'task',
  `select t.quest_id, t.answer_encrypted, t.points,
          (select json_agg(json_build_object('task_id', o.id, 'points', o.points)
                           order by o.position, o.id)
             from quest_tasks o where o.quest_id = t.quest_id and o.deleted_at is null) as tasks
     from quest_tasks t
     join quests q on q.id = t.quest_id and q.is_active and q.deleted_at is null
     join users u on u.id = $2 and not u.is_blocked
    where t.id = $1 and t.deleted_at is null`,
);
const insertSubmission = statement(
  'complete',
  `with started as (
     insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
     values ($3, $2, 'in_progress', 'self', $5, $5)
     on conflict (quest_id, user_id) do update set active_at = excluded.active_at
     returning started_at, xmax = 0 as is_new
   ), counted as (
     update quests set participant_count = participant_count + 1
      where id = $3 and (select is_new from started)
   ), sent as (
     insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submissions,
                                   submitted_at, decided_at)
     values ($1, $2, $3, 'approved', 'self', 1, $5, $5)
     on conflict do nothing
     returning id
   ), earned as (
     insert into point_ledger (user_id, quest_id, task_id, conference_id, kind, delta, earned_at, day, week)
     select $2, $3, $1, 1, 'task', $4, $5, $5::date, date_trunc('week', $5::timestamptz)::date from sent
   ), paid as (
     update users set points = points + $4 where id = $2 and exists (select from sent)
   ), totals as (
     insert into point_totals as t (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
     select s.scope, s.scope_id, 'all', '1970-01-01', $2, $4, $5, true
       from (values ('quest', $3::bigint), ('conference', 1), ('all', 0)) s (scope, scope_id), sent
     on conflict (user_id, scope, scope_id, period, period_start)
        do update set points = t.points + excluded.points
   )
   select sent.id, started.started_at from sent, started`,
);

/**
 * Two statements: the task, then the submission with the participation, the points and their totals. Left
 * out: limits of wrong answers, the totals of days and weeks, other submissions of the user, requests to
 * take part, prerequisites, the completion of the quest, edits of points, and locks.
 */
export async function complete(
  pool: pg.Pool,
  userId: number,
  { task_id, answer }: { task_id: unknown; answer?: unknown },
): Promise<string> {
  const task = await findTask(pool, [task_id, userId]);
  checkCode(task, Number(task_id), answer);
  const now = new Date().toISOString();
  const values = [task_id, userId, task.quest_id, task.points, now];
  const sent = await insertSubmission(pool, values);
  const tasks = task.tasks as { task_id: number; points: number }[];
  const done = { user_quest_task_id: sent.id, status: 'approved', points: task.points };
  const none = { user_quest_task_id: null, status: 'none', points: 0 };
  return JSON.stringify({
    task_id,
    user_quest_task_id: sent.id,
    status: 'approved',
    points_awarded: task.points,
    quest: {
      status: 'in_progress',
      completed_tasks: 1,
      total_tasks: tasks.length,
      points: task.points,
      started_at: sent.started_at,
      completed_at: null,
      registration: null,
      tasks: tasks.map((one) => ({
        task_id: one.task_id,
        ...(one.task_id === task_id ? done : none),
        text: null,
        media_id: null,
        option_ids: null,
        reason: null,
        submitted_at: one.task_id === task_id ? now : null,
        decided_at: one.task_id === task_id ? now : null,
        tries_left: null,
      })),
    },
  });
}

const encryption = new Encryption([ENCRYPTION_KEY]);

function checkCode({ answer_encrypted }: Row, row_id: number, answer: unknown): void {
  if (answer_encrypted === null) return;
  const at = { table: 'quest_tasks', column: 'answer_encrypted', row_id };
  const code = Buffer.from(encryption.decrypt('quest secrets', at, answer_encrypted as Buffer));
  const given = Buffer.from(String(answer));
  if (code.length !== given.length || !timingSafeEqual(code, given)) throw new Error('wrong code');
}
