with
  changed as (
    delete from changed_subjects
    where
      id in (
        select id
        from changed_subjects
        order by id
        limit 1000
      )
    returning
      subject,
      starts_at,
      is_urgent,
      changed_at
  ),
  due as (
    select
      subject,
      min(
        changed_at + case
          when is_urgent
          or starts_at <= changed_at + interval '15 minutes' then interval '0'
          else $1 * interval '1 ms'
        end
      ) as due_at,
      bool_or(
        is_urgent
        or coalesce(starts_at <= changed_at + interval '3 hours', false)
      ) as is_urgent
    from changed
    group by subject
  ),
  stale as (
    select
      s.bot_message_id as id,
      min(d.due_at) as due_at,
      bool_or(d.is_urgent) as is_urgent
    from
      due d
      join bot_message_subjects s on s.subject = d.subject
    group by s.bot_message_id
  )
update bot_messages b
set
  edit_due_at = least(b.edit_due_at, s.due_at),
  is_urgent = b.is_urgent
  or s.is_urgent
from stale s
where
  b.id = s.id
  and b.state <> 'gone';
