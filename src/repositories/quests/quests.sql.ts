import { notHidden } from '../programme/conferences.sql.ts';

const columnsWith = ({ count, points }: { count: string; points: string }): string => `
  q.id, q.slug, q.title, q.description, q.image_url, q.conference_id, q.event_id, q.is_active,
  q.is_featured, q.starts_at, q.ends_at, coalesce(c.timezone, 'UTC') as timezone,
  q.registration_mode, q.access, q.max_participants, q.public_api_enabled, q.completion_points,
  ${count} as task_count, ${points} + q.completion_points as total_points, q.participant_count,
  not (${isShown('q')}) as is_hidden, q.version, q.created_at, q.updated_at`;

/** SQL for a `Quest`, from the tables of `QUEST_TABLES`. */
export const QUEST_COLUMNS = columnsWith({ count: 't.task_count', points: 't.task_points' });

const ofTasks = (sum: string) =>
  `(select ${sum}::integer from quest_tasks where quest_id = q.id and deleted_at is null)`;

/**
 * The same for the page of a list of quests `q` with their conferences `c`: the total of the list
 * counts no tasks, unlike `QUEST_TABLES`.
 */
export const LISTED_QUEST_COLUMNS = columnsWith({
  count: ofTasks('count(*)'),
  points: ofTasks('coalesce(sum(points), 0)'),
});

/** SQL of the tables that `QUEST_COLUMNS` reads. */
export const QUEST_TABLES = `
  quests q
  left join conferences c on c.id = q.conference_id
  cross join lateral (
    select count(*)::integer as task_count, coalesce(sum(points), 0)::integer as task_points
      from quest_tasks where quest_id = q.id and deleted_at is null
  ) t`;

/**
 * SQL that takes the entry lock of a quest until the end of the transaction. Users who enter the quest
 * share it, and take their places in its row at the very end; an edit of the quest holds it alone. So
 * a transaction that reads the quest as it was before an edit ends before the edit begins.
 */
export const entryLock = (questId: string, mode: 'shared' | 'alone'): string =>
  `pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}(hashtext('entries of a quest'), hashint8(${questId}))`;

/** SQL for whether the quest `q` is not hidden. */
export function isShown(q: string): string {
  return `${q}.is_active and ${q}.deleted_at is null and ${notHidden(`${q}.conference_id`)}`;
}

/** SQL for whether the quest `q` runs at `:now`. */
export const isRunning = (q: string): string =>
  `${isShown(q)} and (${q}.starts_at is null or ${q}.starts_at <= :now)
   and (${q}.ends_at is null or ${q}.ends_at > :now)`;

/**
 * SQL for whether the participant of `uq` has every required task approved, or every task where
 * none is required. Never true for a quest without tasks. `stored`: submissions of the same SQL
 * statement, which therefore does not see them in their table.
 */
export const isFulfilled = (uq: string, stored?: string): string => `
  exists (select from quest_tasks where quest_id = ${uq}.quest_id and deleted_at is null)
  and not exists (
    select from quest_tasks needed
     where needed.quest_id = ${uq}.quest_id and needed.deleted_at is null
       and (needed.is_required or not exists (
         select from quest_tasks required
          where required.quest_id = ${uq}.quest_id and required.deleted_at is null
            and required.is_required))
       ${['user_quest_tasks', ...(stored === undefined ? [] : [stored])]
         .map(
           (submissions) => `
       and not exists (
         select from ${submissions} done
          where done.task_id = needed.id and done.user_id = ${uq}.user_id
            and done.status = 'approved')`,
         )
         .join('')})`;

/** SQL for whether the completion of the participant of `uq` needs a task, which no deleted one is. */
export const isNeeded = (uq: string, taskId: string): string => `
  exists (
    select from quest_tasks task
     where task.id = ${taskId} and task.deleted_at is null
       and (task.is_required or not exists (
         select from quest_tasks required
          where required.quest_id = ${uq}.quest_id and required.deleted_at is null
            and required.is_required)))`;
