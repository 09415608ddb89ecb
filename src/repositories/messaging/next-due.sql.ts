import { chatIsFree } from './claims.sql.ts';
import { IS_PAUSED } from './messenger-gate.sql.ts';

/** SQL for the time at which the first of `rows` can be claimed. */
const firstOf = (rows: string, at: string, condition: string, user: string) => `(
  select ${at} from ${rows} where ${condition} and ${chatIsFree(user, 'clock_timestamp()')}
   order by ${at} limit 1)`;
const firstQueued = (condition: string) =>
  firstOf('deliveries d', 'due_at', `status = 'queued' and ${condition}`, 'd.user_id');
const firstEdit = (condition: string) =>
  firstOf('bot_messages b', 'edit_due_at', `state = 'standing' and ${condition}`, 'b.user_id');

/** The time at which a chat is free for which something is due. */
const FIRST_FREE = `(
  select min(greatest(c.free_at, c.paused_until, w.due_at))
    from messenger_chats c
    join users u on u.messenger_id = c.chat_id
    cross join lateral (
      select due_at from deliveries
       where user_id = u.id and status = 'queued' and not (held and job_id is not null)
      union all
      select edit_due_at from bot_messages
       where user_id = u.id and state = 'standing' and run_id is null and edit_due_at is not null
         and :can_send) w
   where c.free_at > clock_timestamp() or c.paused_until > clock_timestamp())`;

/**
 * SQL for the time until the next call can be claimed or the next lease expires, in milliseconds; null when nothing
 * else waits or is in flight.
 */
export const NEXT_DUE = `
  select ceil(extract(epoch from case
            when first <= clock_timestamp() then first
            else least(first, ${FIRST_FREE}) end - clock_timestamp()) * 1000)::float8 as due_ms
     from (select ${IS_PAUSED} and pause_scope = 'broadcasts' as held from messenger_gate) as gate
    cross join lateral (
      select least(
        case when exists (select from changed_subjects) then clock_timestamp() end,
        ${firstQueued('job_id is null and not is_reminder')},
        ${firstQueued('job_id is null and is_reminder')},
        case when not held then ${firstQueued('job_id is not null')} end,
        (select min(leased_until) from deliveries
          where status = 'sending' and (job_id is null or not held)),
        case when :can_send then least(
          ${firstEdit('run_id is null and is_urgent')},
          ${firstEdit('run_id is null and not is_urgent')},
          (select min(leased_until) from bot_messages
            where state = 'standing' and run_id is not null)) end) as first) as waiting`;
