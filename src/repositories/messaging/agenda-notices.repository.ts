import type { Knex } from 'knex';
import type { NotifiedRow } from '../../db/notify-channel.ts';
import { onlyRow } from '../../db/rows.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import type { NoticedChanges } from '../../domain/programme/agenda-changes.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import type { OnNotified } from '../reports.ts';
import { insertMerged } from './merged-notices.sql.ts';
import { insertForMove } from './moved-notices.sql.ts';
import { withDeliveries } from './notifications.repository.ts';

/** A notification about one agenda item. */
export interface AgendaNotice {
  readonly agenda_item_id: number;
  readonly conference_id: number;
  readonly event_id: number | null;
  readonly type: 'agenda_item_updated' | 'agenda_item_cancelled';
  readonly title: string;
  readonly body: string;
  readonly changes: NoticedChanges;
}

/** Items about which each person gets one notification. */
export interface ProgrammeNotice {
  readonly conference_id: number;
  readonly items: readonly { readonly agenda_item_id: number; readonly event_id: number | null }[];
  readonly title: string;
  readonly body: string;
}

/** The moved items of a conference, about which each person gets one notification. */
export interface MoveNotice {
  readonly conference_id: number;
  readonly title: string;
  readonly changes: readonly {
    readonly agenda_item_id: number;
    readonly event_id: number | null;
    readonly starts_at: string;
    /** The change in one line. */
    readonly text: string;
    readonly changes: NoticedChanges;
  }[];
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

/** The items of an import by person, and the addition of them to notices of the same transaction. */
const PROGRAMME = (attendees: EventAttendees) => `given as (
  select p.user_id,
         coalesce(jsonb_agg(g.event_id order by g.event_id)
           filter (where g.event_id is not null), '[]') as event_ids,
         jsonb_agg(g.agenda_item_id order by g.agenda_item_id) as agenda_item_ids
    from jsonb_to_recordset(:items::jsonb) as g (agenda_item_id bigint, event_id bigint)
   cross join lateral (${PEOPLE[attendees]}) p
   group by p.user_id
), extended as (
  update notifications n
     set body = n.body || chr(10) || :body,
         data = n.data || jsonb_build_object(
           'event_ids', n.data -> 'event_ids' || g.event_ids,
           'agenda_item_ids', g.agenda_item_ids)
    from given g
   where n.user_id = g.user_id and n.type = 'programme_changed'
     and n.data -> 'conference_id' = to_jsonb(:conference_id::bigint)
     -- The start of this transaction.
     and n.created_at = now()::timestamptz(3)
  returning n.user_id
)`;

const insertForItems = (attendees: EventAttendees) =>
  insertMerged({
    key: 'agenda_item_id',
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

const dataOf = ({ agenda_item_id, conference_id, event_id }: AgendaNotice) => ({
  agenda_item_id,
  conference_id,
  event_id,
});

/**
 * Notifications about agenda items, for the users who keep them and the attendees of their events.
 */
export class AgendaNoticesRepository {
  readonly #db: Knex;
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    this.#db = db;
    this.#onNotified = onNotified;
  }

  /**
   * Inserts a notification about each item. Replaces unread ones of the same item from the last 10
   * minutes. Items of draft conferences are left out.
   */
  async insertForItems(notices: readonly AgendaNotice[], attendees: EventAttendees): Promise<void> {
    await this.#insert(INSERT_FOR_ITEMS[attendees], {
      topic: TOPIC_OF.agenda_item_updated,
      notices: JSON.stringify(notices.map((notice) => ({ ...notice, data: dataOf(notice) }))),
    });
  }

  /**
   * Inserts one notification for each person, with the ids of their items and events. A person with
   * a notification about events from this transaction gets the items in it.
   */
  async insertForProgramme(
    { conference_id, items, title, body }: ProgrammeNotice,
    attendees: EventAttendees,
  ): Promise<void> {
    const insert = `
      insert into notifications (user_id, type, title, body, data)
      select u.id, 'programme_changed', :title, :body,
             jsonb_build_object('conference_id', :conference_id::bigint,
                                'event_ids', g.event_ids, 'agenda_item_ids', g.agenda_item_ids)
        from given g
        join users u on u.id = g.user_id and u.erased_at is null
       where ${notADraft(':conference_id::bigint')}
         and not exists (select from extended where extended.user_id = g.user_id)
         for key share of u`;
    await this.#insert(withDeliveries(insert, 'true', `${PROGRAMME(attendees)},`), {
      topic: TOPIC_OF.programme_changed,
      conference_id,
      items: JSON.stringify(items),
      title,
      body,
    });
  }

  /** Inserts one notification for each person about all moved items that concern them. */
  async insertForMove({ changes, ...notice }: MoveNotice): Promise<void> {
    await this.#insert(INSERT_FOR_MOVE, {
      topic: TOPIC_OF.programme_changed,
      ...notice,
      changes: JSON.stringify(changes),
    });
  }

  async #insert(sql: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const { rows } = await this.#db.raw<{ rows: NotifiedRow[] }>(sql, values);
    this.#onNotified(onlyRow(rows).notified);
  }
}
