import type { Knex } from 'knex';
import { TOPIC_OF } from '../../domain/messaging/notifications.ts';
import type { NoticedChanges } from '../../domain/programme/agenda-changes.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import { insertMerged } from './merged-notices.sql.ts';
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

/** Items whose people get one notification about all of them. */
export interface ProgrammeNotice {
  readonly conference_id: number;
  readonly items: readonly { readonly agenda_item_id: number; readonly event_id: number | null }[];
  readonly title: string;
  readonly body: string;
}

/** Whether the attendees of an item's event are notified, or are left out even if they keep it. */
export type EventAttendees = 'notified' | 'left out';

const ATTENDEES = `
  select user_id from event_attendances
   where event_id = g.event_id and status <> 'cancelled'`;
const KEEPERS = 'select user_id from agenda_favorites where agenda_item_id = g.agenda_item_id';
const PEOPLE = {
  notified: `${KEEPERS} union ${ATTENDEES}`,
  'left out': `${KEEPERS} except ${ATTENDEES}`,
};

/** SQL for whether `u` has no notice of the import of this transaction, whose start is `now()`. */
const NOT_YET_NOTIFIED = `not exists (
  select from notifications given
   where given.user_id = u.id and given.type = 'programme_changed'
     and given.created_at = now()::timestamptz(3))`;

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

const dataOf = ({ agenda_item_id, conference_id, event_id }: AgendaNotice) => ({
  agenda_item_id,
  conference_id,
  event_id,
});

/** Notifications about agenda items, for those who keep them and the attendees of their events. */
export class AgendaNoticesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /**
   * Inserts a notification about each item. Replaces the people's unread ones of the last 10 minutes.
   * Items of draft conferences are left out.
   */
  async insertForItems(notices: readonly AgendaNotice[], attendees: EventAttendees): Promise<void> {
    await this.#db.raw(INSERT_FOR_ITEMS[attendees], {
      topic: TOPIC_OF.agenda_item_updated,
      notices: JSON.stringify(notices.map((notice) => ({ ...notice, data: dataOf(notice) }))),
    });
  }

  /** Inserts one notification for each person, with the ids of their items and events. */
  async insertForProgramme(
    { conference_id, items, title, body }: ProgrammeNotice,
    attendees: EventAttendees,
  ): Promise<void> {
    await this.#db.raw(
      withDeliveries(`
        insert into notifications (user_id, type, title, body, data)
        select u.id, 'programme_changed', :title, :body, n.data
          from (select p.user_id, jsonb_build_object(
                         'conference_id', :conference_id::bigint,
                         'event_ids', coalesce(jsonb_agg(g.event_id order by g.event_id)
                           filter (where g.event_id is not null), '[]'),
                         'agenda_item_ids', jsonb_agg(g.agenda_item_id order by g.agenda_item_id)
                       ) as data
                  from jsonb_to_recordset(:items::jsonb) as g (agenda_item_id bigint, event_id bigint)
                 cross join lateral (${PEOPLE[attendees]}) p
                 group by p.user_id) n
          join users u on u.id = n.user_id and u.erased_at is null
         where ${notADraft(':conference_id::bigint')} and ${NOT_YET_NOTIFIED}
           for key share of u`),
      {
        topic: TOPIC_OF.programme_changed,
        conference_id,
        items: JSON.stringify(items),
        title,
        body,
      },
    );
  }
}
