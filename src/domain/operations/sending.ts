/** What a pause holds back: all messages, or those of broadcasts and reminders. */
export const PAUSE_SCOPES = ['all', 'broadcasts'] as const;
export type PauseScope = (typeof PAUSE_SCOPES)[number];

/** How an operator stops the sending of messages. */
export interface Pause {
  readonly scope: PauseScope;
  /** When the messages are sent again by themselves; null for a pause that an operator ends. */
  readonly until: string | null;
  readonly reason: string | null;
}

/** A pause without end of all messages. */
export const FULL_PAUSE: Pause = { scope: 'all', until: null, reason: null };

/** The state of the sending, and the messages that wait for it. */
export interface Sending {
  /** Since when an operator has stopped the sending; null while it is not stopped. */
  readonly paused_at: string | null;
  /** Of the pause, as in `Pause`; null without one. */
  readonly scope: PauseScope | null;
  readonly until: string | null;
  readonly reason: string | null;
  /** The time for which the messenger still wants no messages; 0 without such a pause. */
  readonly wait_ms: number;
  /** Messages that could be sent now, in flight included. */
  readonly due: number;
  /** Messages that become due later, such as at the end of quiet hours. */
  readonly later: number;
  /** Session reminders of the last day that were skipped, because their turn came after the start. */
  readonly outdated_reminders: number;
  readonly running_jobs: number;
  readonly scheduled_jobs: number;
}
