import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import { NO_ATTENDANCE } from '../../domain/attendance/attendances.ts';
import {
  type BulkAttendance,
  type BulkDecision,
  bulkDecisions,
} from '../../domain/attendance/attendee-bulk.ts';
import type { RequestReview } from '../../domain/registration/listed-requests.ts';
import {
  decidedError,
  type SeatRequest,
  type SeatRequestStatus,
} from '../../domain/registration/seat-requests.ts';
import { Quotas } from '../../domain/registration/ticket-types.ts';
import type { AppError } from '../../errors.ts';
import type { Tx } from '../../repositories/store.ts';
import { type Attendables, fullError, lockExisting } from '../attendance/attendables.service.ts';
import {
  changesOf,
  type OrganizerChangesService,
  refusalOf,
} from '../attendance/organizer-changes.service.ts';
import type { AdmissionExtras } from './admissions.service.ts';

/** The result of one request: a seat, a place on the waitlist, or its status. */
export type SeatResult =
  | 'registered'
  | 'waitlisted'
  | Exclude<SeatRequestStatus, 'approved'>
  | AppError;

interface Deps<A extends Attendable> {
  readonly attendables: Attendables<A>;
  readonly changes: OrganizerChangesService<A>;
  readonly extras: AdmissionExtras<A>;
  readonly now: () => Date;
}

/** The places that an approval gives, in the order of the requests. */
interface Placing<A> {
  readonly attendable: A;
  readonly requests: readonly SeatRequest[];
  readonly review: RequestReview;
}

