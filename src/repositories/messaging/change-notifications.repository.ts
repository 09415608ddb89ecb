import type { Knex } from 'knex';
import type { NotifiedRow } from '../../db/notify-channel.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { ProgrammeData } from '../../domain/messaging/change-notifications.ts';
import { TOPIC_OF } from '../../domain/messaging/notification-types.ts';
import type { SubjectChange } from '../../domain/programme/subject-changes.ts';
import type { OnNotified } from '../post-commit-hooks.ts';
import { IS_SHOWN } from '../programme/agenda-items.repository.ts';
import { notADraft } from '../programme/conferences.sql.ts';
import { QUEUE_MESSAGES, upsertChanges } from './change-notifications.sql.ts';

const idOf = (kind: string) => `(g.data ->> '${kind}_id')::bigint`;

/** The attendees, waitlisted ones included, and the requester of an event. */
const ATTENDEES = `
  select user_id from event_attendances where event_id = ${idOf('event')} and status <> 'cancelled'
   union
  select submitted_by from events where id = ${idOf('event')} and submitted_by is not null`;
const KEEPERS = `select user_id from agenda_favorites where agenda_item_id = ${idOf('agenda_item')}`;

/** The attendees of a conference, waitlisted ones included, and the users who keep its items. */
const peopleOf = (conference: string) => `
  select user_id from registrations
   where conference_id = ${conference} and user_id is not null and status <> 'cancelled'
  union
  select f.user_id
    from agenda_items i
    join agenda_favorites f on f.agenda_item_id = i.id
    left join events e on e.id = i.event_id
   where i.conference_id = ${conference} and ${IS_SHOWN}`;

const toEach = (people: string, condition: string) => `
  select p.user_id, g.subject from given g cross join lateral (${people}) p where ${condition}`;
const ofItem = (people: string) => upsertChanges(toEach(people, notADraft(idOf('conference'))));

/** Who is notified. Drafts are left out. */
const UPSERT = {
  'keepers and attendees': ofItem(`${KEEPERS} union ${ATTENDEES}`),
  /** The attendees of an item's event are left out even if they keep the item. */
  keepers: ofItem(`${KEEPERS} except (${ATTENDEES})`),
  /** Except those who are notified of the end of the conference `left_out`. */
  attendees: upsertChanges(`
    select p.user_id, g.subject
      from given g
      join events e on e.id = ${idOf('event')} and ${notADraft('e.conference_id')}
     cross join lateral (${ATTENDEES}) p
     where not exists (select from (${peopleOf(':left_out::bigint')}) o where o.user_id = p.user_id)`),
  'all of a conference': upsertChanges(toEach(peopleOf(idOf('conference')), 'true')),
  /** Those who were notified of its end get no second notice. */
  'all who expect a conference': upsertChanges(
    toEach(
      peopleOf(idOf('conference')),
      `not exists (
        select from notifications o
         where o.user_id = p.user_id and o.type = 'conference_cancelled'
           and o.data -> 'conference_id' = g.data -> 'conference_id')`,
    ),
  ),
};
export type Addressed = keyof typeof UPSERT;

interface Options {
  readonly to: Addressed;
  /** How long a message waits for further changes. */
  readonly wait_ms: number;
  /** An instant before which no message is sent, whatever it is about. */
  readonly not_before?: string | null | undefined;
  /** One notice of all changes of a person; else each change has its own. */
  readonly programme?: ProgrammeData & {
    /** A notice of its own, of all that the transaction changes; else one of each conference is open. */
    readonly is_import: boolean;
  };
  /** A conference of whose end people are notified instead. */
  readonly left_out?: number | undefined;
}

/** Notices of changes: of a person and a subject one is open. */
export class ChangeNotificationsRepository extends OnDatabase {
  readonly #onNotified: OnNotified;

  constructor(db: Knex, onNotified: OnNotified) {
    super(db);
    this.#onNotified = onNotified;
  }

  /** Writes the changes into the open notices of the people, or into new ones, and queues messages. */
  async upsert(
    changes: readonly SubjectChange[],
    { to, wait_ms, not_before = null, programme, left_out }: Options,
  ): Promise<void> {
    const [first] = changes;
    if (!first) return;
    const { is_import = false, ...data } = programme ?? {};
    const values = {
      changes: JSON.stringify(changes),
      type: programme ? 'programme_changed' : null,
      data: programme ? JSON.stringify(data) : null,
      key: programme && !is_import ? `programme:${programme.conference_id}` : null,
      is_import,
      topic: TOPIC_OF[first.type],
      left_out: left_out ?? null,
      wait_ms,
      not_before,
    };
    await this.db.raw(UPSERT[to], values);
    const { rows } = await this.db.raw<{ rows: NotifiedRow[] }>(QUEUE_MESSAGES, values);
    this.#onNotified(onlyRow(rows).notified);
  }
}
