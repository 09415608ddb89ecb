import { MAX_ATTEMPTS } from '../../domain/messaging/deliveries.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import { tooSoon } from './broadcast-gaps.sql.ts';
import { IS_PAUSED } from './send-rate-lock.sql.ts';
import { reminderObstacle } from './session-reminders.sql.ts';

/**
 * The lease of a claimed call: longer than an attempt can take. After a worker was killed, another
 * run takes its calls over when the lease expires. So a message that was in flight may be sent twice,
 * and one whose answer was recorded is never sent again.
 */
export const LEASE_SECONDS = 20;

/** The messenger deletes messages for 48 hours; a deletion that is late by a retry is still in time. */
const DELETABLE = `interval '47 hours 55 minutes'`;

/** SQL for the topics of all types of notifications. */
export const TOPICS = Object.entries(TOPIC_OF)
  .map(([type, topic]) => `('${type}', '${topic}')`)
  .join(', ');

const NOW = '(select now from moment)';

/** SQL for whether no call to the chat of a user is in flight, was answered in the last second, or waits. */
const chatIsFree = (user: string, now = NOW) => `coalesce((
    select greatest(c.free_at, c.paused_until) <= ${now}
      from users cu join messenger_chats c on c.chat_id = cu.messenger_id where cu.id = ${user}), true)`;

/** SQL for the reason why a delivery `d` to `u` must not be sent; null if it may be sent. */
const OBSTACLE = `case
  when u.erased_at is not null then 'erased'
  when d.attempts >= ${MAX_ATTEMPTS} then 'worker_died'
  when not :can_send then 'not_configured'
  when d.is_test then null
  when j.status <> 'running' or j.recalled_at is not null then 'cancelled'
  when u.is_blocked then 'account_blocked'
  else coalesce(
    delivery_skip_reason(u.messenger_reachable, u.notifications_enabled, s.muted_topics, t.topic),
    case when d.type = 'session_reminder' then ${reminderObstacle(NOW)} end)
end`;

const queued = (rank: number, condition: string) => `
    (select notification_id as id, true as is_first, user_id, ${rank} as rank, due_at from deliveries d
      where status = 'queued' and ${condition} and due_at <= ${NOW} and ${chatIsFree('d.user_id')}
      order by due_at, notification_id limit :limit)`;

const dueEdits = (rank: number, condition: string) => `
    (select id, false, user_id, ${rank}, edit_due_at from bot_messages b
      where state = 'standing' and run_id is null and ${condition} and edit_due_at <= ${NOW}
        and :can_send and ${chatIsFree('b.user_id')}
      order by edit_due_at, id limit :limit)`;

/**
 * Common table expressions: `chosen` are the next calls, at most one for each chat and no more than
 * the rate leaves. The previous version counts its own messages in deliveries only. In the first second
 * after a pause that the messenger asked for, the rate fills as the time passes: not all of it at once.
 */
const CHOSEN = `moment as materialized (select clock_timestamp() as now),
  used as (
    select greatest(
      (select count(*) from messenger_chats where free_at > ${NOW}),
      (select count(*) from deliveries where status = 'sending' and leased_until > ${NOW})
        + (select count(*) from deliveries where answered_at > ${NOW} - interval '1 second')) as count
  ),
  allowed as materialized (
    -- Each time by itself, since PostgreSQL before 17 subtracts no infinite one.
    select floor(:rate * greatest(0, least(1, extract(epoch from ${NOW})
             - extract(epoch from (select paused_until from messenger_gate limit 1)))))::int as count
  ),
  due as (
    (select notification_id as id, true as is_first, user_id, 1 as rank, due_at from deliveries d
      where status = 'sending' and leased_until <= ${NOW} and (job_id is null or not :holds_broadcasts)
        and ${chatIsFree('d.user_id')} limit :limit)
    union all${queued(1, 'job_id is null and not is_reminder and not is_bulk')}
    union all${queued(2, 'job_id is null and is_reminder')}
    union all${queued(3, 'job_id is not null and not :holds_broadcasts')}
    union all${queued(3, 'job_id is null and is_bulk and not :holds_broadcasts')}
    union all${dueEdits(1, 'is_urgent')}
    union all${dueEdits(4, 'not is_urgent')}
    union all
    (select id, false, user_id, case when is_urgent then 1 else 4 end, leased_until from bot_messages b
      where state = 'standing' and run_id is not null and leased_until <= ${NOW}
        and :can_send and ${chatIsFree('b.user_id')} limit :limit)
  ),
  next_to_each as (
    select distinct on (user_id) id, is_first, rank, due_at
      from due order by user_id, rank, due_at, id
  ),
  chosen as (
    select id, is_first from next_to_each order by rank, due_at, id
     limit (select greatest(0, least(:limit, (select count from allowed) - count)) from used)
  )`;

