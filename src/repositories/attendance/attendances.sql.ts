/** The tables and columns of the attendances of one kind of attendable. */
export interface AttendanceTables {
  readonly attendances: string;
  readonly attendables: string;
  /** The column of `attendances` that references the attendable. */
  readonly key: string;
  /** Columns that only these attendances have. */
  readonly extraColumns: readonly string[];
}

export const EVENT_ATTENDANCES: AttendanceTables = {
  attendances: 'event_attendances',
  attendables: 'events',
  key: 'event_id',
  extraColumns: [],
};
export const CONFERENCE_ATTENDANCES: AttendanceTables = {
  attendances: 'conference_attendances',
  attendables: 'conferences',
  key: 'conference_id',
  extraColumns: ['ticket_type', 'claimed_by'],
};

/** SQL for the waitlist position of an attendance `a`; null unless it is waitlisted. */
export const waitlistPosition = ({ attendances, key }: AttendanceTables): string =>
  `case when a.status = 'waitlisted' then 1 + (
    select count(*) from ${attendances} ahead
     where ahead.${key} = a.${key} and ahead.status = 'waitlisted'
       and ahead.queue_number < a.queue_number) end`;

/** SQL for an `Attendance` in JSON, from a left-joined attendance row `a`. */
export const attendanceInJson = (tables: AttendanceTables): string => {
  const extra = tables.extraColumns.map((column) => `, '${column}', a.${column}`).join('');
  return `json_build_object(
    'status', coalesce(a.status, 'none'),
    'registered_at', instant_in_json(a.registered_at),
    'waitlist_position', ${waitlistPosition(tables)},
    'checked_in_at', instant_in_json(a.checked_in_at)${extra})`;
};
