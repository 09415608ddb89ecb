import { IS_REPLACEABLE, IS_SENT, mergedChanges } from './merged-notices.sql.ts';
import { withDeliveries } from './notifications.repository.ts';

/** The most agenda items that the text of one notice names; the others are in its `data`. */
const MAX_LINES = 5;

const CHANGE_COLUMNS = `agenda_item_id bigint, event_id bigint, starts_at text, text text, changes jsonb`;

/**
 * Inserts one notice for each person about the `:changes` of their agenda items, and queues their
 * messages. It replaces an unread one about moves of the same conference from the last 10 minutes, and
 * has the items of both: each field from its first value to its last. If a message has named all of
 * these items to the person, none follows, except for a change of the status.
 *
 * @param people selects the `user_id` of each person of the change `g`
 * @param isPublic whether people see the conference
 */
export const insertForMove = (people: string, isPublic: string): string => {
  const earlier = `given as (
    select * from jsonb_to_recordset(:changes::jsonb) as g (${CHANGE_COLUMNS})
  ), addressed as materialized (
    select p.user_id, g.* from given g cross join lateral (${people}) p where ${isPublic}
  ), replaced as materialized (
    select n.id, n.user_id, n.data -> 'changes' as changes, ${IS_SENT} as is_sent
      from notifications n
     where n.user_id in (select user_id from addressed)
       and n.type = 'programme_changed' and n.data -> 'changes' is not null
       and n.data -> 'conference_id' = to_jsonb(:conference_id::bigint)
       and ${IS_REPLACEABLE}
     order by n.id
       for update of n
  ), gone as (
    delete from notifications where id in (select id from replaced)
  ), before_it as (
    select distinct on (r.user_id, o.agenda_item_id) r.user_id, r.is_sent, o.*
      from replaced r cross join lateral jsonb_to_recordset(r.changes) as o (${CHANGE_COLUMNS})
     order by r.user_id, o.agenda_item_id, r.id
  ), merged as (
    select user_id, agenda_item_id, coalesce(g.event_id, o.event_id) as event_id,
           coalesce(g.starts_at, o.starts_at) as starts_at, coalesce(g.text, o.text) as text,
           ${mergedChanges(`coalesce(g.changes, '{}')`)} as changes,
           g.changes is not null
             and (o.is_sent is not true or g.changes -> 'status' is not null) as is_new
      from addressed g full join before_it o using (user_id, agenda_item_id)
  ), numbered as (
    select *, row_number() over (partition by user_id order by starts_at, agenda_item_id) as place
      from merged
  ), composed as materialized (
    select user_id, bool_or(is_new) as is_new,
           string_agg(text, chr(10) order by place) filter (where place <= ${MAX_LINES})
             || case when count(*) > ${MAX_LINES}
                  then chr(10) || 'and ' || count(*) - ${MAX_LINES} || ' more' else '' end as body,
           jsonb_build_object(
             'conference_id', :conference_id::bigint,
             'event_ids', coalesce(
               jsonb_agg(event_id order by place) filter (where event_id is not null), '[]'),
             'agenda_item_ids', jsonb_agg(agenda_item_id order by place),
             'changes', jsonb_agg(jsonb_build_object(
               'agenda_item_id', agenda_item_id, 'event_id', event_id, 'starts_at', starts_at,
               'text', text, 'changes', changes) order by place)) as data
      from numbered group by user_id
  ),`;
  const insert = `
    insert into notifications (user_id, type, title, body, data)
    select u.id, 'programme_changed', :title, m.body, m.data
      from composed m
      join users u on u.id = m.user_id and u.erased_at is null
       for key share of u`;
  const isNew = 'exists (select from composed m where m.user_id = t.user_id and m.is_new)';
  return withDeliveries(insert, isNew, earlier);
};
