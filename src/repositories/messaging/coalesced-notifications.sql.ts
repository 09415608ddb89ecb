import { MAX_ARG_LINES } from '../../domain/messaging/notification-args.ts';
import type { NotificationType } from '../../domain/messaging/notification-types.ts';
import {
  HELD_MESSAGES,
  IS_REPLACEABLE,
  isUrgent,
  mustRing,
  NEWEST_MESSAGES,
  withReplaced,
} from './replaced-notifications.sql.ts';

/** Notifications that replace an unread one about the same thing. */
interface CoalescedNotifications {
  /** The kind of the subject: its key in `given` and in the data of the notice is `<kind>_id`. */
  readonly kind: 'event' | 'agenda_item' | 'conference';
  /** The types of the notices that are replaced. */
  readonly types: readonly NotificationType[];
  /** Selects the `user_id` and the key of each person and notice, from `given`. */
  readonly addressed: string;
}

/**
 * SQL for the changes of the earlier notice `o` and the given one `g`: each field from its first value
 * to its last. `given` are the changes of `g`, which must not be null.
 */
export const coalescedChanges = (given = 'g.changes'): string => `coalesce((
  select jsonb_object_agg(field, jsonb_build_object(
           'from', coalesce(o.changes -> field -> 'from', g.changes -> field -> 'from'),
           'to', coalesce(g.changes -> field -> 'to', o.changes -> field -> 'to')))
    from jsonb_object_keys(coalesce(o.changes, '{}') || ${given}) as field), '{}')`;

/** SQL for whether all ends where it began. */
export const isUndone = (changes: string): string => `not exists (
  select from jsonb_each(${changes}) as f where f.value -> 'from' <> f.value -> 'to')`;

/**
 * Inserts `:notices`, whose `data` and `args` get the merged changes, and queues their messages. A
 * notice without `changes` says that the thing is over for good.
 *
 * What ends where it began is withdrawn with the notice that it takes back, unless a message of that
 * one was sent. No message follows where an edit of the last one is enough; a change of the status is
 * always sent, because the message before says the opposite.
 */
export const insertCoalesced = ({ kind, types, addressed }: CoalescedNotifications): string => {
  const key = `${kind}_id`;
  return withReplaced(`given as (
    select *, '${kind}:' || ${key} as subject from jsonb_to_recordset(:notices::jsonb) as g (
      event_id bigint, agenda_item_id bigint, conference_id bigint, type text, texts jsonb,
      data jsonb, args jsonb, changes jsonb, concerns_at timestamptz)
  ), addressed as materialized (
    ${addressed}
  ), replaced as materialized (
    select n.id, n.user_id, g.subject, n.data -> 'changes' as changes
      from addressed a
      join given g on g.${key} = a.${key}
      join notifications n on n.user_id = a.user_id
     where n.type in (${types.map((type) => `'${type}'`).join(', ')})
       and n.data -> '${key}' = to_jsonb(g.${key})
       and ${IS_REPLACEABLE}
     order by n.id
       for no key update of n
  ), ${HELD_MESSAGES}, ${NEWEST_MESSAGES}, known as (
    -- Grouped instead of joined: the planner expects few rows, and would join them in loops.
    select user_id, subject, min(due_at) as due_at, min(concerns_at) as concerns_at,
           bool_or(is_sent) as is_sent,
           coalesce(bool_or(is_recent), false) or coalesce(bool_or(is_sending), false) as stands,
           (array_agg(changes) filter (where changes is not null))[1] as changes,
           (array_agg(ids) filter (where ids is not null))[1] as replaced_ids
      from (
        select a.user_id, '${kind}:' || a.${key} as subject, true as is_addressed,
               null::timestamptz as due_at, null::timestamptz as concerns_at,
               null::boolean as is_sent, null::boolean as is_sending, null::boolean as is_recent,
               null::jsonb as changes, null::jsonb as ids
          from addressed a
         union all
        select user_id, subject, null, due_at, concerns_at, is_sent, is_sending, null, changes,
               to_jsonb(ids)
          from earlier
         union all
        select user_id, subject, null, null, null, null, null, is_recent, null, null
          from newest) as parts
     group by user_id, subject
    having bool_or(is_addressed)
  ), merged as (
    select o.user_id, g.*, o.due_at, o.is_sent, o.replaced_ids,
           ${coalescedChanges(`coalesce(g.changes, '{}')`)} as both_changes,
           g.changes is null or g.changes -> 'status' is not null as is_of_status,
           least(g.concerns_at, o.concerns_at) as soonest,
           o.due_at is null and o.stands as stands
      from known o
      join given g on g.subject = o.subject
  ), shown as (
    select *, case when is_sent and is_of_status
                then both_changes || jsonb_build_object('status', changes -> 'status')
                else both_changes end as shown_changes
      from merged
     where is_sent or changes is null or not (${isUndone('both_changes')})
  ), composed as materialized (
    select nextval(pg_get_serial_sequence('notifications', 'id')) as id, u.id as user_id,
           g.subject, g.type, t.text ->> 'title' as title, t.text ->> 'body' as body,
           case when g.changes is null then g.data
                else g.data || jsonb_build_object('changes', g.shown_changes) end as data,
           case when g.changes is null then g.args
                else g.args || jsonb_build_object('changes', g.shown_changes) end as args,
           least(g.due_at, now() + case when g.is_of_status or ${isUrgent('g.soonest')}
             then interval '0' else :wait_ms * interval '1 ms' end) as due_at,
           g.soonest as concerns_at,
           g.is_of_status or ${mustRing('g.soonest')} or not g.stands as needs_message,
           array(select jsonb_array_elements_text(g.replaced_ids)::bigint) as replaced_ids
      from shown g
      join users u on u.id = g.user_id and u.erased_at is null
     cross join lateral (select g.texts -> case
             when g.shown_changes #>> '{status,from}' = 'cancelled' then 'revived'
             when ${isUndone('g.shown_changes')} then 'back'
             else 'changed' end as text) t
       for key share of u
  )`);
};

