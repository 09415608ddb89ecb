import { notifiedColumn } from '../../db/notify-channel.ts';

/** SQL for whether a notification takes further changes of its subject; the same text as in its index. */
const IS_OPEN = 'subject is not null and clicked_at is null and dismissed_at is null';

/** What a message about must ring, since an edit does not; and what waits for no further changes. */
const MUST_RING = `k.is_of_status or k.concerns_at <= now() + interval '3 hours'`;
const IS_URGENT = `k.is_of_status or k.concerns_at <= now() + interval '15 minutes'`;

/** An import is a notice of its own, of all changes in its transaction. */
const GIVEN = `given as (
    select *, coalesce(:key::text, case when :is_import then 'import:' || pg_current_xact_id() end, subject)
             as key
      from jsonb_to_recordset(:changes::jsonb) as g (
        subject text, type text, data jsonb, before jsonb, after jsonb, concerns_at timestamptz,
        is_of_status boolean)
  )`;

/**
 * Inserts a notice for each person and key, or adds the changes to the open one, whose `before` stays.
 * Locks the notices in the order of the people, then their deliveries: a worker has claimed one before,
 * or finds what `QUEUE_MESSAGES` leaves.
 * @param addressed selects the `user_id` and the `subject` of each person and change `g` of `given`
 */
export const upsertChanges = (addressed: string): string => `
  with ${GIVEN}, addressed as materialized (${addressed}), composed as materialized (
    select a.user_id, g.key, coalesce(:type, min(g.type)) as type, coalesce(:data::jsonb, (array_agg(g.data))[1]) as data,
           jsonb_object_agg(g.subject, g.before) as before, jsonb_object_agg(g.subject, g.after) as args
      from addressed a join given g using (subject)
     group by a.user_id, g.key
  ), written as (
  insert into notifications as n (user_id, type, title, body, data, before, args, subject)
  select u.id, c.type, '', '', c.data, c.before, c.args, c.key
    from composed c join users u on u.id = c.user_id and u.erased_at is null
   order by u.id, c.key
     for key share of u
  on conflict (subject, user_id) where ${IS_OPEN} do update
     set type = excluded.type, data = n.data || excluded.data, before = excluded.before || n.before,
         args = n.args || excluded.args, created_at = excluded.created_at, change_id = excluded.id
  returning id
  )
  select count(*) from (
    select from deliveries where notification_id in (select id from written)
     order by notification_id for update) as held`;

/**
 * Queues the messages of the notices that this transaction has written. What is as before is withdrawn,
 * unless a message was sent. No message follows where an edit of a recent one is enough; a change of the
 * status is always sent, because the message before says the opposite. A correction never extends the
 * wait.
 */
export const QUEUE_MESSAGES = `
  with ${GIVEN}, recent as materialized (
    select b.user_id, s.subject
      from bot_message_subjects s
      join bot_messages b on b.id = s.bot_message_id
      join notifications n on n.id = b.notification_id
      join deliveries d on d.notification_id = n.id
     where s.subject in (select subject from given)
       and (b.state = 'standing' and b.sent_at > now() - interval '10 minutes' and n.clicked_at is null
            or b.state = 'sending' and d.status = 'sending')
  ), changed as materialized (
    select n.id, n.user_id, bool_or(g.is_of_status) as is_of_status, min(g.concerns_at) as concerns_at,
           bool_or((n.user_id, g.subject) not in (select user_id, subject from recent)) as is_news
      from notifications n
     cross join jsonb_object_keys(n.args) as about
      join given g on g.subject = about
     where n.subject = any(array(select key from given))
       and n.clicked_at is null and n.dismissed_at is null
       and n.created_at = now()::timestamptz(3)
     group by n.id
  ), known as materialized (
    select c.*, d.status,
           exists (select from bot_messages b where b.notification_id = c.id) as is_sent
      from changed c left join deliveries d on d.notification_id = c.id
  ), withdrawn as (
    delete from notifications n using known k
     where n.id = k.id and not k.is_sent and n.args @> n.before
    returning n.id
  ), contradicted as (
    -- The reader knows another status than before the first change.
    update notifications n set before = jsonb_set(n.before, array[n.subject, 'status'], g.before -> 'status')
      from known k, given g
     where n.id = k.id and k.is_sent and g.subject = n.subject and g.is_of_status
  ), written as (
    insert into deliveries as d (notification_id, user_id, due_at, concerns_at)
    select k.id, k.user_id,
           greatest(:not_before::timestamptz,
             now() + case when ${IS_URGENT} then interval '0' else :wait_ms * interval '1 ms' end),
           k.concerns_at
      from known k
      join users u on u.id = k.user_id and not u.is_blocked
      left join notification_settings s on s.user_id = u.id
     where k.id not in (select id from withdrawn)
       and (k.status is not distinct from 'queued' or k.is_news or ${MUST_RING})
       and delivery_skip_reason(
         u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null
    on conflict (notification_id) do update
       set status = 'queued', reason = null, attempts = 0, run_id = null, leased_until = null,
           due_at = least(excluded.due_at, case d.status when 'queued' then d.due_at end),
           concerns_at = least(excluded.concerns_at, case d.status when 'queued' then d.concerns_at end)
    returning 1
  ), notified as (select user_id from changed)
  select ${notifiedColumn('exists (select from written)')}`;
