/**
 * SQL for an instant `:days` later by the clocks of `:timezone`: at the same local time, also if clocks
 * were changed in between.
 */
export const shifted = (at: string): string =>
  `((${at} at time zone :timezone) + make_interval(days => :days::int)) at time zone :timezone`;

/** As `shifted`, for an end that stays after its start where clocks skip an hour between them. */
export const shiftedEnd = (start: string, end: string): string =>
  `case when ${shifted(end)} <= ${shifted(start)} then ${shifted(start)} + (${end} - ${start})
        else ${shifted(end)} end`;
