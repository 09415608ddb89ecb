/**
 * SQL for whether the conference with this id is not a draft; true for a null id. Only administrators
 * see drafts and their events. A SQL function with this subquery would not be inlined.
 */
export const notADraft = (id: string): string =>
  `not exists (select from conferences d where d.id = ${id} and d.status = 'draft')`;

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
  // Two conditions, because each has an index of the few conferences that it is about.
  `${notADraft(id)}
   and not ${isCancelledConference(id)}`;
