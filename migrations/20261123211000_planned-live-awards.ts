import type { Knex } from 'knex';

const viewWhere = (isLive: string): string => `
  create or replace view live_awards as
    select a.id, a.user_id, a.quest_id, a.task_id, a.conference_id, a.points, a.earned_at, a.day,
           a.week,
           case when q.points_taken_back then 'quest' when t.points_taken_back then 'task'
           end as taken_back_with
      from (
        select coalesce(award_id, id) as id, user_id, quest_id, task_id, conference_id,
               sum(delta) as points, earned_at, day, week
          from point_ledger
         where kind in ('task', 'completion', 'correction')
         group by coalesce(award_id, id), user_id, quest_id, task_id, conference_id, earned_at, day,
                  week
        having ${isLive}
      ) a
      join quests q on q.id = a.quest_id
      left join quest_tasks t on t.id = a.task_id
     where q.points_taken_back or t.points_taken_back
        or (q.deleted_at is null and t.deleted_at is null)`;

/**
 * The same rows. PostgreSQL took `max(voided_at) is null` for true of one award in 200, and so
 * compared each of many awards with each task.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(viewWhere('bool_and(voided_at is null)'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(viewWhere('max(voided_at) is null'));
}
