import { notifiedColumn } from '../../db/notify-channel.ts';

/** SQL for whether a newer notice may replace the notification `n`: unread, and from the last 10 minutes. */
export const IS_REPLACEABLE = `n.in_app and n.clicked_at is null and n.dismissed_at is null
       and n.created_at > now() - interval '10 minutes'`;

/** SQL for whether the notification `n` is the newest of its subject, or was sent by messenger. */
export const IS_CURRENT_OR_SENT = `(n.superseded_by is null or exists (
  select from deliveries sent where sent.notification_id = n.id))`;

/**
 * SQL for whether a change that begins at `startsAt` is too urgent for a wait, and for whether a
 * message about it must ring: an edit does not.
 */
export const isUrgent = (startsAt: string) => `${startsAt} <= now() + interval '15 minutes'`;
export const mustRing = (startsAt: string) => `${startsAt} <= now() + interval '3 hours'`;

/**
 * Common table expressions about the notices that new ones replace, which `replaced (id, user_id,
 * subject, changes)` selects, and about the messages in the chats of their users. `held` locks the deliveries: a
 * worker either has claimed one before, which `held` sees, or finds it deleted. The new delivery of a
 * person takes the time of the deleted one, so that corrections never extend the wait.
 */
export const HELD_MESSAGES = `held as materialized (
    select r.user_id, r.subject, d.notification_id, d.status, d.due_at, d.concerns_at
      from replaced r
      join deliveries d on d.notification_id = r.id
     order by d.notification_id
       for update of d
  ), queued as (
    select * from held where status = 'queued'
  ), taken as (
    delete from deliveries where notification_id in (select notification_id from queued)
  ), unanswered as (
    -- An earlier attempt whose answer was lost: nothing can edit what it may have sent.
    delete from bot_messages
     where state = 'sending' and notification_id in (select notification_id from queued)
  ), earlier as (
    select user_id, subject,
           min(due_at) filter (where status = 'queued') as due_at,
           min(concerns_at) filter (where status = 'queued') as concerns_at,
           coalesce(bool_or(status = 'sending'), false) as is_sending,
           coalesce(bool_or(status in ('sending', 'sent')), false) or bool_or(has_message) as is_sent,
           (array_agg(changes order by id) filter (where id is not null))[1] as changes,
           array_agg(id) filter (where id is not null) as ids
      from (
        select r.user_id, r.subject, r.id, r.changes, null as status, null::timestamptz as due_at,
               null::timestamptz as concerns_at,
               exists (select from bot_messages where notification_id = r.id)
                 or exists (
                   select from notifications k
                     join bot_messages m on m.notification_id = k.id
                    where k.superseded_by = r.id) as has_message
          from replaced r
         union all
        select user_id, subject, null, null, status, due_at, concerns_at, false from held) as parts
     group by user_id, subject
  )`;

/**
 * A common table expression: the newest message of each person about each `subject` of `given`, with
 * whether an edit of it is enough, because it was sent within 10 minutes and not clicked.
 */
export const NEWEST_MESSAGES = `newest as materialized (
    select distinct on (m.user_id, s.subject) m.user_id, s.subject,
           m.state = 'sending' or (m.sent_at > now() - interval '10 minutes' and not exists (
             select from notifications k
              where k.clicked_at is not null and k.id in (n.id, n.superseded_by))) as is_recent
      from bot_message_subjects s
      join bot_messages m on m.id = s.bot_message_id
      left join notifications n on n.id = m.notification_id
     where s.subject in (select subject from given)
       and (m.state = 'standing' or m.state = 'sending' and exists (
             select from deliveries d
              where d.notification_id = m.notification_id and d.status in ('queued', 'sending')
                and d.notification_id not in (select notification_id from queued)))
     order by m.user_id, s.subject, m.id desc
  )`;

/**
 * Inserts the notices `composed`, hides those in `replaced` and those that they have replaced, and
 * queues a message of each whose `needs_message` is true. A notice that none replaces is withdrawn.
 *
 * @param earlier common table expressions, with `composed (id, user_id, subject, type, title, body,
 *   data, args, due_at, concerns_at, needs_message, replaced_ids)` and `replaced (id, user_id, subject, changes)`
 */
export const withReplaced = (earlier: string): string => `
  with ${earlier}, hidden as (
    -- By the ids: a join of two of these expressions by user would be quadratic.
    update notifications n
       set in_app = false, superseded_by = o.new_id
      from (
        select c.id as new_id, r.id from composed c cross join unnest(c.replaced_ids) as r (id)
         union all
        select c.id, k.id
          from composed c cross join unnest(c.replaced_ids) as r (id)
          join notifications k on k.superseded_by = r.id) as o
     where n.id = o.id
    returning n.id
  ), withdrawn as (
    delete from notifications
     where id in (
       select id from replaced
        union all
       select k.id from replaced r join notifications k on k.superseded_by = r.id
       except
       select id from hidden)
  ), notified as (
    insert into notifications (id, user_id, type, title, body, data, args)
    overriding system value
    select id, user_id, type, title, body, data, args from composed
    returning id, user_id
  ), written as (
    insert into deliveries (notification_id, user_id, due_at, concerns_at)
    select c.id, c.user_id, c.due_at, c.concerns_at
      from composed c
      join users u on u.id = c.user_id
      left join notification_settings s on s.user_id = c.user_id
     where c.needs_message and not u.is_blocked
       and delivery_skip_reason(
         u.messenger_reachable, u.notifications_enabled, s.muted_topics, :topic) is null
    returning 1
  )
  select ${notifiedColumn('exists (select from written)')}`;
