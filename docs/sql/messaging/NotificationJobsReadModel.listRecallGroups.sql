select
  state,
  case state
    when 'failed' then reason
  end as reason,
  count(*)
from
  (
    select
      case
        when d.status in ('queued', 'sending')
        or m.is_standing then 'pending'
        when case
          when d.attempts > (
            d.status = 'sent'
            or coalesce(d.reason in ('blocked', 'chat_not_found', 'rejected'), false)
          )::int then 'answer_lost'
          when d.status = 'sent'
          and m.count = 0 then 'not_recorded'
          when m.is_gone then 'gone'
        end is not null then 'failed'
        when m.is_recalled then 'recalled'
      end as state,
      case
        when d.attempts > (
          d.status = 'sent'
          or coalesce(d.reason in ('blocked', 'chat_not_found', 'rejected'), false)
        )::int then 'answer_lost'
        when d.status = 'sent'
        and m.count = 0 then 'not_recorded'
        when m.is_gone then 'gone'
      end as reason
    from
      deliveries d
      cross join lateral (
        select
          count(*) as count,
          bool_or(b.edited_at >= $1) as is_recalled,
          bool_or(
            b.state = 'standing'
            and (b.edited_at >= $2) is not true
          ) as is_standing,
          bool_or(
            b.state = 'gone'
            and (b.edited_at >= $3) is not true
          ) as is_gone
        from bot_messages b
        where b.notification_id = d.notification_id
      ) as m
    where d.job_id = $4
  ) as recalled
group by
  1,
  2;
