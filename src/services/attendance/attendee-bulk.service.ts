import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import {
  type BulkAttendance,
  type BulkDecision,
  type BulkResult,
  type BulkWish,
  bulkDecisions,
  bulkResult,
  isGivenUp,
} from '../../domain/attendance/attendee-bulk.ts';
import {
  auditOfOrganizerChange,
  notificationOf,
  type OrganizerChange,
} from '../../domain/attendance/organizer-notes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import type { AttendancesService } from './attendances.service.ts';
import type { WithdrawalsService } from './withdrawals.service.ts';

export interface BulkRequest {
  readonly user_ids: readonly number[];
  /** Only of conferences. */
  readonly invitation_ids: readonly number[];
  readonly wish: BulkWish;
  readonly dry_run: boolean;
}

export interface BulkAnswer {
  readonly dry_run: boolean;
  /** Only of a dry run: the number of users whom the change would notify. */
  readonly would_notify?: number;
  /** The users, then the invitations, each in the order of the request. */
  readonly results: readonly BulkResult[];
}

/** One attendee whose attendance changes or ends. */
interface Changed {
  readonly current: BulkAttendance;
  readonly change: OrganizerChange | 'removed';
}

/** The decisions on one attendable, which is locked. */
interface Batch<A> {
  readonly attendable: A;
  readonly wish: BulkWish;
  readonly changed: readonly Changed[];
}

interface Deps<A extends Attendable> {
  readonly store: Store;
  readonly attendables: Attendables<A>;
  readonly attendances: AttendancesService<A>;
  readonly withdrawals: WithdrawalsService;
  readonly now: () => Date;
}

/**
 * Many attendees at a time, for events or for conferences, by the rules of `OrganizerNotesService`. One
 * transaction and a constant number of statements: freed seats are given away once, after all have been
 * taken, so that nobody whom the request names is notified of a seat that it takes again.
 */
export class AttendeeBulkService<A extends Attendable> {
  readonly #deps: Deps<A>;

  constructor(deps: Deps<A>) {
    this.#deps = deps;
  }

