import { type Attendance, holdsSeat } from './attendances.ts';

/** The statuses that administrators give. */
export const DESK_STATUSES = ['registered', 'waitlisted', 'cancelled'] as const;
export type DeskStatus = (typeof DESK_STATUSES)[number];

export interface Placement {
  readonly status: DeskStatus;
  /** Whether the seat is beyond the capacity. */
  readonly isOver: boolean;
}

interface Wish {
  /** Undefined: a seat if one is free, else the waitlist; attendees stay as they are. */
  readonly status?: DeskStatus | undefined;
  /** Gives a seat even beyond the capacity. */
  readonly over_capacity: boolean;
}

/** The change of one attendee that an administrator requests. */
export interface DeskWish extends Wish {
  /** Only for conferences. */
  readonly ticket_type?: string | null | undefined;
  /** Whether the user is notified. */
  readonly notify: boolean;
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

/** The status with which a request without one leaves an attendance as it is. */
export const keptStatus = ({ status }: Pick<Attendance, 'status'>): DeskStatus => {
  if (holdsSeat(status)) return 'registered';
  return status === 'waitlisted' ? 'waitlisted' : 'cancelled';
};

/** The notice for a change of status: a seat counts more than a place on the waitlist. */
export function noticeOf(
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
