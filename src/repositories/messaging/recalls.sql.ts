/** SQL for the messages in the chat of the recipient of a delivery `d`, of a job recalled at `:recalled_at`. */
export const RECALLED_MESSAGES = `(
  select count(*) as count,
         bool_or(b.edited_at >= :recalled_at) as is_recalled,
         bool_or(b.state = 'standing' and (b.edited_at >= :recalled_at) is not true) as is_standing,
         bool_or(b.state = 'gone' and (b.edited_at >= :recalled_at) is not true) as is_gone
    from bot_messages b where b.notification_id = d.notification_id) as m`;

/** SQL for whether the messenger answered the last attempt of `d`. Slow answers do not count as attempts. */
const IS_ANSWERED = `(d.status = 'sent' or coalesce(d.reason in ('blocked', 'chat_not_found', 'rejected'), false))`;

/**
 * SQL for why the message of a delivery `d` cannot be recalled; null if it can. `answer_lost`: a copy may
 * stand of which no id is known. `not_recorded`: the previous version sent it. `gone`: the messenger
 * refused to change it.
 */
export const RECALL_REASON = `case
  when d.attempts > ${IS_ANSWERED}::int then 'answer_lost'
  when d.status = 'sent' and m.count = 0 then 'not_recorded'
  when m.is_gone then 'gone'
end`;

/** SQL for the state of the recall of a delivery `d`; null if no message can have reached its chat. */
export const RECALL_STATE = `case
  when d.status in ('queued', 'sending') or m.is_standing then 'pending'
  when ${RECALL_REASON} is not null then 'failed'
  when m.is_recalled then 'recalled'
end`;
