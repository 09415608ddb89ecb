import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { AuditAction } from '../../domain/operations/audit-log.ts';
import {
  type AdminEventView,
  adminEventView,
  type Event,
  mayBecome,
} from '../../domain/programme/events.ts';
import { AppError, notFound } from '../../errors.ts';
import type { PendingEventsFilter } from '../../repositories/programme/admin-events.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';

/** Side-event requests for administrators, who approve or reject them. */
export class AdminSideEventsService {
  readonly #store: Store;
  readonly #notifications: NotificationsService;
  readonly #now: () => Date;

  constructor(deps: { store: Store; notifications: NotificationsService; now: () => Date }) {
    this.#store = deps.store;
    this.#notifications = deps.notifications;
    this.#now = deps.now;
  }

  /** Requests that are pending. */
  async listPending(
    filter: PendingEventsFilter,
    request: NumberedRequest,
  ): Promise<Page<AdminEventView>> {
    const page = await this.#store.read.adminEvents.listPending(filter, request);
    return { ...page, rows: page.rows.map((event) => adminEventView(event, this.#now())) };
  }

  /**
   * Approves a side event and notifies its requester.
   * @throws AppError NOT_FOUND; CONFLICT unless it is pending or rejected; CONFERENCE_CANCELLED
   */
  async approve(by: Administrator, id: number): Promise<AdminEventView> {
    return this.#store.transactionOn([`event:${id}`], async (tx) => {
      const decision = { status: 'approved', rejection_reason: null } as const;
      const event = await decide(tx, id, { by, action: 'event.approve', decision });
      await checkConferenceTakesPlace(tx, event);
      await this.#notifications.eventApproved(tx, event);
      return this.#view(tx, id);
    });
  }

  /**
   * Rejects a side event and notifies its requester.
   * @throws AppError NOT_FOUND; CONFLICT unless it is pending
   */
  async reject(by: Administrator, id: number, reason: string | null): Promise<AdminEventView> {
    return this.#store.transactionOn([`event:${id}`], async (tx) => {
      const decision = { status: 'rejected', rejection_reason: reason } as const;
      const event = await decide(tx, id, { by, action: 'event.reject', decision });
      await this.#notifications.eventRejected(tx, event);
      return this.#view(tx, id);
    });
  }

  async #view(tx: Tx, id: number): Promise<AdminEventView> {
    const event = await tx.read.adminEvents.find(id);
    if (!event) throw notFound('event');
    return adminEventView(event, this.#now());
  }
}

/** @throws AppError CONFERENCE_CANCELLED */
async function checkConferenceTakesPlace(tx: Tx, { conference_id }: Event): Promise<void> {
  const conference = conference_id === null ? undefined : await tx.conferences.find(conference_id);
  if (conference?.status === 'cancelled') {
    throw new AppError('CONFERENCE_CANCELLED', 'The conference of this event is cancelled');
  }
}

type Decision = Pick<Event, 'rejection_reason'> & { readonly status: 'approved' | 'rejected' };

/** Decides under the event's lock, so the second of two concurrent decisions sees the first. */
async function decide(
  tx: Tx,
  id: number,
  { by, action, decision }: { by: Administrator; action: AuditAction; decision: Decision },
): Promise<Event> {
  const event = await tx.events.lock(id);
  if (!event) throw notFound('event');
  if (!mayBecome(event.status, decision.status)) {
    throw new AppError(
      'CONFLICT',
      `This event is ${event.status}; it cannot be ${decision.status}`,
    );
  }
  const { before, after } = differences<Event>(event, decision);
  await tx.audit.record(by, action, event.id, { before, after });
  return tx.events.update(id, after, []);
}
