import { isFulfilled, isNeeded } from './quests.sql.ts';

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
    from registration_requests r
   where r.user_id = ${user} and r.quest_id is not null
     and r.source <> 'public' and r.status <> 'approved'
     and not exists (
           select from user_quests uq where uq.quest_id = r.quest_id and uq.user_id = r.user_id)`;

/** SQL for the number of quests that a user has completed, without deleted ones. */
export const countCompletedQuests = (user: string): string => `
  (select count(*) from user_quests uq join quests q on q.id = uq.quest_id and q.deleted_at is null
    where uq.user_id = ${user} and uq.status = 'completed')`;

/**
 * SQL of the common table expressions that bring participations in step with `stored`, submissions
 * that the same statement has stored as pending or approved: their users were active when they were
 * sent, and complete the quest with the last one that it needs. `sent` has one row for each
 * participation, with `completed_at` where it is completed now. Requires the locks of the users.
 */
export const keepParticipations = (stored: string): string => `
  sent as (
    select uq.quest_id, uq.user_id, max(s.submitted_at) as active_at,
           case when uq.status = 'in_progress' and bool_or(s.status = 'approved')
                     and ${isFulfilled('uq', stored)}
                then coalesce(max(s.submitted_at) filter (where ${isNeeded('uq', 's.task_id')}),
                              max(s.submitted_at))
           end as completed_at
      from ${stored} s
      join user_quests uq on uq.quest_id = s.quest_id and uq.user_id = s.user_id
     group by uq.quest_id, uq.user_id
  ), participations as (
    update user_quests uq
       set active_at = greatest(uq.active_at, sent.active_at),
           status = case when sent.completed_at is null then uq.status else 'completed' end,
           completed_at = coalesce(sent.completed_at, uq.completed_at)
      from sent where uq.quest_id = sent.quest_id and uq.user_id = sent.user_id
  )`;

/**
 * SQL of the common table expression that takes back the completions which need a task in `lost`,
 * which is not approved any more. A completion that an edit of the quest has left without a task that
 * is required now stays. Requires the locks of the users.
 */
export const takeCompletionsBack = (lost: string): string => `
  participations as (
    update user_quests uq set status = 'in_progress', completed_at = null
      from ${lost} s
     where uq.quest_id = s.quest_id and uq.user_id = s.user_id and uq.status = 'completed'
       and ${isNeeded('uq', 's.task_id')}
  )`;

/** SQL for the JSON object of a `QuestPerson`, whose id is `userId`. */
export const personIn = (userId: string): string => `
  (select json_build_object(
            'id', u.id, 'messenger_id', u.messenger_id, 'first_name', u.first_name,
            'last_name', u.last_name, 'username', u.username, 'photo_url', u.photo_url,
            'company', u.company, 'job_title', u.job_title, 'is_blocked', u.is_blocked)
     from users u where u.id = ${userId})`;
