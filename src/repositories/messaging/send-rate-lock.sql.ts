/** SQL for whether an operator's pause holds now. */
export const IS_PAUSED =
  '(paused_at is not null and coalesce(pause_ends_at > clock_timestamp(), true))';

/** SQL for the time between two calls that write to one chat. */
export const CHAT_SPACING = `interval '1 second'`;
