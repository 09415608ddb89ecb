import {
  type AgendaItemChange,
  agendaItemChange,
  type NotifiedItem,
  notifiedChanges,
} from '../../domain/programme/agenda-changes.ts';
import type { EventAttendees } from '../../repositories/messaging/agenda-notifications.repository.ts';
import type { Tx } from '../../repositories/store.ts';

interface ItemsChange {
  readonly before: readonly NotifiedItem[];
  readonly after: readonly NotifiedItem[];
  /** `left out` if the attendees of the events have been notified of the events' own changes. */
  readonly attendees: EventAttendees;
}

/**
 * Notifies the users who keep agenda items, and the attendees of the items' events, of new times,
 * rooms and cancellations. Notifications commit with the caller's transaction.
 */
export class AgendaNotificationsService {
  readonly #wait: { readonly wait_ms: number };
  readonly #now: () => Date;

  constructor(deps: {
    /** The time for which a message waits for further changes. */
    changeWaitMs: number;
    now: () => Date;
  }) {
    this.#wait = { wait_ms: deps.changeWaitMs };
    this.#now = deps.now;
  }

  /**
   * Inserts one notification for each changed item and person. It replaces an unread one of the
   * same item from the last 10 minutes.
   */
  async changed(tx: Tx, { before, after, attendees }: ItemsChange): Promise<void> {
    await this.#insert(tx, notifiedChanges(before, after, this.#now()), attendees);
  }

  /** Notifies that these items are cancelled. Call it before they are deleted. */
  async deleted(
    tx: Tx,
    items: readonly NotifiedItem[],
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
    const changes = notifiedChanges(before, after, this.#now());
    if (changes.length === 0) return;
    const notice = { conference_id: id, name, changes };
    await tx.agendaNotifications.insertForProgramme(notice, { ...this.#wait, attendees });
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
    const changes = notifiedChanges(before, after, this.#now());
    if (changes.length === 0) return;
    await tx.agendaNotifications.insertForMove(
      { conference_id: conferenceId, changes },
      this.#wait,
    );
  }

  async #insert(
    tx: Tx,
    changes: readonly AgendaItemChange[],
    attendees: EventAttendees,
  ): Promise<void> {
    if (changes.length === 0) return;
    await tx.agendaNotifications.insertForItems(changes, { ...this.#wait, attendees });
  }
}
