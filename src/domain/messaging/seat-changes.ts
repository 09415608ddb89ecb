import type { Attendance } from '../attendance/attendances.ts';

/** A seat or a place on the waitlist that an administrator changed. */
export interface SeatChange {
  readonly userIds: readonly number[];
  readonly type: 'seat_given' | 'seat_taken';
  readonly status: Attendance['status'];
}
