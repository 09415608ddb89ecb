import type { Knex } from 'knex';
import type { NotifiedRow } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { englishLine, programmeTexts, variantTexts } from '../../domain/messaging/edits.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import {
  type AgendaItemChange,
  type NotifiedItem,
  snapshotOf,
} from '../../domain/programme/agenda-changes.ts';
import type { OnNotified } from '../post-commit-hooks.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import {
  coalescedChanges,
  DIGEST,
  insertCoalesced,
  insertDigests,
  isUndone,
  NONE_REPLACED,
} from './coalesced-notifications.sql.ts';
import { IS_REPLACEABLE, isUrgent } from './replaced-notifications.sql.ts';

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
const insertForMove = (people: string, isPublic: string): string =>
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
           ${coalescedChanges(`coalesce(g.changes, '{}')`)} as changes
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

/** The changed items of a conference. */
interface ConferenceItems {
  readonly conference_id: number;
  readonly changes: readonly AgendaItemChange[];
}

/** How long a message waits for further changes; none about what is cancelled or begins soon. */
interface Wait {
  readonly wait_ms: number;
}

/**
 * Whether the attendees of an item's event are notified, or left out even if they keep the item.
 */
export type EventAttendees = 'notified' | 'left out';

/** The attendees and the requester of an event. */
const ATTENDEES = `
  select user_id from event_attendances
   where event_id = g.event_id and status <> 'cancelled'
   union
  select submitted_by from events where id = g.event_id and submitted_by is not null`;
const KEEPERS = 'select user_id from agenda_favorites where agenda_item_id = g.agenda_item_id';
const PEOPLE = {
  notified: `${KEEPERS} union ${ATTENDEES}`,
  'left out': `${KEEPERS} except (${ATTENDEES})`,
};

/**
 * The items of an import by person. A notice of the same transaction is about the events of the
 * import; `extended` adds the items to it.
 */
const INSERT_FOR_PROGRAMME = (attendees: EventAttendees) =>
  insertDigests({
    given: `given as (
    select *, 'agenda_item:' || agenda_item_id as subject
      from jsonb_to_recordset(:items::jsonb) as g (
        agenda_item_id bigint, event_id bigint, changes jsonb, concerns_at timestamptz)
  ), addressed as materialized (
    select p.user_id, g.* from given g cross join lateral (${PEOPLE[attendees]}) p
     where ${notADraft(':conference_id::bigint')}
  ), by_user as (
    select user_id, min(concerns_at) as concerns_at,
           coalesce(jsonb_agg(event_id order by event_id) filter (where event_id is not null), '[]')
             as event_ids,
           jsonb_agg(agenda_item_id order by agenda_item_id) as agenda_item_ids,
           bool_or(changes -> 'status' is not null) as is_of_status
      from addressed group by user_id
  ), extended as (
    update notifications n
       set body = n.body || chr(10) || :look_again,
           args = n.args || jsonb_build_object('conference', :conference_name::text),
           data = n.data || jsonb_build_object(
             'event_ids', n.data -> 'event_ids' || g.event_ids,
             'agenda_item_ids', g.agenda_item_ids)
      from by_user g
     where n.user_id = g.user_id and n.type = 'programme_changed'
       and n.data -> 'conference_id' = to_jsonb(:conference_id::bigint)
       -- The start of this transaction.
       and n.created_at = now()::timestamptz(3)
    returning n.id, n.user_id
  ), advanced as (
    update deliveries d
       set concerns_at = least(d.concerns_at, g.concerns_at),
           due_at = case when g.is_of_status or ${isUrgent('g.concerns_at')} then now() else d.due_at end
      from extended x
      join by_user g on g.user_id = x.user_id
     where d.notification_id = x.id
  ), ${NONE_REPLACED}`,
    lines: `lines as (
    select a.*, null::text as text, null::jsonb as thing, a.agenda_item_id as place,
           a.changes -> 'status' is not null as is_of_status, false as is_named
      from addressed a
     where not exists (select from extended x where x.user_id = a.user_id)
  )`,
    data: `jsonb_build_object(
             'event_ids', coalesce(
               jsonb_agg(event_id order by event_id) filter (where event_id is not null), '[]'),
             'agenda_item_ids', jsonb_agg(agenda_item_id order by agenda_item_id))`,
  });
