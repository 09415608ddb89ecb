import { AppError, type ErrorCode } from '../../errors.ts';
import type { AdminAttendance } from './attendances.ts';
import type { CheckedInUser } from './check-ins.ts';

/** An attendee and their attendance after a check-in or its undoing. */
export interface CheckInResult {
  readonly user: CheckedInUser;
  readonly attendance: AdminAttendance;
}

/** A check-in; the time is that of the first if the attendee had already checked in. */
export interface CheckInAnswer extends CheckInResult {
  readonly already_checked_in: boolean;
}

/** The result of one scan of a batch; `code` and `error` of a refused one are those of `checkIn`. */
export interface ScanResult {
  readonly nonce: string | null;
  readonly status: 'checked_in' | 'already_checked_in' | 'refused';
  readonly code: ErrorCode | null;
  readonly error: string | null;
  readonly user: CheckedInUser | null;
  readonly attendance: AdminAttendance | null;
}

/** The result of one scan of a batch. */
export function scanResult(nonce: string | null, answer: CheckInAnswer | AppError): ScanResult {
  if (answer instanceof AppError) {
    const { code, message: error } = answer;
    return { nonce, status: 'refused', code, error, user: null, attendance: null };
  }
  const { user, attendance, already_checked_in } = answer;
  const status = already_checked_in ? 'already_checked_in' : 'checked_in';
  return { nonce, status, code: null, error: null, user, attendance };
}
