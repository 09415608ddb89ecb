import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import { holdsSeat, type LockedAttendance } from '../../domain/attendance/attendances.ts';
import {
  type BulkAnswer,
  type BulkDecision,
  type BulkRequest,
  type BulkResult,
  bulkDecisions,
  bulkResult,
  isGivenUp,
} from '../../domain/attendance/attendee-bulk.ts';
import {
  auditOfOrganizerChange,
  notificationOf,
  type OrganizerChange,
} from '../../domain/attendance/organizer-notes.ts';
import type { Quotas } from '../../domain/registration/ticket-types.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type Attendables, fullError, lockExisting } from './attendables.service.ts';
import type { AttendancesService } from './attendances.service.ts';
import { findQuotas } from './free-seats.service.ts';
import type { WithdrawalsService } from './withdrawals.service.ts';

/** One attendee whose attendance changes or ends. */
export interface ChangedAttendee {
  readonly current: LockedAttendance & { readonly user_id: number };
  readonly change: OrganizerChange | 'removed';
}

/** The decisions on one attendable, which is locked. All give the same status. */
export interface OrganizerChanges<A extends Attendable> {
  readonly attendable: A;
  readonly changed: readonly ChangedAttendee[];
  /** In the audit log, of those who are not removed. */
  readonly verb: 'add' | 'update';
  /** Whether the users are notified. */
  readonly notify: boolean;
  /** Whether the claims of removed attendees were taken back. */
  readonly isReopened?: boolean;
}

/**
 * Makes changes of attendees that are decided, of one or of many, by a constant number of statements. Freed
 * seats are given away once, after all have been taken and before others join the waitlist: nobody gets the
 * seat back that they gave up, and nobody is notified of a seat that is taken again.
 */
export class OrganizerChangesService<A extends Attendable> {
  readonly #deps;