/** The status from which a decision is made, and that which it gives. */
const STEPS = {
  approve: { from: ['pending', 'rejected'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  reopen: { from: ['rejected'], to: 'pending' },
} as const;

/** Decides on requests for seats at one event or conference, as `OrganizerChangesService` gives seats. */
export class SeatDecisionsService<A extends Attendable> {
  readonly #deps: Deps<A>;

  constructor(deps: Deps<A>) {
    this.#deps = deps;
  }

  /**
   * Decides each request by itself, the first requests first: who finds no free seat waits, with the place of
   * the approval, or without a waitlist stays pending. Who has a seat since then keeps it. The same decision
   * again changes nothing. Locks the attendable, then the users by id, then the requests by id.
   *
   * @returns by the id of the request
   * @throws AppError NOT_FOUND for the attendable
   */
  async decide(
    tx: Tx,
    by: Administrator,
    {
      attendableId,
      ids,
      review,
    }: { attendableId: number; ids: readonly number[]; review: RequestReview },
  ): Promise<ReadonlyMap<number, SeatResult>> {
    const attendable = await lockExisting(this.#deps.attendables, tx, attendableId);
    const seen = await tx.seatRequests.listByIds(ids);
    const present = new Set(await tx.users.lockMany(seen.map(({ user_id }) => user_id)));
    const locked = await tx.seatRequests.lockByIds(ids);
    const requests = locked.toSorted((a, b) => a.requested_at.localeCompare(b.requested_at));
    const { from, to } = STEPS[review.decision];
    const results = new Map<number, SeatResult>();
    const open = requests.filter(({ status }) => (from as readonly string[]).includes(status));
    for (const { id, status } of requests) {
      if (status === to) results.set(id, status === 'approved' ? 'registered' : status);
      else results.set(id, decidedError(status));
    }
    if (review.decision === 'approve') {
      const placing = { attendable, requests: open, review };
      for (const [id, result] of await this.#place(tx, by, placing, present)) {
        results.set(id, result);
      }
    } else for (const { id } of open) results.set(id, STEPS[review.decision].to);
    const decided = open.filter(({ id }) => typeof results.get(id) === 'string');
    if (review.decision === 'approve') await this.#addGuests(tx, attendable.id, decided);
    await this.#record(tx, by, { attendable, requests: decided, review });
    return results;
  }

  async #place(
    tx: Tx,
    by: Administrator,
    { attendable, requests, review }: Placing<A>,
    present: ReadonlySet<number>,
  ): Promise<[number, SeatResult][]> {
    const { attendables, changes } = this.#deps;
    const userIds = requests.map(({ user_id }) => user_id);
    const rows = await attendables.attendancesIn(tx).lockMany(attendable.id, userIds);
    const given = {
      attendances: [...rows, ...newcomers(userIds, rows, present)],
      seats: attendable,
      closed: await refusalOf(attendables.checkTakesPlace(tx, attendable)),
      full: fullError(attendables),
    };
    const types = attendable.has_ticket_types
      ? await tx.ticketTypes.listOffered(attendable.id)
      : [];
    const names = new Map(types.map(({ id, name }) => [id, name]));
    const wanted = new Map(
      requests.map((one) => [one.user_id, names.get(one.ticket_type_id ?? 0)]),
    );
    const typed = { quotas: new Quotas(types), typeOf: (id: number) => wanted.get(id) };
    const wish = { over_capacity: review.over_capacity, notify: review.notify };
    const seated = bulkDecisions({
      ...{ ...given, ...typed, userIds, wish: { ...wish, status: 'registered' } },
    });
    const crowded =
      attendable.waitlist === 'off' ? [] : seated.flatMap((one) => fullOf(one, given.full));
    const waiting = bulkDecisions({
      ...{ ...given, ...typed },
      userIds: crowded,
      wish: { ...wish, status: 'waitlisted' },
    });
    const outcomes = new Map<number, SeatResult>();
    for (const [decisions, status] of [
      [seated, 'registered'],
      [waiting, 'waitlisted'],
    ] as const) {
      const changed = changesOf(decisions);
      await changes.apply(tx, by, { attendable, changed, verb: 'add', notify: review.notify });
      for (const one of decisions) {
        if ('refusal' in one) outcomes.set(one.user_id, one.refusal);
        else outcomes.set(one.current.user_id, status);
      }
    }
    return requests.flatMap(({ id, user_id }) => {
      const outcome = outcomes.get(user_id);
      return outcome === undefined ? [] : [[id, outcome]];
    });
  }

  /** Guests find a seat, or wait behind those who were approved with their hosts. */
  async #addGuests(tx: Tx, id: number, requests: readonly SeatRequest[]): Promise<void> {
    for (const { user_id, guests } of requests.filter((one) => one.guests.length > 0)) {
      const attendable = await lockExisting(this.#deps.attendables, tx, id);
      await this.#deps.extras.addGuests(tx, attendable, user_id, { guests });
    }
  }

  async #record(
    tx: Tx,
    by: Administrator,
    { attendable, requests, review: { decision, reason, notify } }: Placing<A>,
  ): Promise<void> {
    if (requests.length === 0) return;
    const { attendables, now } = this.#deps;
    const ids = requests.map(({ id }) => id);
    const status = STEPS[decision].to;
    const isOpen = status === 'pending';
    await tx.seatRequests.updateDecided(ids, {
      status,
      reason: status === 'rejected' ? reason : null,
      decided_at: isOpen ? null : now().toISOString(),
      decided_by_administrator_id: isOpen ? null : by.administrator_id,
    });
    await tx.webhookChanges.insertChanged('registration_request.changed', ids);
    if (status === 'rejected' && notify) {
      const userIds = requests.map(({ user_id }) => user_id);
      await attendables.notifyRejected(tx, attendable, { userIds, reason });
    }
    await tx.audit.record(by, `${attendables.noun}.${decision}_requests`, attendable.id, {
      after: { ids },
    });
  }
}

/** The users who have no attendance yet, and are not erased. */
const newcomers = (
  userIds: readonly number[],
  rows: readonly BulkAttendance[],
  present: ReadonlySet<number>,
): BulkAttendance[] => {
  const known = new Set(rows.map(({ user_id }) => user_id));
  return userIds
    .filter((user_id) => !known.has(user_id) && present.has(user_id))
    .map((user_id) => ({ ...NO_ATTENDANCE, user_id, is_erased: false }));
};

const fullOf = (decision: BulkDecision, full: AppError): number[] =>
  'refusal' in decision && [full.code, 'TICKET_TYPE_FULL'].includes(decision.refusal.code)
    ? [decision.user_id]
    : [];
