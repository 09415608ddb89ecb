import { differences } from '../changes.ts';
import type { AuditValues } from '../operations/audit-log.ts';
import type { Quotas } from '../registration/ticket-types.ts';
import { type Attendance, holdsSeat, type LockedAttendance } from './attendances.ts';

/** The statuses that administrators give. */
export const ORGANIZER_STATUSES = ['registered', 'waitlisted', 'cancelled'] as const;
export type OrganizerStatus = (typeof ORGANIZER_STATUSES)[number];

export interface Placement {
  readonly status: OrganizerStatus;
  /** Whether the seat is beyond the capacity. */
  readonly isOver: boolean;
}

interface Wish {
  /** Undefined: a seat if one is free, else the waitlist; attendees stay as they are. */
  readonly status?: OrganizerStatus | undefined;
  /** Gives a seat even beyond the capacity. */
  readonly over_capacity: boolean;
}

/** What administrators note beside the status of an attendee. Undefined stays as it is. */
export interface OrganizerNotes {
  /** Only for conferences. */
  readonly ticket_type?: string | null | undefined;
  readonly desk_note?: string | null | undefined;
}

/** The change of one attendee that an administrator requests. */
export interface OrganizerRequest extends Wish, OrganizerNotes {
  /** Whether the user is notified. */
  readonly notify: boolean;
  /** Moves one who waits to the front of the queue. */
  readonly queue?: 'first' | undefined;
}

/** Which seats are free: of the attendable, and of ticket types by name. */
export interface FreeSeats {
  readonly isFull: boolean;
  readonly quotas: Pick<Quotas, 'isFull'>;
}

/** Decides the change that an administrator's request makes to an attendance. */
export function outcomeOfPlacing(
  current: Attendance['status'],
  isFull: boolean,
  { status, over_capacity }: Wish,
): Placement | 'unchanged' | 'full' {
  const isAttending = holdsSeat(current) || current === 'waitlisted';
  const seat = { status: 'registered', isOver: isFull } as const;
  const hasSeat = !isFull || over_capacity;
  switch (status) {
    case undefined:
      if (isAttending) return 'unchanged';
      return hasSeat ? seat : { status: 'waitlisted', isOver: false };
    case 'registered':
      if (holdsSeat(current)) return 'unchanged';
      return hasSeat ? seat : 'full';
    case 'waitlisted':
      return current === 'waitlisted' ? 'unchanged' : { status, isOver: false };
    case 'cancelled':
      return isAttending ? { status, isOver: false } : 'unchanged';
  }
}

/** A change of one attendee that is decided. */
export interface OrganizerChange {
  /** The status after it. */
  readonly status: Attendance['status'];
  /** The new place; undefined for an attendee who keeps theirs. */
  readonly placement: Placement | undefined;
  /** The fields that differ. */
  readonly fields: OrganizerNotes;
  /** Whether the seat is beyond the capacity of its ticket type. */
  readonly isOverQuota?: true;
}

/** As `outcomeOfPlacing`, with the fields beside the status. A seat needs one of the ticket type, too. */
export function outcomeOfRequest(
  current: LockedAttendance,
  { isFull, quotas }: FreeSeats,
  wish: Omit<OrganizerRequest, 'notify'>,
): OrganizerChange | 'unchanged' | 'full' | 'type_full' {
  const { ticket_type = null, desk_note } = current;
  const wanted = { ticket_type: wish.ticket_type, desk_note: wish.desk_note };
  const { after: fields } = differences<OrganizerNotes>({ ticket_type, desk_note }, wanted);
  const isTypeFull = quotas.isFull(
    fields.ticket_type === undefined ? ticket_type : fields.ticket_type,
  );
  const outcome = outcomeOfPlacing(current.status, isFull || isTypeFull, wish);
  if (outcome === 'full') return isFull ? outcome : 'type_full';
  const placed = outcome === 'unchanged' ? undefined : outcome;
  const placement = placed && { ...placed, isOver: placed.isOver && isFull };
  if (!placement && Object.keys(fields).length === 0) return 'unchanged';
  const status = placement?.status ?? current.status;
  const isNewInType = placement !== undefined || fields.ticket_type !== undefined;
  const isOverQuota = isTypeFull && isNewInType && holdsSeat(status);
  if (isOverQuota && !wish.over_capacity) return 'type_full';
  return { status, placement, fields, ...(isOverQuota && { isOverQuota }) };
}

/** The audit row of a change. An erasure could not find a note, so its text is not recorded. */
export function auditOfOrganizerChange(
  user_id: number,
  current: LockedAttendance,
  { status, placement, fields, isOverQuota }: OrganizerChange,
): AuditValues {
  const hasNewTicket = fields.ticket_type !== undefined;
  return {
    before: {
      user_id,
      status: current.status,
      ...(hasNewTicket && { ticket_type: current.ticket_type }),
    },
    after: {
      user_id,
      status,
      ...(hasNewTicket && { ticket_type: fields.ticket_type }),
      ...(fields.desk_note !== undefined && { fields: ['desk_note'] }),
      ...((placement?.isOver || isOverQuota) && { over_capacity: true }),
    },
  };
}

/** The status with which a request without one leaves an attendance as it is. */
export const keptStatus = ({ status }: Pick<Attendance, 'status'>): OrganizerStatus => {
  if (holdsSeat(status)) return 'registered';
  return status === 'waitlisted' ? 'waitlisted' : 'cancelled';
};

/** The notice for a change of status: a seat counts more than a place on the waitlist. */
export function notificationOf(
  before: Attendance['status'],
  after: Attendance['status'],
): 'seat_given' | 'seat_taken' | undefined {
  const change = rankOf(after) - rankOf(before);
  if (change === 0) return undefined;
  return change > 0 ? 'seat_given' : 'seat_taken';
}

const rankOf = (status: Attendance['status']): number => {
  if (holdsSeat(status)) return 2;
  return status === 'waitlisted' ? 1 : 0;
};
