select
  ceil(
    extract(
      epoch
      from
        case
          when first <= clock_timestamp() then first
          else least(
            first,
            (
              select min(greatest(c.free_at, c.paused_until, w.due_at))
              from
                messenger_chats c
                join users u on u.messenger_id = c.chat_id
                cross join lateral (
                  select due_at
                  from deliveries
                  where
                    user_id = u.id
                    and status = 'queued'
                    and not (
                      held
                      and job_id is not null
                    )
                  union all
                  select edit_due_at
                  from bot_messages
                  where
                    user_id = u.id
                    and state = 'standing'
                    and run_id is null
                    and edit_due_at is not null
                    and $1
                ) w
              where
                c.free_at > clock_timestamp()
                or c.paused_until > clock_timestamp()
            )
          )
        end - clock_timestamp()
    ) * 1000
  )::float8 as due_ms
from
  (
    select
      (
        paused_at is not null
        and coalesce(pause_ends_at > clock_timestamp(), true)
      )
      and pause_scope = 'broadcasts' as held
    from messenger_gate
  ) as gate
  cross join lateral (
    select
      least(
        case
          when exists (
            select
            from changed_subjects
          ) then clock_timestamp()
        end,
        (
          select due_at
          from deliveries d
          where
            status = 'queued'
            and job_id is null
            and not is_reminder
            and coalesce(
              (
                select greatest(c.free_at, c.paused_until) <= clock_timestamp()
                from
                  users cu
                  join messenger_chats c on c.chat_id = cu.messenger_id
                where cu.id = d.user_id
              ),
              true
            )
          order by due_at
          limit 1
        ),
        (
          select due_at
          from deliveries d
          where
            status = 'queued'
            and job_id is null
            and is_reminder
            and coalesce(
              (
                select greatest(c.free_at, c.paused_until) <= clock_timestamp()
                from
                  users cu
                  join messenger_chats c on c.chat_id = cu.messenger_id
                where cu.id = d.user_id
              ),
              true
            )
          order by due_at
          limit 1
        ),
        case
          when not held then (
            select due_at
            from deliveries d
            where
              status = 'queued'
              and job_id is not null
              and coalesce(
                (
                  select greatest(c.free_at, c.paused_until) <= clock_timestamp()
                  from
                    users cu
                    join messenger_chats c on c.chat_id = cu.messenger_id
                  where cu.id = d.user_id
                ),
                true
              )
            order by due_at
            limit 1
          )
        end,
        (
          select min(leased_until)
          from deliveries
          where
            status = 'sending'
            and (
              job_id is null
              or not held
            )
        ),
        case
          when $2 then least(
            (
              select edit_due_at
              from bot_messages b
              where
                state = 'standing'
                and run_id is null
                and is_urgent
                and coalesce(
                  (
                    select greatest(c.free_at, c.paused_until) <= clock_timestamp()
                    from
                      users cu
                      join messenger_chats c on c.chat_id = cu.messenger_id
                    where cu.id = b.user_id
                  ),
                  true
                )
              order by edit_due_at
              limit 1
            ),
            (
              select edit_due_at
              from bot_messages b
              where
                state = 'standing'
                and run_id is null
                and not is_urgent
                and coalesce(
                  (
                    select greatest(c.free_at, c.paused_until) <= clock_timestamp()
                    from
                      users cu
                      join messenger_chats c on c.chat_id = cu.messenger_id
                    where cu.id = b.user_id
                  ),
                  true
                )
              order by edit_due_at
              limit 1
            ),
            (
              select min(leased_until)
              from bot_messages
              where
                state = 'standing'
                and run_id is not null
            )
          )
        end
      ) as first
  ) as waiting;
