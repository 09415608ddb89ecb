/**
 * SQL for whether the conference with this id is not a draft; true for a null id. Only administrators
 * see drafts and their events. A SQL function with this subquery would not be inlined.
 *
 * Not `not exists`, which becomes an anti join: where few conferences exist, PostgreSQL expects that
 * join to leave one row, so it begins with it and reads all events of the platform for those of one
 * user.
 */
export const notADraft = (id: string): string =>
  `exists (select from conferences d where d.id = ${id} and d.status = 'draft') is not true`;

/**
 * As `notADraft`, for a list of most events: PostgreSQL expects to read the drafts once and not for
 * each row, which would cost so much that it compiles the statement.
 */
export const notAmongDrafts = (id: string): string =>
  `(${id} in (select d.id from conferences d where d.status = 'draft')) is not true`;

/** SQL for the status of the conference with this id; null for a null id. */
export const conferenceStatus = (id: string): string =>
  `(select d.status from conferences d where d.id = ${id}) as conference_status`;

/** SQL for whether the conference with this id is cancelled; false for a null id. */
export const isCancelledConference = (id: string): string =>
  `exists (select from conferences d where d.id = ${id} and d.status = 'cancelled')`;

/**
 * SQL for whether the conference with this id lets anyone attend its events, and is published; true for
 * a null id.
 */
export const isOpenToAnyone = (id: string): string =>
  `not exists (select from conferences d where d.id = ${id}
                and (d.status <> 'published' or d.event_access <> 'anyone'))`;

/** SQL for whether the conference with this id is neither a draft nor cancelled; true for a null id. */
export const notHidden = (id: string): string =>
  // Two conditions, because each has its own index of few conferences.
  `${notADraft(id)}
   and ${isCancelledConference(id)} is not true`;

/** SQL for whether the row `x` begins before or ends after the days of its conference `c`. */
export const isOutsideDays = (x: string): string =>
  `(${x}.ends_at > c.ends_at or (${x}.starts_at at time zone c.timezone)::date < c.starts_on)`;

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
