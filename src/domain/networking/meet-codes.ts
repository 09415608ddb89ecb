/** How long a step lasts, in seconds. A code is of one step, and holds until the end of the next. */
const STEP_SECONDS = 300;

/** The number of users whom one code connects with its user. */
export const MAX_MET_BY_CODE = 20;

/** Longer than any code holds: its counter must not begin again. In milliseconds. */
export const MET_BY_CODE_WINDOW_MS = 3 * STEP_SECONDS * 1_000;

/** Meetings of one user, by the codes that they scan. */
export const MEETINGS = { name: 'meetings', limit: 60, windowMs: 3_600_000 } as const;

/** Wrong codes of one user. */
export const WRONG_MEET_CODES = { name: 'meet-codes', limit: 20, windowMs: 600_000 } as const;

/** What a meet code says, before its signature. */
export interface MeetCode {
  readonly user_id: number;
  /** The number of steps since 1970. */
  readonly step: number;
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / STEP_SECONDS);

/** Until when a code of this step holds. */
export const endOf = (step: number): Date => new Date((step + 2) * STEP_SECONDS * 1_000);

/** Whether a step is the current or the previous one. */
export const isHeld = (step: number, now: Date): boolean => {
  const current = stepAt(now);
  return step === current || step === current - 1;
};
