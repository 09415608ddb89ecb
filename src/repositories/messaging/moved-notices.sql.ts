import { DIGEST, insertDigests } from './digest-notices.sql.ts';
import { isUndone, mergedChanges } from './merged-notices.sql.ts';
import { IS_REPLACEABLE } from './superseded-notices.sql.ts';

const CHANGE_COLUMNS = `agenda_item_id bigint, event_id bigint, starts_at text, text text, changes jsonb,
      thing jsonb`;

/**
 * Inserts one notice for each person about the `:changes` of their agenda items, and queues their
 * messages. It replaces an unread one about moves of the same conference from the last 10 minutes, and
 * has the items of both: each field from its first value to its last. An item that is back where it
 * was is left out, unless a message has named it; a notice of which none is left is withdrawn.
 *
 * @param people selects the `user_id` of each person of the change `g`
 * @param isPublic whether people see the conference
 */
export const insertForMove = (people: string, isPublic: string): string =>
  insertDigests({
    given: `given as (
    select *, 'agenda_item:' || agenda_item_id as subject
      from jsonb_to_recordset(:changes::jsonb) as g (${CHANGE_COLUMNS}, concerns_at timestamptz)
  ), addressed as materialized (
    select p.user_id, g.* from given g cross join lateral (${people}) p where ${isPublic}
  ), replaced as materialized (
    select n.id, n.user_id, ${DIGEST} as subject, n.data -> 'changes' as changes
      from notifications n
     where n.user_id in (select user_id from addressed)
       and n.type = 'programme_changed' and n.data -> 'changes' is not null
       and n.data -> 'conference_id' = to_jsonb(:conference_id::bigint)
       and ${IS_REPLACEABLE}
     order by n.id
       for no key update of n
  )`,
    lines: `before_it as (
    select distinct on (r.user_id, o.agenda_item_id) r.user_id, o.*
      from replaced r cross join lateral jsonb_to_recordset(r.changes) as o (${CHANGE_COLUMNS})
     order by r.user_id, o.agenda_item_id, r.id
  ), merged as (
    select user_id, agenda_item_id, coalesce(g.event_id, o.event_id) as event_id,
           coalesce(g.starts_at, o.starts_at) as starts_at, coalesce(g.text, o.text) as text,
           coalesce(g.thing, o.thing) as thing, g.concerns_at, g.subject,
           g.changes -> 'status' is not null as is_of_status, o.changes is not null as was_named,
           ${mergedChanges(`coalesce(g.changes, '{}')`)} as changes
      from addressed g full join before_it o using (user_id, agenda_item_id)
  ), lines as (
    select l.*, e.is_sending and l.was_named as is_named,
           row_number() over (partition by l.user_id order by l.starts_at, l.agenda_item_id) as place
      from merged l
      left join earlier e on e.user_id = l.user_id
     where not (${isUndone('l.changes')})
        or e.is_sent and (l.subject is null or e.is_sending or exists (
             select from newest m where m.user_id = l.user_id and m.subject = l.subject))
  )`,
    data: `jsonb_build_object(
             'event_ids', coalesce(
               jsonb_agg(event_id order by place) filter (where event_id is not null), '[]'),
             'agenda_item_ids', jsonb_agg(agenda_item_id order by place),
             'changes', jsonb_agg(jsonb_build_object(
               'agenda_item_id', agenda_item_id, 'event_id', event_id, 'starts_at', starts_at,
               'text', text, 'changes', changes, 'thing', thing) order by place))`,
  });