/** One notice for each person about many things. */
interface Digests {
  /**
   * Common table expressions: `given (subject, …)`, and `replaced (id, user_id, subject, changes)` with the
   * notices that the digests replace, whose subject is `DIGEST`.
   */
  readonly given: string;
  /**
   * Further ones, after which `lines` has the lines of each digest: `user_id`, `place`, `text`, `thing`,
   * `subject` if the line is new, `is_of_status`, `concerns_at`, `is_named` in a message that is being
   * sent, and what `data` reads. Without text and thing, the line is only in the data.
   */
  readonly lines: string;
  /** The data, in which `place` orders the lines; without the conference. */
  readonly data: string;
}

/** SQL for the subject of digests, by which one replaces another. */
export const DIGEST = `'digest'`;

/** No digest is replaced: an import is a notice of its own. */
export const NONE_REPLACED = `replaced as (
    select null::bigint as id, null::bigint as user_id, '' as subject, null::jsonb as changes
     where false
  )`;

/**
 * Inserts digests, whose texts name the first lines. A message follows if a new line needs it: it is
 * about a status or about something that begins soon, or an edit of the last message about it is not
 * enough. `:look_again` is the last line of each, or null.
 */
export const insertDigests = ({ given, lines, data }: Digests): string =>
  withReplaced(`${given}, ${HELD_MESSAGES}, ${NEWEST_MESSAGES}, ${lines}, judged as (
    select l.*, row_number() over (partition by l.user_id order by l.place, l.subject) as nth,
           l.subject is not null and (
             l.is_of_status or ${mustRing('l.concerns_at')}
             or not coalesce(m.is_recent or l.is_named, false)) as needs_message
      from lines l
      left join newest m on m.user_id = l.user_id and m.subject = l.subject
  ), digests as (
    select user_id, bool_or(needs_message) as needs_message, bool_or(is_of_status) as is_of_status,
           min(concerns_at) as concerns_at, greatest(0, count(text) - ${MAX_ARG_LINES}) as more,
           string_agg(text, chr(10) order by nth) filter (where nth <= ${MAX_ARG_LINES}) as named,
           jsonb_agg(thing order by nth) filter (where nth <= ${MAX_ARG_LINES} and thing is not null)
             as things,
           jsonb_build_object('conference_id', :conference_id::bigint) || ${data} as data
      from judged group by user_id
  ), composed as materialized (
    select nextval(pg_get_serial_sequence('notifications', 'id')) as id, u.id as user_id,
           ${DIGEST} as subject, 'programme_changed' as type, :title as title,
           concat_ws(chr(10), d.named, case when d.more > 0 then 'and ' || d.more || ' more' end,
                     :look_again::text) as body,
           d.data,
           jsonb_build_object('conference', :conference_name::text,
                              'lines', coalesce(d.things, '[]'), 'more', d.more) as args,
           least(e.due_at, now() + case when d.is_of_status or ${isUrgent('d.concerns_at')}
             then interval '0' else :wait_ms * interval '1 ms' end) as due_at,
           least(d.concerns_at, e.concerns_at) as concerns_at,
           e.due_at is not null or d.needs_message as needs_message, e.ids as replaced_ids
      from digests d
      join users u on u.id = d.user_id and u.erased_at is null
      left join earlier e on e.user_id = d.user_id
       for key share of u
  )`);
