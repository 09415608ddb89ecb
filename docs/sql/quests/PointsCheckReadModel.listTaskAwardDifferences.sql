select *
from
  (
    select
      'task_award' as kind,
      user_id as user_id,
      t.quest_id as quest_id,
      task_id as task_id,
      null::json as total,
      'points' as field,
      to_jsonb(
        case
          when approved.is_approved then t.points
          else 0
        end
      ) as expected,
      to_jsonb(coalesce(awarded.points, 0)) as found
    from
      (
        select
          user_id,
          task_id,
          true as is_approved
        from user_quest_tasks
        where
          status = 'approved'
          and user_id > $1
          and user_id <= $2
      ) approved
      full join (
        select
          a.user_id,
          a.task_id,
          a.delta + coalesce(fix.points, 0) as points
        from
          point_ledger a
          left join (
            select
              award_id,
              sum(delta) as points
            from point_ledger
            where
              kind = 'correction'
              and user_id > $3
              and user_id <= $4
            group by award_id
          ) fix on fix.award_id = a.id
        where
          a.kind = 'task'
          and a.voided_at is null
          and a.user_id > $5
          and a.user_id <= $6
      ) awarded using (user_id, task_id)
      join quest_tasks t on t.id = task_id
      join quests q on q.id = t.quest_id
    where
      t.deleted_at is null
      and q.deleted_at is null
      and not exists (
        select
        from quest_recalculations r
        where
          r.quest_id = q.id
          and r.status = 'running'
      )
  ) d
where expected <> found
limit $7;
