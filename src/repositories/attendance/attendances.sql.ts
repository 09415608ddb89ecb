import { instantInJson } from '../../db/rows.ts';
import { type AttendanceTables, waitlistPosition } from './attendances.repository.ts';

/** SQL for how a person stands to an attendable, by their attendance `a` if they have one. */
export const attendanceInJson = (tables: AttendanceTables): string => {
  const { extraColumn } = tables;
  return `json_build_object(
    'status', coalesce(a.status, 'none'),
    'registered_at', ${instantInJson('a.registered_at')},
    'waitlist_position', ${waitlistPosition(tables)},
    'checked_in_at', ${instantInJson('a.checked_in_at')}
    ${extraColumn ? `, '${extraColumn}', a.${extraColumn}` : ''})`;
};
