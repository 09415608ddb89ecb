import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import {
  type AdminEventView,
  adminEventView,
  type Event,
  mayBecome,
} from '../../domain/programme/events.ts';
import type { Decided, Decision } from '../../domain/quests/admin-submissions.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import { eachByItself } from '../../lib/each-by-itself.ts';
import type { PendingEventsFilter } from '../../repositories/programme/admin-events.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';

/** Side-event requests for administrators, who approve or reject them. */
export class AdminSideEventsService {
  readonly #deps;

  constructor(deps: { store: Store; notifications: NotificationsService; now: () => Date }) {
    this.#deps = deps;
  }

  /** Requests that are pending. */
  async listPending(
    filter: PendingEventsFilter,
    request: NumberedRequest,
  ): Promise<Page<AdminEventView>> {
    const page = await this.#deps.store.read.adminEvents.listPending(filter, request);
    return { ...page, rows: page.rows.map((event) => adminEventView(event, this.#deps.now())) };
  }

  /**
   * Approves a side event and notifies its requester.
   * @throws AppError NOT_FOUND; CONFLICT unless it is pending or rejected; CONFERENCE_CANCELLED
   */
  async approve(by: Administrator, id: number): Promise<AdminEventView> {
    return this.#deps.store.transaction(async (tx) => {
      await this.#decide(tx, await lock(tx, id), { by, ...APPROVED });
      return this.#view(tx, id);
    });
  }

  /**
   * Rejects a side event and notifies its requester.
   * @throws AppError NOT_FOUND; CONFLICT unless it is pending
   */
  async reject(by: Administrator, id: number, reason: string | null): Promise<AdminEventView> {
    return this.#deps.store.transaction(async (tx) => {
      await this.#decide(tx, await lock(tx, id), { by, ...rejected(reason) });
      return this.#view(tx, id);
    });
  }

  /**
   * Approves or rejects pending side events, each by itself: a refused one does not stop the others. Safe
   * to repeat: the same decision changes nothing and notifies no one. The other decision is refused, so
   * that of two reviewers the first one decides. An event of another conference than those of the key
   * counts as missing.
   */
  async decideAll(
    by: Administrator,
    ids: readonly number[],
    { decision, reason }: { readonly decision: Decision; readonly reason: string | null },
  ): Promise<readonly Decided[]> {
    const { conferenceRows } = this.#deps.store.read;
    const inside = new Set(await conferenceRows.listIdsInside('event', ids, by.conference_ids));
    const change = decision === 'approve' ? APPROVED : rejected(reason);
    return eachByItself(ids, async (id) => {
      if (!inside.has(id)) throw notFound('event');
      await this.#deps.store.transaction(async (tx) => {
        const event = await lock(tx, id);
        if (event.status === change.status) return;
        if (event.status !== 'pending') throw decidedAlready(event);
        await this.#decide(tx, event, { by, ...change });
      });
      return { status: change.status };
    });
  }

  /** @throws AppError CONFLICT; CONFERENCE_CANCELLED */
  async #decide(
    tx: Tx,
    event: Event,
    { by, ...change }: Change & { readonly by: Administrator },
  ): Promise<void> {
    const { status } = change;
    if (!mayBecome(event.status, status)) {
      throw conflict(null, `This event is ${event.status}; it cannot be ${status}`, 'status', {
        status: event.status,
      });
    }
    const { before, after } = differences<Event>(event, change);
    await tx.audit.record(by, ACTIONS[status], event.id, { before, after });
    const decided = await tx.events.update(event.id, after, []);
    if (status === 'approved') {
      await checkConferenceTakesPlace(tx, decided);
      await this.#deps.notifications.eventApproved(tx, decided);
    } else {
      await this.#deps.notifications.eventRejected(tx, decided);
    }
  }

  async #view(tx: Tx, id: number): Promise<AdminEventView> {
    const event = await tx.read.adminEvents.find(id);
    if (!event) throw notFound('event');
    return adminEventView(event, this.#deps.now());
  }
}

/** @throws AppError CONFERENCE_CANCELLED */
async function checkConferenceTakesPlace(tx: Tx, { conference_id }: Event): Promise<void> {
  const conference = conference_id === null ? undefined : await tx.conferences.find(conference_id);
  if (conference?.status === 'cancelled') {
    throw new AppError('CONFERENCE_CANCELLED', 'The conference of this event is cancelled');
  }
}

type Change = Pick<Event, 'rejection_reason'> & { readonly status: 'approved' | 'rejected' };
const APPROVED = { status: 'approved', rejection_reason: null } as const satisfies Change;
const rejected = (rejection_reason: string | null): Change => ({
  status: 'rejected',
  rejection_reason,
});
const ACTIONS = { approved: 'event.approve', rejected: 'event.reject' } as const;

/** Locks the event, so the second of two concurrent decisions sees the first. */
async function lock(tx: Tx, id: number): Promise<Event> {
  const event = await tx.events.lock(id);
  if (!event) throw notFound('event');
  return event;
}

const decidedAlready = ({ status }: Event) =>
  conflict(null, `This event is ${status}, no longer pending; decide on it by itself`, 'status', {
    status,
  });
