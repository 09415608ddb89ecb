import type { Digest } from '../../domain/messaging/change-notifications.ts';
import {
  agendaItemChange,
  type NotifiedItem,
  notifiedChanges,
} from '../../domain/programme/agenda-changes.ts';
import type { Tx } from '../../repositories/store.ts';

/** Whether the attendees of an item's event are notified, or left out even if they keep the item. */
type EventAttendees = 'notified' | 'left out';
const TO = { notified: 'keepers and attendees', 'left out': 'keepers' } as const;

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
   * Inserts one notification for each changed item and person, or writes the change into the open one
   * of the item.
   */
  async changed(tx: Tx, { before, after, attendees }: ItemsChange): Promise<void> {
    await tx.changeNotifications.upsert(notifiedChanges(before, after, this.#now()), {
      ...this.#wait,
      to: TO[attendees],
    });
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
    await tx.changeNotifications.upsert(changes, { ...this.#wait, to: TO[attendees] });
  }

  /**
   * Inserts at most one notification for each person, about all changes of an import; those of a source
   * go into the open one about the programme.
   */
  async imported(
    tx: Tx,
    { id, name }: { readonly id: number; readonly name: string },
    { before, after, attendees, digest }: ItemsChange & { readonly digest?: Digest | undefined },
  ): Promise<void> {
    await tx.changeNotifications.upsert(notifiedChanges(before, after, this.#now()), {
      ...this.#wait,
      ...digest,
      to: TO[attendees],
      programme: {
        conference_id: id,
        ...(!digest && { conference: name }),
        is_import: !digest,
      },
    });
  }

  /**
   * Inserts at most one notification for each person, which names the moved items that concern them.
   * Or it adds them to the open one about moves of the conference.
   */
  async moved(
    tx: Tx,
    conference_id: number,
    { before, after }: Pick<ItemsChange, 'before' | 'after'>,
  ): Promise<void> {
    await tx.changeNotifications.upsert(notifiedChanges(before, after, this.#now()), {
      ...this.#wait,
      to: 'keepers and attendees',
      programme: { conference_id, is_import: false },
    });
  }
}