/** Common table expressions: the chosen deliveries get their next status, those to be sent a lease. */
const DECIDED = `
  -- Skips locked rows: the cancellation of a large job, and an erasure, must not stop other messages.
  taken as (
    select d.notification_id, d.user_id, d.job_id, d.attempts, d.is_test, d.is_reminder, d.concerns_at, n.type
      from deliveries d
      join notifications n on n.id = d.notification_id
     where d.notification_id in (select id from chosen where is_first)
       and (d.status = 'queued' or (d.status = 'sending' and d.leased_until <= ${NOW}))
       for no key update of d skip locked
       for key share of n skip locked
  ),
  judged as (
    select d.notification_id, ${OBSTACLE} as obstacle,
           ${tooSoon({ user: 'd.user_id', job: 'j', now: NOW })} as is_too_soon,
           case when not d.is_test and not (not s.quiet_strict and coalesce(d.concerns_at < q.until, false))
                then q.until end as quiet_until
      from moment
     cross join taken d
      join users u on u.id = d.user_id
      left join notification_jobs j on j.id = d.job_id
      left join notification_settings s on s.user_id = d.user_id
      left join (values ${TOPICS}) as t (type, topic) on t.type = d.type
      cross join lateral (
        select quiet_until(moment.now, s.quiet_start, s.quiet_end, s.quiet_timezone) as until) q
  ),
  decided as (
    select *, case
           when obstacle = 'worker_died' then 'failed'
           when obstacle is not null then 'skipped'
           when quiet_until is not null then 'queued'
           when is_too_soon then 'skipped'
           else 'sending'
         end as decision
      from judged
  ),
  sent as (
    update deliveries d
       set status = decision,
           reason = case decision when 'queued' then 'quiet_hours'
                                  when 'skipped' then coalesce(obstacle, 'too_soon')
                                  else obstacle end,
           due_at = coalesce(quiet_until, due_at),
           attempts = attempts + (decision = 'sending')::int,
           run_id = case when decision = 'sending' then :run_id::uuid end,
           leased_until = case when decision = 'sending'
             then ${NOW} + ${LEASE_SECONDS} * interval '1 second' end
      from decided
     where d.notification_id = decided.notification_id
    returning d.notification_id, d.user_id, d.status, d.attempts
  )`;

/**
 * Common table expressions: the chosen edits get a lease. A change from now on makes them due again.
 * What stands in the chat of a user who left the bot stays there.
 */
const EDITED = `
  taken_edits as (
    select b.id, b.user_id, u.messenger_reachable and u.messenger_id is not null as can_edit
      from bot_messages b join users u on u.id = b.user_id
     where b.id in (select id from chosen where not is_first) and b.state = 'standing'
       and (b.run_id is null or b.leased_until <= ${NOW})
       for no key update of b skip locked
  ),
  edited as (
    update bot_messages b
       set state = case when can_edit then 'standing' else 'gone' end,
           edit_due_at = null,
           attempts = b.attempts + can_edit::int,
           run_id = case when can_edit then :run_id::uuid end,
           leased_until = case when can_edit then ${NOW} + ${LEASE_SECONDS} * interval '1 second' end
      from taken_edits t
     where b.id = t.id
    returning b.id, b.user_id, b.notification_id, b.attempts, b.message_id, b.content_hash,
              b.state, b.sent_at
  )`;

/** SQL for whether a newer message of the person speaks of a subject of `c`, apart from reminders. */
const HAS_NEWER = `exists (
  select from bot_messages o
    left join notifications k on k.id = o.notification_id
   where o.user_id = c.user_id and o.state = 'standing' and (o.sent_at, o.id) > (c.sent_at, c.id)
     and k.type is distinct from 'session_reminder'
     and exists (
       select from bot_message_subjects mine
         join bot_message_subjects theirs on theirs.subject = mine.subject
        where mine.bot_message_id = c.id and theirs.bot_message_id = o.id))`;

/** Chooses the next calls, decides on each, and leases those to make, with what they are rendered from. */
export const CLAIM = `
  with ${CHOSEN}, ${DECIDED}, ${EDITED}, claimed as (
    select status as decision, notification_id, user_id, attempts, null::bigint as id,
           null::bigint as message_id, null as content_hash, null::timestamptz as sent_at
      from sent
    union all
    select case state when 'standing' then 'editing' else 'gone' end, notification_id, user_id, attempts,
           id, message_id, content_hash, sent_at
      from edited
  )
  select c.decision, c.notification_id, c.user_id, c.attempts, c.id as bot_message_id, c.message_id,
         c.content_hash, c.sent_at > moment.now - ${DELETABLE} as is_deletable, moment.now as at,
         u.messenger_id as chat_id, coalesce(u.language, u.language_code) as language,
         n.type, n.title, n.body, n.action_url, n.data, n.args, n.before, n.job_id,
         j.recalled_at is not null as is_recalled,
         case when c.id is not null then array(
           select subject from bot_message_subjects where bot_message_id = c.id order by subject
         ) end as subjects,
         c.id is not null and ${HAS_NEWER} as has_newer
    from moment, claimed c
    join users u on u.id = c.user_id
    left join notifications n on n.id = c.notification_id
    left join notification_jobs j on j.id = n.job_id`;

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
       where user_id = u.id and status = 'queued' and not (held and (job_id is not null or is_bulk))
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
        ${firstQueued('job_id is null and not is_reminder and not is_bulk')},
        ${firstQueued('job_id is null and is_reminder')},
        case when not held then least(
          ${firstQueued('job_id is not null')}, ${firstQueued('job_id is null and is_bulk')}) end,
        (select min(leased_until) from deliveries
          where status = 'sending' and (job_id is null or not held)),
        case when :can_send then least(
          ${firstEdit('run_id is null and is_urgent')},
          ${firstEdit('run_id is null and not is_urgent')},
          (select min(leased_until) from bot_messages
            where state = 'standing' and run_id is not null)) end) as first) as waiting`;
