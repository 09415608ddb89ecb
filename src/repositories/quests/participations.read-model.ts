import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { Presence, QuestProgress } from '../../domain/quests/participations.ts';
import { completedTasks, TOTAL_TASKS } from './participations.sql.ts';
import { isRunning } from './quests.sql.ts';

type Of = {
  readonly user_id: number;
  /** The hashes under which the user's tries are counted. */
  readonly person_hashes: readonly string[];
};

type ProgressOf = QuestProgress & { readonly quest_id: number };

/** SQL for the JSON list of the tasks of the quest `q` with the state of `:user_id` in each. */
const TASKS = `
  select coalesce(json_agg(json_build_object(
           'task_id', t.id,
           'user_quest_task_id', s.id,
           'status', coalesce(s.status, 'none'),
           'points', coalesce(award.points, 0),
           'text', s.text,
           'media_id', s.media_id,
           'option_ids', s.option_ids,
           'reason', s.reason,
           'submitted_at', instant_in_json(s.submitted_at),
           'decided_at', instant_in_json(s.decided_at),
           'tries_left', case when t.type = 'quiz' then
             greatest((t.config->>'max_tries')::integer - coalesce(tried.tries, 0), 0) end
         ) order by t.position, t.id), '[]')
    from quest_tasks t
    left join user_quest_tasks s
           on s.task_id = t.id and s.user_id = :user_id
              -- A submission of an unsigned call does not count as the user's.
              and not (s.source = 'public' and s.status <> 'approved')
    left join lateral (
           select sum(tries) as tries from task_tries
            where task_id = t.id and person_hash = any(:person_hashes::text[])) tried on true
    left join lateral (
           select a.delta + coalesce((
                    select sum(fix.delta) from point_ledger fix
                     where fix.award_id = a.id and fix.kind = 'correction'), 0) as points
             from point_ledger a
            where a.user_id = :user_id and a.task_id = t.id and a.kind = 'task' and a.voided_at is null
         ) award on true
   where t.quest_id = q.id and t.deleted_at is null`;

/** SQL for the progress of `:user_id` in the quests `q` that `where` selects. */
const progressWhere = (where: string): string => `
  select q.id as quest_id,
         coalesce(uq.status,
           case r.status when 'pending' then 'requested' when 'rejected' then 'declined' end,
           'none') as status,
         ${completedTasks(':user_id')} as completed_tasks,
         ${TOTAL_TASKS} as total_tasks,
         coalesce(total.points, 0) as points,
         uq.started_at, uq.completed_at,
         case when r.id is not null then json_build_object(
           'id', r.id, 'status', r.status, 'message', r.message, 'reason', r.reason,
           'requested_at', instant_in_json(r.requested_at),
           'decided_at', instant_in_json(r.decided_at)) end as registration,
         (${TASKS}) as tasks
    from quests q
    left join user_quests uq on uq.quest_id = q.id and uq.user_id = :user_id
    left join registration_requests r
           on r.quest_id = q.id and r.user_id = :user_id and r.source <> 'public'
    left join point_totals total
           on total.scope = 'quest' and total.scope_id = q.id and total.period = 'all'
              and total.period_start = '1970-01-01' and total.user_id = :user_id
   where ${where}`;

const FIND = preparedQuery<Of & { quest_id: number }, ProgressOf>(
  (db, { quest_id, user_id, person_hashes }) =>
    db.raw(progressWhere('q.id = :quest_id'), { quest_id, user_id, person_hashes }),
);
const LIST = preparedQuery<Of & { quest_ids: readonly number[] }, ProgressOf>(
  (db, { quest_ids, user_id, person_hashes }) =>
    // PostgreSQL does not know the length of this array, so it plans the statement once: planning it
    // for each length took five times as long as running it.
    db.raw(progressWhere('q.id = any(array(select unnest(:quest_ids::bigint[])))'), {
      quest_ids,
      user_id,
      person_hashes,
    }),
);

