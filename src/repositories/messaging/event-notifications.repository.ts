import type { Knex } from 'knex';
import type { NotifiedRow } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { englishLine, programmeTexts, variantTexts } from '../../domain/messaging/edits.ts';
import type { NotificationArgs } from '../../domain/messaging/notification-args.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import type { ConferenceNotification } from '../../domain/programme/conference-changes.ts';
import type { EventNotification } from '../../domain/programme/event-changes.ts';
import type { OnNotified } from '../post-commit-hooks.ts';
import { IS_SHOWN } from '../programme/agenda-items.repository.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import { insertCoalesced, insertDigests, NONE_REPLACED } from './coalesced-notifications.sql.ts';

/** The changes of an import, by start; `conference_id` is null for events without a conference. */
interface ProgrammeNotification {
  readonly conference_id: number | null;
  readonly notices: readonly EventNotification[];
}

interface ConferenceCancellation extends NotificationArgs<'conference_cancelled'> {
  readonly conference_id: number;
}

/** How long a message waits for further changes; none about what is cancelled or begins soon. */
interface Wait {
  readonly wait_ms: number;
}

/**
 * SQL for the registered and waitlisted attendees `a` of the events of `given` notices, and for the
 * requesters.
 */
const ATTENDEES = `
  given g
  join events e on e.id = g.event_id and ${notADraft('e.conference_id')}
  cross join lateral (
    select user_id from event_attendances where event_id = e.id and status <> 'cancelled'
     union select e.submitted_by where e.submitted_by is not null) a`;

/**
 * SQL for the attendees of a conference, waitlisted ones included, and the users who keep its
 * items.
 */
const peopleOf = (conference: string) => `
  select user_id from conference_attendances
   where conference_id = ${conference} and status <> 'cancelled'
  union
  select f.user_id
    from agenda_items i
    join agenda_favorites f on f.agenda_item_id = i.id
    left join events e on e.id = i.event_id
   where i.conference_id = ${conference} and ${IS_SHOWN}`;

const INSERT_FOR_ATTENDEES = insertCoalesced({
  kind: 'event',
  types: ['event_updated', 'event_cancelled'],
  addressed: `
    select a.user_id, g.event_id from ${ATTENDEES}
     where not exists (
       select from (${peopleOf(':left_out::bigint')}) p where p.user_id = a.user_id)`,
});

const INSERT_FOR_PROGRAMME = insertDigests({
  given: `given as (
    select *, 'event:' || event_id as subject
      from jsonb_to_recordset(:notices::jsonb) as g (
        place integer, event_id bigint, text text, thing jsonb, changes jsonb,
        concerns_at timestamptz)
  ), ${NONE_REPLACED}`,
  lines: `lines as (
    select a.user_id, g.*, g.changes -> 'status' is not null as is_of_status, false as is_named
      from ${ATTENDEES}
  )`,
  data: `jsonb_build_object('event_ids', jsonb_agg(event_id order by place))`,
});

/** It replaces the notices of what has changed before. */
const ofConference = (addressed: string) =>
  insertCoalesced({ kind: 'conference', types: ['conference_updated'], addressed });

const INSERT_FOR_MOVED_CONFERENCE = ofConference(`
    select p.user_id, g.conference_id
      from given g cross join lateral (${peopleOf('g.conference_id')}) p`);

const INSERT_FOR_CONFERENCE = ofConference(`
    select p.user_id, g.conference_id
      from given g cross join lateral (${peopleOf('g.conference_id')}) p
     where :reason = 'cancelled' or not exists (
             select from notifications ended
              where ended.user_id = p.user_id and ended.type = 'conference_cancelled'
                and ended.data -> 'conference_id' = to_jsonb(g.conference_id))`);

/** Notifications about changed events and conferences, for their attendees. */
export class EventNotificationsRepository extends OnDatabase {
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    super(db);
    this.#onNotified = onNotified;
  }

  /**
   * Inserts a notification about each event for its attendees and its requester, except those whom
   * `insertForConference` notifies of the conference `left_out`. Replaces their unread ones from
   * the last 10 minutes. Events of a draft conference are left out.
   */
  async insertForAttendees(
    notices: readonly EventNotification[],
    { left_out = null, wait_ms }: Wait & { left_out?: number | null },
  ): Promise<void> {
    await this.#insert(INSERT_FOR_ATTENDEES, {
      topic: TOPIC_OF.event_updated,
      notices: JSON.stringify(
        notices.map(({ event_id, type, thing, changes, concerns_at }) => ({
          ...{ event_id, type, changes, concerns_at },
          data: { event_id },
          args: { thing },
          texts: variantTexts(type, { thing }),
        })),
      ),
      left_out,
      wait_ms,
    });
  }

  /** Inserts one notification for each attendee about all of their events. */
  async insertForProgramme(
    { conference_id, notices }: ProgrammeNotification,
    { wait_ms }: Wait,
  ): Promise<void> {
    await this.#insert(INSERT_FOR_PROGRAMME, {
      ...programmeTexts(null),
      topic: TOPIC_OF.programme_changed,
      notices: JSON.stringify(
        notices.map((notice, place) => ({ place, ...notice, text: englishLine(notice.thing) })),
      ),
      conference_id,
      conference_name: null,
      wait_ms,
    });
  }

  /**
   * Inserts a notification about the days or the place of a conference, for those whom
   * `insertForConference` notifies. Replaces their unread ones from the last 10 minutes.
   */
  async insertForMovedConference(
    { conference_id, args, changes, concerns_at }: ConferenceNotification,
    { wait_ms }: Wait,
  ): Promise<void> {
    const texts = variantTexts('conference_updated', args);
    const data = { conference_id };
    const notice = { conference_id, type: 'conference_updated', texts, data, args, changes };
    await this.#insert(INSERT_FOR_MOVED_CONFERENCE, {
      topic: TOPIC_OF.conference_updated,
      notices: JSON.stringify([{ ...notice, concerns_at }]),
      wait_ms,
    });
  }

  /**
   * Inserts a notification for the registered and waitlisted attendees of a conference and for the
   * users who keep its agenda items. Unless the conference is cancelled, users who already have
   * such a notification are left out. Replaces unread ones about its days or its place from the last
   * 10 minutes.
   */
  async insertForConference({
    conference_id,
    name,
    reason,
  }: ConferenceCancellation): Promise<void> {
    const args = { name, reason };
    const texts = variantTexts('conference_cancelled', args);
    const data = { conference_id, reason };
    await this.#insert(INSERT_FOR_CONFERENCE, {
      topic: TOPIC_OF.conference_cancelled,
      notices: JSON.stringify([{ conference_id, type: 'conference_cancelled', texts, data, args }]),
      reason,
      wait_ms: 0,
    });
  }

  async #insert(sql: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const { rows } = await this.db.raw<{ rows: NotifiedRow[] }>(sql, values);
    this.#onNotified(onlyRow(rows).notified);
  }
}
