with
  old as (
    delete from bot_messages
    where sent_at < now() - interval '90 days'
    returning 1
  ),
  unanswered as (
    delete from bot_messages
    where
      state = 'sending'
      and leased_until < now() - interval '1 day'
    returning 1
  ),
  changes as (
    delete from changed_subjects
    where changed_at < now() - interval '1 day'
    returning 1
  )
select
  (
    select count(*)
    from old
  ) + (
    select count(*)
    from unanswered
  ) + (
    select count(*)
    from changes
  ) as count;
