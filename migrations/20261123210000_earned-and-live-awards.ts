import type { Knex } from 'knex';

/** What users have earned and what they were awarded, to be compared: points follow from the first. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view earned as
      select s.user_id, s.quest_id, s.task_id, t.points, s.submitted_at as earned_at
        from user_quest_tasks s
        join quest_tasks t on t.id = s.task_id and t.deleted_at is null
        join quests q on q.id = s.quest_id and q.deleted_at is null
       where s.status = 'approved'
      union all
      select uq.user_id, uq.quest_id, null, q.completion_points, uq.completed_at
        from user_quests uq
        join quests q on q.id = uq.quest_id and q.deleted_at is null
       where uq.status = 'completed';
    comment on view earned is
      'Approved tasks, and completed quests (without task_id), with the points that they are worth now.';

    -- One pass over the ledger: an award and its corrections are one group.
    create view live_awards as
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
          -- PostgreSQL takes max(voided_at) is null for true of one award in 200, and so compared each
          -- of many awards with each task.
          having bool_and(voided_at is null)
        ) a
        join quests q on q.id = a.quest_id
        left join quest_tasks t on t.id = a.task_id
       where q.points_taken_back or t.points_taken_back
          or (q.deleted_at is null and t.deleted_at is null);
    comment on view live_awards is
      'Awards that no reversal has taken back, with their corrections. Without what was deleted, which keeps its points, unless its deletion takes them back.';
    comment on column live_awards.taken_back_with is
      'The deletion that takes the award back: quest or task.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view live_awards; drop view earned');
}
