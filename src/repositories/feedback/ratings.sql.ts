/** SQL for the time from which the agenda item `i` is rated no more. */
export const CLOSES_AT = `i.ends_at + interval '7 days'`;
