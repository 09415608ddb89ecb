import {
  type AgendaItemChange,
  agendaItemChange,
  agendaNoticeOf,
  lineOf,
  type NoticedItem,
  noticedChanges,
} from '../../domain/programme/agenda-changes.ts';
import type {
  AgendaNotice,
  EventAttendees,
} from '../../repositories/messaging/agenda-notices.repository.ts';
import type { Tx } from '../../repositories/store.ts';

const PROGRAMME_TITLE = 'The programme has changed';

interface ItemsChange {
  readonly before: readonly NoticedItem[];
  readonly after: readonly NoticedItem[];
  /** `left out` if the attendees of the events have been notified of the events' own changes. */
  readonly attendees: EventAttendees;
}

/**
 * Notifies the users who keep agenda items, and the attendees of the items' events, of new times,
 * rooms and cancellations. Notifications commit with the caller's transaction.
 */
export class AgendaNoticesService {
  readonly #now: () => Date;

  constructor(deps: { now: () => Date }) {
    this.#now = deps.now;
  }

  /**
   * Inserts one notification for each changed item and person. It replaces an unread one of the
   * same item from the last 10 minutes.
   */
  async changed(tx: Tx, { before, after, attendees }: ItemsChange): Promise<void> {
    await this.#insert(tx, noticedChanges(before, after, this.#now()), attendees);
  }

  /** Notifies that these items are cancelled. Call it before they are deleted. */
  async deleted(
    tx: Tx,
    items: readonly NoticedItem[],
    attendees: EventAttendees = 'notified',
  ): Promise<void> {
    const changes = items
      .map((item) => agendaItemChange(item, { ...item, status: 'cancelled' }, this.#now()))
      .filter((change) => change !== undefined);
    await this.#insert(tx, changes, attendees);
  }

  /** Inserts at most one notification for each person, about all changes of an import. */
  async imported(
    tx: Tx,
    { id, name }: { readonly id: number; readonly name: string },
    { before, after, attendees }: ItemsChange,
  ): Promise<void> {
    const changes = noticedChanges(before, after, this.#now());
    if (changes.length === 0) return;
    const notice = {
      conference_id: id,
      items: changes.map(({ item }) => ({ agenda_item_id: item.id, event_id: item.event_id })),
      title: PROGRAMME_TITLE,
      body: `Look at your agenda again: ${name}`,
    };
    await tx.agendaNotices.insertForProgramme(notice, attendees);
  }

  /**
   * Inserts at most one notification for each person, which names the moved items that concern them.
   * It replaces an unread one about moves of the conference from the last 10 minutes.
   */
  async moved(
    tx: Tx,
    conferenceId: number,
    { before, after }: Pick<ItemsChange, 'before' | 'after'>,
  ): Promise<void> {
    const changes = noticedChanges(before, after, this.#now());
    if (changes.length === 0) return;
    await tx.agendaNotices.insertForMove({
      conference_id: conferenceId,
      title: PROGRAMME_TITLE,
      changes: changes.map((change) => ({
        agenda_item_id: change.item.id,
        event_id: change.item.event_id,
        starts_at: change.item.starts_at,
        text: lineOf(change),
        changes: change.changes,
      })),
    });
  }

  async #insert(
    tx: Tx,
    changes: readonly AgendaItemChange[],
    attendees: EventAttendees,
  ): Promise<void> {
    if (changes.length === 0) return;
    await tx.agendaNotices.insertForItems(changes.map(noticeOf), attendees);
  }
}

function noticeOf(change: AgendaItemChange): AgendaNotice {
  const { id: agenda_item_id, conference_id, event_id } = change.item;
  const { type, changes } = change;
  return { agenda_item_id, conference_id, event_id, type, ...agendaNoticeOf(change), changes };
}
