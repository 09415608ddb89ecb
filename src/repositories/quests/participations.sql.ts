/** SQL for the number of tasks of the quest `q` that are approved for a user. */
export const completedTasks = (user: string): string => `
  (select count(*) from user_quest_tasks s join quest_tasks t on t.id = s.task_id
    where s.quest_id = q.id and s.user_id = ${user} and s.status = 'approved'
      and t.deleted_at is null)::integer`;

/** SQL for the number of tasks of the quest `q`. */
export const TOTAL_TASKS = `
  (select count(*) from quest_tasks where quest_id = q.id and deleted_at is null)::integer`;

/**
 * SQL for the quests of a user, each once, with `status` and `active_at`: those in which the user
 * takes part, and those whose registration the user requested. A request of an unsigned call does
 * not count as the user's.
 */
export const questsOf = (user: string): string => `
  select quest_id, status, active_at from user_quests where user_id = ${user}
  union all
  select r.quest_id, case r.status when 'pending' then 'requested' else 'declined' end,
         coalesce(r.decided_at, r.requested_at)
    from quest_registration_requests r
   where r.user_id = ${user} and r.source <> 'public' and r.status <> 'approved'
     and not exists (
           select from user_quests uq where uq.quest_id = r.quest_id and uq.user_id = r.user_id)`;

/** SQL for the number of quests that a user has completed, without deleted ones. */
export const countCompletedQuests = (user: string): string => `
  (select count(*) from user_quests uq join quests q on q.id = uq.quest_id and q.deleted_at is null
    where uq.user_id = ${user} and uq.status = 'completed')`;