const INSERT_FOR_PROGRAMMES = {
  notified: INSERT_FOR_PROGRAMME('notified'),
  'left out': INSERT_FOR_PROGRAMME('left out'),
};

const insertForItems = (attendees: EventAttendees) =>
  insertCoalesced({
    kind: 'agenda_item',
    types: ['agenda_item_updated', 'agenda_item_cancelled'],
    addressed: `
      select p.user_id, g.agenda_item_id from given g cross join lateral (${PEOPLE[attendees]}) p
       where ${notADraft('g.conference_id')}`,
  });
const INSERT_FOR_ITEMS = {
  notified: insertForItems('notified'),
  'left out': insertForItems('left out'),
};

const INSERT_FOR_MOVE = insertForMove(PEOPLE.notified, notADraft(':conference_id::bigint'));

/**
 * Notifications about agenda items, for the users who keep them and the attendees of their events.
 */
export class AgendaNotificationsRepository extends OnDatabase {
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    super(db);
    this.#onNotified = onNotified;
  }

  /**
   * Inserts a notification about each item. Replaces unread ones of the same item from the last 10
   * minutes. Items of draft conferences are left out.
   */
  async insertForItems(
    changes: readonly AgendaItemChange[],
    { attendees, wait_ms }: Wait & { attendees: EventAttendees },
  ): Promise<void> {
    await this.#insert(INSERT_FOR_ITEMS[attendees], {
      topic: TOPIC_OF.agenda_item_updated,
      notices: JSON.stringify(changes.map(notificationOf)),
      wait_ms,
    });
  }

  /**
   * Inserts one notification for each person, with the ids of their items and events. A person with
   * a notification about events from this transaction gets the items in it.
   */
  async insertForProgramme(
    { conference_id, name, changes }: ConferenceItems & { readonly name: string },
    { attendees, wait_ms }: Wait & { attendees: EventAttendees },
  ): Promise<void> {
    await this.#insert(INSERT_FOR_PROGRAMMES[attendees], {
      ...programmeTexts(name),
      topic: TOPIC_OF.programme_changed,
      conference_id,
      conference_name: name,
      items: JSON.stringify(changes.map(({ item, ...change }) => ({ ...change, ...idsOf(item) }))),
      wait_ms,
    });
  }

  /** Inserts one notification for each person about all moved items that concern them. */
  async insertForMove(
    { conference_id, changes }: ConferenceItems,
    { wait_ms }: Wait,
  ): Promise<void> {
    await this.#insert(INSERT_FOR_MOVE, {
      ...programmeTexts(null),
      topic: TOPIC_OF.programme_changed,
      conference_id,
      conference_name: null,
      changes: JSON.stringify(changes.map(lineOf)),
      wait_ms,
    });
  }

  async #insert(sql: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const { rows } = await this.db.raw<{ rows: NotifiedRow[] }>(sql, values);
    this.#onNotified(onlyRow(rows).notified);
  }
}

const idsOf = ({ id, event_id }: NotifiedItem) => ({ agenda_item_id: id, event_id });

function notificationOf({ item, type, changes, concerns_at }: AgendaItemChange) {
  const { agenda_item_id, event_id } = idsOf(item);
  const { conference_id } = item;
  const thing = snapshotOf(item);
  return {
    ...{ agenda_item_id, conference_id, event_id, type, changes, concerns_at },
    data: { agenda_item_id, conference_id, event_id },
    args: { thing },
    texts: variantTexts(type, { thing }),
  };
}

function lineOf({ item, changes, concerns_at }: AgendaItemChange) {
  const thing = snapshotOf(item);
  const { starts_at } = item;
  return { ...idsOf(item), starts_at, changes, concerns_at, thing, text: englishLine(thing) };
}