  /**
   * Changes each attendee and invitation. A refused one does not stop the others; its result has the
   * code. Safe to repeat.
   *
   * @throws AppError NOT_FOUND for the attendable
   */
  async change(by: Administrator, attendableId: number, request: BulkRequest): Promise<BulkAnswer> {
    const work = (tx: Tx) => this.#change(tx, by, attendableId, request);
    if (!request.dry_run) {
      return { dry_run: false, results: await this.#deps.store.transaction(work) };
    }
    return this.#deps.store.dryRun(async (tx) => {
      const newestId = await tx.read.notifiedUsers.findNewestId();
      const results = await work(tx);
      const would_notify = await tx.read.notifiedUsers.count(newestId);
      return { dry_run: true, would_notify, results };
    });
  }

  async #change(
    tx: Tx,
    by: Administrator,
    attendableId: number,
    { user_ids, invitation_ids, wish }: BulkRequest,
  ): Promise<readonly BulkResult[]> {
    const attendable = await this.#deps.attendables.lock(tx, attendableId);
    if (!attendable) throw notFound(this.#deps.attendables.noun);
    const decisions = await this.#decide(tx, attendable, { user_ids, wish });
    const changed = decisions.filter(isChanged);
    const batch = { attendable, wish, changed };
    const freed = await this.#giveUp(tx, batch);
    const invitations = { ids: invitation_ids, wish };
    const invited = await this.#deps.withdrawals.changeMany(tx, by, attendableId, invitations);
    if (freed || invited.isSeatFreed) await this.#promote(tx, attendableId);
    await this.#place(tx, batch);
    await this.#setTicketTypes(tx, batch);
    await this.#record(tx, by, batch);
    if (wish.notify) await this.#notify(tx, batch);
    return [...decisions.map(bulkResult), ...invited.results];
  }

  async #decide(
    tx: Tx,
    attendable: A,
    { user_ids: userIds, wish }: Pick<BulkRequest, 'user_ids' | 'wish'>,
  ): Promise<readonly BulkDecision[]> {
    const { noun, fullCode, attendancesIn } = this.#deps.attendables;
    if (userIds.length === 0) return [];
    if (wish.status && wish.status !== 'registered') {
      await this.#deps.attendables.lockGivenUpWith(tx, attendable, userIds);
    }
    const attendances = await attendancesIn(tx).lockMany(attendable.id, userIds);
    const full = new AppError(
      fullCode,
      `This ${noun} is full; over_capacity: true gives a seat anyway`,
    );
    const closed = await refusalOf(this.#deps.attendables.checkTakesPlace(tx, attendable));
    return bulkDecisions({ userIds, attendances, seats: attendable, wish, closed, full });
  }

  /** Takes the seats and places of those who leave, and of those who move to the waitlist. */
  async #giveUp(tx: Tx, { attendable, changed }: Batch<A>): Promise<boolean> {
    const { attendancesIn, giveUpWith } = this.#deps.attendables;
    const removed = idsOf(changed, ({ change }) => change === 'removed');
    const cancelled = idsOf(
      changed,
      ({ current, change }) => change !== 'removed' && isGivenUp(current, change),
    );
    const leaving = [...removed, ...cancelled];
    if (leaving.length === 0) return false;
    const now = this.#deps.now().toISOString();
    if (removed.length > 0) await attendancesIn(tx).delete(attendable.id, removed, now);
    if (cancelled.length > 0)
      await attendancesIn(tx).updateCancelled(attendable.id, cancelled, now);
    await giveUpWith(tx, attendable, leaving);
    return true;
  }

  async #promote(tx: Tx, attendableId: number): Promise<void> {
    const attendable = await this.#deps.attendables.lock(tx, attendableId);
    if (attendable) await this.#deps.attendances.promoteFromWaitlist(tx, attendable);
  }

  /** Gives seats, or the last places on the waitlist. */
  async #place(tx: Tx, { attendable, wish: { status }, changed }: Batch<A>): Promise<void> {
    if (status !== 'registered' && status !== 'waitlisted') return;
    const placements = changed.flatMap(({ current, change }) =>
      change !== 'removed' && change.placement ? [{ current, ...change.placement }] : [],
    );
    if (placements.length === 0) return;
    const over = placements.filter(({ isOver }) => isOver).length;
    const place = { status, registered_at: this.#deps.now().toISOString(), over };
    const edits = placements.map(({ current }) => editOf(current));
    await this.#deps.attendables.attendancesIn(tx).upsertPlaces(attendable.id, edits, place);
  }

  async #setTicketTypes(tx: Tx, { attendable, wish, changed }: Batch<A>): Promise<void> {
    const { ticket_type } = wish;
    const edits = changed
      .filter(({ change }) => change !== 'removed' && change.fields.ticket_type !== undefined)
      .map(({ current }) => editOf(current));
    if (ticket_type === undefined || edits.length === 0) return;
    await this.#deps.attendables
      .attendancesIn(tx)
      .updateOrganizerNotes(attendable.id, edits, { ticket_type });
  }

  async #record(tx: Tx, by: Administrator, { attendable, changed }: Batch<A>): Promise<void> {
    const { noun } = this.#deps.attendables;
    const removed = changed.filter(({ change }) => change === 'removed');
    const removals = removed.map(({ current: { user_id, status } }) => ({
      before: { user_id, status },
    }));
    await tx.audit.recordMany(by, `${noun}.remove_attendee`, attendable.id, removals);
    const updates = changed.flatMap(({ current, change }) =>
      change === 'removed' ? [] : [auditOfOrganizerChange(current.user_id, current, change)],
    );
    await tx.audit.recordMany(by, `${noun}.update_attendee`, attendable.id, updates);
  }

  /** As the desk: once for each user, and not about an attendable that is over or not public. */
  async #notify(tx: Tx, { attendable, changed }: Batch<A>): Promise<void> {
    if (!this.#deps.attendables.canPromote(attendable, this.#deps.now())) return;
    for (const type of ['seat_given', 'seat_taken'] as const) {
      const notified = changed.filter(
        ({ current, change }) => notificationOf(current.status, statusAfter(change)) === type,
      );
      const [first] = notified;
      if (!first) continue;
      // The status is that of the request, so all of them have the same one.
      const status = statusAfter(first.change);
      const userIds = notified.map(({ current }) => current.user_id);
      await this.#deps.attendables.notifySeats(tx, attendable, { userIds, type, status });
    }
  }
}

const isChanged = (decision: BulkDecision): decision is Changed =>
  'current' in decision && decision.change !== 'unchanged';

const idsOf = (changed: readonly Changed[], isWanted: (one: Changed) => boolean): number[] =>
  changed.filter(isWanted).map(({ current }) => current.user_id);

const editOf = ({ user_id, version }: BulkAttendance) => ({ user_id, version: version + 1 });

const statusAfter = (change: Changed['change']) => (change === 'removed' ? 'none' : change.status);

/** The reason for the caller with which a check fails; undefined if it passes. */
async function refusalOf(check: Promise<void>): Promise<AppError | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
