import { invalid } from '../../errors.ts';

/** The clock skew allowed for a client's `scheduled_at`. */
const PAST_TOLERANCE_MS = 60_000;
/** The longest time ahead at which a job can be scheduled. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1_000;

/** @throws AppError VALIDATION_ERROR for a time in the past or too far ahead */
export function checkSchedule(scheduled_at: string, now: Date): void {
  const ahead = Date.parse(scheduled_at) - now.getTime();
  if (ahead < -PAST_TOLERANCE_MS)
    throw invalid('scheduled_at', 'expected a time in the future', 'future');
  if (ahead > MAX_AHEAD_MS)
    throw invalid('scheduled_at', 'expected a time within a year', 'too_far', { days: 365 });
}