/** The achievements of a user in all quests. */
export interface OwnProgress {
  readonly points: number;
  readonly quests_started: number;
  readonly quests_completed: number;
  readonly tasks_approved: number;
  readonly tasks_pending: number;
  /** The running quests in which the user takes part: the latest activity first, at most 100. */
  readonly quests: readonly (Pick<
    QuestProgress,
    'status' | 'completed_tasks' | 'total_tasks' | 'points'
  > & { readonly quest_id: number; readonly title: string })[];
}

const FIND_OWN = preparedQuery<{ user_id: number; now: string }, OwnProgress>(
  (db, { user_id, now }) =>
    db.raw(
      `select
       (select points from users where id = :user_id) as points,
       started.quests_started, started.quests_completed, sent.tasks_approved, sent.tasks_pending,
       (select coalesce(json_agg(running order by running.active_at desc, running.quest_id desc), '[]')
          from (
            select q.id as quest_id, q.title, uq.status, uq.active_at,
                   ${completedTasks(':user_id')} as completed_tasks, ${TOTAL_TASKS} as total_tasks,
                   coalesce(total.points, 0) as points
              from user_quests uq
              join quests q on q.id = uq.quest_id
              left join point_totals total
                     on total.scope = 'quest' and total.scope_id = q.id and total.period = 'all'
                        and total.period_start = '1970-01-01' and total.user_id = :user_id
             where uq.user_id = :user_id and ${isRunning('q')}
             order by uq.active_at desc, uq.quest_id desc limit 100) running) as quests
       from (
         select count(*) as quests_started,
                count(*) filter (where uq.status = 'completed') as quests_completed
           from user_quests uq join quests q on q.id = uq.quest_id and q.deleted_at is null
          where uq.user_id = :user_id and uq.status <> 'admitted') started
      cross join (
         select count(*) filter (where s.status = 'approved') as tasks_approved,
                -- A pending submission of an unsigned call does not count as the user's.
                count(*) filter (where s.status = 'pending' and s.source <> 'public')
                  as tasks_pending
           from user_quest_tasks s
           join quest_tasks t on t.id = s.task_id and t.deleted_at is null
           join quests q on q.id = s.quest_id and q.deleted_at is null
          where s.user_id = :user_id) sent`,
      { user_id, now },
    ),
);

const FIND_PRESENCE = preparedQuery<{ quest_id: number; user_id: number }, Presence>(
  (db, { quest_id, user_id }) =>
    db.raw(
      `select coalesce(holds_seat(a.status), false) as has_seat,
            a.checked_in_at is not null as is_checked_in
       from quests q
       left join lateral (
              select status, checked_in_at from event_attendances
               where event_id = q.event_id and user_id = :user_id
              union all
              select status, checked_in_at from registrations
               where q.event_id is null and conference_id = q.conference_id and user_id = :user_id
            ) a on true
      where q.id = :quest_id`,
      { quest_id, user_id },
    ),
);

/** Users in quests: their progress, and their attendance at the place of a quest. */
export class ParticipationsReadModel extends OnDatabase {
  async find(of: Of & { readonly quest_id: number }): Promise<QuestProgress | undefined> {
    return FIND.first(this.db, of);
  }

  /** By quest id. */
  async listOf(
    of: Of & { readonly quest_ids: readonly number[] },
  ): Promise<ReadonlyMap<number, QuestProgress>> {
    const rows = await LIST.rows(this.db, of);
    return new Map(rows.map((row) => [row.quest_id, row]));
  }

  /** The achievements of a user in all quests. */
  async findOwn(user_id: number, now: string): Promise<OwnProgress> {
    return onlyRow(await FIND_OWN.rows(this.db, { user_id, now }));
  }

  /** The attendance at the quest's event, or else at its conference. */
  async findPresence(quest_id: number, user_id: number): Promise<Presence | undefined> {
    return FIND_PRESENCE.first(this.db, { quest_id, user_id });
  }
}