  constructor(deps: {
    store: Store;
    attendables: Attendables<A>;
    attendances: AttendancesService<A>;
    withdrawals: WithdrawalsService;
    now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND for a user who has been erased */
  async apply(tx: Tx, by: Administrator, changes: OrganizerChanges<A>): Promise<void> {
    await this.#end(tx, by, changes, await this.#giveUp(tx, changes));
  }

  /** Gives the seats away that are free, then makes the changes that need one. */
  async #end(
    tx: Tx,
    by: Administrator,
    changes: OrganizerChanges<A>,
    isSeatFreed: boolean,
  ): Promise<void> {
    const { attendable, changed } = changes;
    if (isSeatFreed) await this.#deps.attendances.promoteAt(tx, attendable.id);
    const isOver = changed.some(({ change }) => change !== 'removed' && change.isOverQuota);
    if (isOver) await tx.ticketTypes.updateQuotasLifted();
    // A seat counts for the new ticket type; who is new gets it once they are there.
    const isNew = ({ current }: ChangedAttendee) => current.status === 'none';
    await this.#note(tx, { ...changes, changed: changed.filter((one) => !isNew(one)) });
    await this.#place(tx, changes);
    await this.#note(tx, { ...changes, changed: changed.filter(isNew) });
    if (attendable.has_ticket_types && changed.some(leavesType)) {
      await this.#deps.attendances.promoteAt(tx, attendable.id);
    }
    await this.#record(tx, by, changes);
    if (changes.notify) await this.#notify(tx, changes);
  }

  /**
   * Changes each attendee and invitation by the rules of `OrganizerNotesService`, in one transaction. A refused
   * one does not stop the others; its result has the code. Safe to repeat.
   *
   * @throws AppError NOT_FOUND for the attendable
   */
  async changeMany(
    by: Administrator,
    attendableId: number,
    request: BulkRequest,
  ): Promise<BulkAnswer> {
    const work = (tx: Tx) => this.changeManyIn(tx, by, attendableId, request);
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

  /** As `changeMany`, within a transaction of the caller. */
  async changeManyIn(
    tx: Tx,
    by: Administrator,
    attendableId: number,
    { user_ids, invitation_ids: ids, wish }: Omit<BulkRequest, 'dry_run'>,
  ): Promise<readonly BulkResult[]> {
    const attendable = await lockExisting(this.#deps.attendables, tx, attendableId);
    const quotas = await findQuotas(tx, attendable);
    const decisions = await this.#decide(tx, attendable, { user_ids, wish, quotas });
    const changed = changesOf(decisions);
    const changes = { attendable, changed, verb: 'update', notify: wish.notify } as const;
    const isLeft = await this.#giveUp(tx, changes);
    // After the attendees, whose invitations are withdrawn with them.
    const { withdrawals } = this.#deps;
    const invited = await withdrawals.changeMany(tx, by, attendableId, { ids, wish, quotas });
    await this.#end(tx, by, changes, isLeft || invited.isSeatFreed);
    return [...decisions.map(bulkResult), ...invited.results];
  }

  async #decide(
    tx: Tx,
    attendable: A,
    {
      user_ids: userIds,
      wish,
      quotas,
    }: Pick<BulkRequest, 'user_ids' | 'wish'> & { quotas: Quotas },
  ): Promise<readonly BulkDecision[]> {
    if (userIds.length === 0) return [];
    const { attendancesIn, lockGivenUpWith, checkTakesPlace } = this.#deps.attendables;
    if (wish.status && wish.status !== 'registered') {
      await lockGivenUpWith(tx, attendable, userIds);
    }
    const attendances = await attendancesIn(tx).lockMany(attendable.id, userIds);
    const closed = await refusalOf(checkTakesPlace(tx, attendable));
    const full = fullError(this.#deps.attendables);
    return bulkDecisions({ userIds, attendances, seats: attendable, quotas, wish, closed, full });
  }

  /** Takes the seats and places of those who leave, and of those who move to the waitlist. */
  async #giveUp(tx: Tx, { attendable, changed }: OrganizerChanges<A>): Promise<boolean> {
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

  /** Gives seats, or the last places on the waitlist. */
  async #place(tx: Tx, { attendable, changed }: OrganizerChanges<A>): Promise<void> {
    const placed = changed.flatMap(({ current, change }) => {
      if (change === 'removed' || !change.placement) return [];
      const { status, isOver } = change.placement;
      return status === 'cancelled' ? [] : [{ current, status, isOver }];
    });
    const [first] = placed;
    if (!first) return;
    const over = placed.filter(({ isOver }) => isOver).length;
    const place = { status: first.status, registered_at: this.#deps.now().toISOString(), over };
    const attendances = this.#deps.attendables.attendancesIn(tx);
    const isPlaced = await attendances.upsertPlaces(attendable.id, placed.map(editOf), place);
    if (!isPlaced) throw notFound('user');
  }

  async #note(tx: Tx, { attendable, changed }: OrganizerChanges<A>): Promise<void> {
    const noted = changed.flatMap(({ current, change }) =>
      change === 'removed' || Object.keys(change.fields).length === 0
        ? []
        : [{ current, fields: change.fields }],
    );
    const attendances = this.#deps.attendables.attendancesIn(tx);
    // Of requests that are approved, each has its ticket type.
    for (const [first, ...others] of Map.groupBy(noted, ({ fields }) =>
      JSON.stringify(fields),
    ).values()) {
      if (!first) continue;
      const edits = [first, ...others].map(editOf);
      const isNoted = await attendances.updateOrganizerNotes(attendable.id, edits, first.fields);
      if (!isNoted) throw notFound('user');
    }
  }

  async #record(tx: Tx, by: Administrator, changes: OrganizerChanges<A>): Promise<void> {
    const { attendable, changed, verb, isReopened } = changes;
    const { noun } = this.#deps.attendables;
    const removals = changed.flatMap(({ current: { user_id, status }, change }) =>
      change === 'removed'
        ? [{ before: { user_id, status }, ...(isReopened && { after: { reopened: true } }) }]
        : [],
    );
    await tx.audit.recordMany(by, `${noun}.remove_attendee`, attendable.id, removals);
    const updates = changed.flatMap(({ current, change }) =>
      change === 'removed' ? [] : [auditOfOrganizerChange(current.user_id, current, change)],
    );
    await tx.audit.recordMany(by, `${noun}.${verb}_attendee`, attendable.id, updates);
  }

  /** Once for each user, and not about an attendable that is over, cancelled or not public. */
  async #notify(tx: Tx, { attendable, changed }: OrganizerChanges<A>): Promise<void> {
    if (!this.#deps.attendables.canPromote(attendable, this.#deps.now())) return;
    for (const type of ['seat_given', 'seat_taken'] as const) {
      const notified = changed.filter(
        ({ current, change }) => notificationOf(current.status, statusAfter(change)) === type,
      );
      const [first] = notified;
      if (!first) continue;
      const status = statusAfter(first.change);
      const userIds = notified.map(({ current }) => current.user_id);
      await this.#deps.attendables.notifySeats(tx, attendable, { userIds, type, status });
    }
  }
}

const idsOf = (
  changed: readonly ChangedAttendee[],
  isWanted: (one: ChangedAttendee) => boolean,
): number[] => changed.filter(isWanted).map(({ current }) => current.user_id);

/** Whether a change frees a seat of a ticket type whose holder keeps theirs at the conference. */
const leavesType = ({ current, change }: ChangedAttendee): boolean =>
  change !== 'removed' && change.fields.ticket_type !== undefined && holdsSeat(current.status);

const editOf = ({ current }: Pick<ChangedAttendee, 'current'>) => ({
  user_id: current.user_id,
  version: current.version + 1,
});

const statusAfter = (change: ChangedAttendee['change']) =>
  change === 'removed' ? 'none' : change.status;

/** The changes of the users that were not refused. */
export const changesOf = (decisions: readonly BulkDecision[]): ChangedAttendee[] =>
  decisions.flatMap((decision) => {
    if ('refusal' in decision || decision.change === 'unchanged') return [];
    return [{ current: decision.current, change: decision.change }];
  });

/** The reason for the caller with which a check fails; undefined if it passes. */
export async function refusalOf(check: Promise<void>): Promise<AppError | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
