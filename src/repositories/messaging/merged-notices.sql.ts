import type { NotificationType } from '../../domain/messaging/notification-types.ts';
import {
  HELD_MESSAGES,
  IS_REPLACEABLE,
  isUrgent,
  mustRing,
  NEWEST_MESSAGES,
  withSuperseded,
} from './superseded-notices.sql.ts';

/** Notices that replace an unread one about the same thing. */
interface MergedNotices {
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
export const mergedChanges = (given = 'g.changes'): string => `coalesce((
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
export const insertMerged = ({ kind, types, addressed }: MergedNotices): string => {
  const key = `${kind}_id`;
  return withSuperseded(`given as (
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
  ), ${HELD_MESSAGES}, ${NEWEST_MESSAGES}, merged as (
    select a.user_id, g.*, o.due_at, o.is_sent, ${mergedChanges(`coalesce(g.changes, '{}')`)} as both_changes,
           g.changes is null or g.changes -> 'status' is not null as is_of_status,
           least(g.concerns_at, o.concerns_at) as soonest,
           o.due_at is null and (coalesce(m.is_recent, false) or coalesce(o.is_sending, false)) as stands
      from addressed a
      join given g on g.${key} = a.${key}
      left join (
        select e.*, (select r.changes from replaced r
                      where r.user_id = e.user_id and r.subject = e.subject
                      order by r.id limit 1) as changes
          from earlier e) o on o.user_id = a.user_id and o.subject = g.subject
      left join newest m on m.user_id = a.user_id and m.subject = g.subject
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
           g.is_of_status or ${mustRing('g.soonest')} or not g.stands as needs_message
      from shown g
      join users u on u.id = g.user_id and u.erased_at is null
     cross join lateral (select g.texts -> case
             when g.shown_changes #>> '{status,from}' = 'cancelled' then 'revived'
             when ${isUndone('g.shown_changes')} then 'back'
             else 'changed' end as text) t
       for key share of u
  )`);
};
