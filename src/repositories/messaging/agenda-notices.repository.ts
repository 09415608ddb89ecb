import type { Knex } from 'knex';
import { TOPIC_OF } from '../../domain/messaging/notifications.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import { withDeliveries } from './notifications.repository.ts';

/** A notification about one agenda item. */
export interface AgendaNotice {
  readonly agenda_item_id: number;
  readonly conference_id: number;
  readonly event_id: number | null;
  readonly type: 'agenda_item_updated' | 'agenda_item_cancelled';
  readonly title: string;
  readonly body: string;
  readonly data: object;
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

/** Notifications about agenda items, for those who keep them and the attendees of their events. */
export class AgendaNoticesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Inserts a notification about each item. Items of draft conferences are left out. */
  async insertForItems(notices: readonly AgendaNotice[], attendees: EventAttendees): Promise<void> {
    await this.#db.raw(
      withDeliveries(`
        insert into notifications (user_id, type, title, body, data)
        select u.id, g.type, g.title, g.body, g.data
          from jsonb_to_recordset(:notices::jsonb) as g (
                 agenda_item_id bigint, conference_id bigint, event_id bigint, type text,
                 title text, body text, data jsonb)
         cross join lateral (${PEOPLE[attendees]}) p
          join users u on u.id = p.user_id and u.erased_at is null
         where ${notADraft('g.conference_id')}
           for key share of u`),
      { topic: TOPIC_OF.agenda_item_updated, notices: JSON.stringify(notices) },
    );
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
         where ${notADraft(':conference_id::bigint')}
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
