/** Whether a seat is enough, or the person must have checked in. */
export const ATTENDED_WHEN = ['registered', 'checked_in'] as const;
export type AttendedWhen = (typeof ATTENDED_WHEN)[number];
