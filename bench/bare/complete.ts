import { createHash, hash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { Encryption } from '../../src/lib/encryption.ts';
import { ENCRYPTION_KEY } from '../harness/service.ts';
import { inTransaction, type Queryable, type Row, statement } from './database.ts';
import { findUser } from './users.ts';

/** The SQL that the service sends, as a test records it. Read at the first use. */
function recorded(name: string) {
  let run: ReturnType<typeof statement> | undefined;
  return (db: Queryable, values: unknown[]): Promise<Row> => {
    run ??= statement(
      name,
      readFileSync(`docs/sql/quests/${name}.sql`, 'utf8').replace(/;\s*$/, ''),
    );
    return run(db, values);
  };
}

const lockSender = recorded('SubmissionsRepository.lockSender');
const findAttempt = recorded('SubmissionsReadModel.findAttempt');
const insertParticipant = recorded('QuestsRepository.insertParticipant');
const upsertSubmission = recorded('SubmissionsRepository.upsert');
const findProgress = recorded('ParticipationsReadModel.find');
const award = statement(
  'award',
  `with entries as (
     insert into point_ledger
       (user_id, quest_id, task_id, conference_id, kind, delta, earned_at, day, week)
     select $1, q.id, t.id, q.conference_id, 'task', t.points, $2::timestamptz, d.day,
            date_trunc('week', d.day::timestamp)::date
       from quest_tasks t join quests q on q.id = t.quest_id
       left join conferences c on c.id = q.conference_id
      cross join lateral (
        select ($2::timestamptz at time zone coalesce(c.timezone, 'UTC'))::date as day) d
      where t.id = $3 and t.points > 0
     on conflict do nothing
     returning user_id, quest_id, conference_id, delta, earned_at, day, week
   ), people as (
     update users u set points = u.points + e.delta from entries e where u.id = e.user_id
   )
   insert into point_totals as kept
     (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
   select s.scope, s.scope_id, p.period, p.period_start, e.user_id, e.delta, e.earned_at,
          u.is_listed and u.is_ranked
     from entries e join users u on u.id = e.user_id
    cross join lateral (values ('all', 0), ('conference', e.conference_id), ('quest', e.quest_id))
            s (scope, scope_id)
    cross join lateral (values ('all', date '1970-01-01'), ('week', e.week), ('day', e.day))
            p (period, period_start)
    where s.scope_id is not null
   on conflict (scope, scope_id, period, period_start, user_id) do update
      set points = kept.points + excluded.points,
          reached_at = greatest(kept.reached_at, excluded.reached_at)`,
);
const completeQuest = statement(
  'complete quest',
  `update user_quests uq set active_at = greatest(active_at, $3::timestamptz),
       status = case when done then 'completed' else uq.status end,
       completed_at = case when done then $3::timestamptz else uq.completed_at end
     from (select not exists (
             select from quest_tasks t
              where t.quest_id = $1 and t.deleted_at is null and t.is_required
                and not exists (
                  select from user_quest_tasks s
                   where s.task_id = t.id and s.user_id = $2 and s.status = 'approved')) as done) d
    where uq.quest_id = $1 and uq.user_id = $2`,
);

/** Ten trips: the user, BEGIN, locks, look-up, participant, submission, award, quest, COMMIT, progress. */
export async function complete(
  pool: pg.Pool,
  userId: number,
  { task_id, answer }: { task_id: unknown; answer?: unknown },
): Promise<string> {
  const user = await findUser(pool, userId);
  const hashes = ['newest', 'older', 'oldest'].map((key) =>
    hash('sha3-256', `${key} ${user.messenger_id}`, 'hex'),
  );
  const now = new Date().toISOString();
  const sent = await inTransaction(pool, async (client) => {
    await lockSender(client, [task_id, userId, userId]);
    const keys = [
      hashes.map((one) => `quest-code:${task_id}:${one}`),
      hashes.map((one) => `quest-codes:${one}`),
    ];
    const attempt = await findAttempt(client, [now, hashes, ...keys, userId, userId, task_id]);
    const { id: quest_id } = attempt.quest as { id: number };
    if (attempt.submission) throw new Error('the user has completed the task');
    checkCode(attempt, Number(task_id), answer);
    await insertParticipant(client, [quest_id, userId, 'in_progress', 'self', now, now]);
    const proof = [null, null, null];
    const columns = [task_id, userId, quest_id, 'approved', 'self', ...proof, 1, now, now];
    const submission = await upsertSubmission(client, columns);
    await award(client, [userId, now, task_id]);
    await completeQuest(client, [quest_id, userId, now]);
    return { id: submission.id, quest_id };
  });
  const { quest_id: _, ...quest } = await findProgress(pool, [
    userId,
    userId,
    hashes,
    ...Array.from({ length: 4 }, () => userId),
    sent.quest_id,
  ]);
  const tasks = quest.tasks as { task_id: number; points: number }[];
  return JSON.stringify({
    task_id,
    user_quest_task_id: sent.id,
    status: 'approved',
    points_awarded: tasks.find((task) => task.task_id === task_id)?.points,
    quest,
  });
}

const encryption = new Encryption([ENCRYPTION_KEY]);

/** Decrypts the code, and compares it in constant time. */
function checkCode({ answer_encrypted }: Row, row_id: number, answer: unknown): void {
  if (answer_encrypted === null) return;
  const at = { table: 'quest_tasks', column: 'answer_encrypted', row_id };
  const code = encryption.decrypt('quest secrets', at, answer_encrypted as Buffer);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(code), digest(String(answer)))) throw new Error('wrong code');
}
