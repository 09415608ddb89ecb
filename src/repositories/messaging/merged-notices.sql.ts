import type { NotificationType } from '../../domain/messaging/notification-types.ts';
import { withDeliveries } from './notifications.repository.ts';

/** SQL for whether a message of the notification `n` was sent. */
export const IS_SENT = `exists (
           select from deliveries d
            where d.notification_id = n.id and d.status in ('sending', 'sent'))`;

/** SQL for whether a newer notice may replace the notification `n`: unread, and from the last 10 minutes. */
export const IS_REPLACEABLE = `n.in_app and n.clicked_at is null and n.dismissed_at is null
       and n.created_at > now() - interval '10 minutes'`;

/** Notices that replace an unread one about the same event or agenda item. */
interface MergedNotices {
  /** The key of the subject of a notice, in `given` and in the data of the notice. */
  readonly key: 'event_id' | 'agenda_item_id';
  readonly types: readonly NotificationType[];
  /** Selects the `user_id` and the `key` of each person and notice, from `given`. */
  readonly addressed: string;
}

/**
 * Deletes the notices that a new one replaces: the unread ones with the same key from the last 10
 * minutes. `earlier` has the changes of the first one, and whether it sent a message, which no
 * second one must follow. A change of the status is always sent: the message before says the
 * opposite.
 */
const replaced = ({ key, types }: MergedNotices) => `replaced as materialized (
  select n.id, n.user_id, g.${key}, n.data -> 'changes' as changes,
         g.changes -> 'status' is null and ${IS_SENT} as is_sent
    from addressed a
    join given g on g.${key} = a.${key}
    join notifications n on n.user_id = a.user_id
   where n.type in (${types.map((type) => `'${type}'`).join(', ')})
     and n.data -> '${key}' = to_jsonb(g.${key})
     and ${IS_REPLACEABLE}
   order by n.id
     for update of n
), gone as (
  delete from notifications where id in (select id from replaced)
), earlier as (
  select user_id, ${key}, (array_agg(changes order by id))[1] as changes,
         bool_or(is_sent) as is_sent
    from replaced group by user_id, ${key}
)`;

/**
 * SQL for the changes of the earlier notice `o` and the given one `g`: each field from its first value
 * to its last. `given` are the changes of `g`, which must not be null.
 */
export const mergedChanges = (given = 'g.changes'): string => `coalesce((
  select jsonb_object_agg(field, jsonb_build_object(
           'from', coalesce(o.changes -> field -> 'from', g.changes -> field -> 'from'),
           'to', coalesce(g.changes -> field -> 'to', o.changes -> field -> 'to')))
    from jsonb_object_keys(coalesce(o.changes, '{}') || ${given}) as field), '{}')`;

/** Inserts `:notices`, whose `data` gets the merged changes, and queues their messages. */
export const insertMerged = (notices: MergedNotices): string => {
  const { key, addressed } = notices;
  const given = `given as (
    select * from jsonb_to_recordset(:notices::jsonb) as g (
      event_id bigint, agenda_item_id bigint, conference_id bigint, type text, title text,
      body text, data jsonb, changes jsonb))`;
  const insert = `
    insert into notifications (user_id, type, title, body, data)
    select u.id, g.type, g.title, g.body, g.data || jsonb_build_object('changes', ${mergedChanges()})
      from addressed a
      join given g on g.${key} = a.${key}
      join users u on u.id = a.user_id and u.erased_at is null
      left join earlier o on o.user_id = a.user_id and o.${key} = a.${key}
       for key share of u`;
  const isUnsent = `not exists (
    select from earlier o
     where o.user_id = t.user_id and to_jsonb(o.${key}) = t.data -> '${key}' and o.is_sent)`;
  const earlier = `${given}, addressed as (${addressed}), ${replaced(notices)},`;
  return withDeliveries(insert, isUnsent, earlier);
};
