import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { IdSchema, InstantSchema } from '../common.ts';

const attendanceFields = {
  status: z.enum(['none', ...ATTENDANCE_STATUSES]),
  registered_at: InstantSchema.nullable().describe('When they last asked to come.'),
  waitlist_position: z
    .int()
    .nullable()
    .describe('1 moves up next; null for everybody who does not wait.'),
  checked_in_at: InstantSchema.nullable(),
};
const registrationFields = {
  ...attendanceFields,
  ticket_type: z
    .string()
    .nullable()
    .default(null)
    .describe("By the organisers' list; null for who registered without one."),
};
const leftForOthers = {
  attendee_count: z.int(),
  spots_left: z.int().nullable().describe('null where there is no limit.'),
};

export const ATTENDANCE_EXAMPLE = {
  status: 'waitlisted' as const,
  registered_at: '2026-05-14T09:00:00.000Z',
  waitlist_position: 3,
  checked_in_at: null,
};
const LEFT_EXAMPLE = { attendee_count: 80, spots_left: 0 };

/** How somebody stands to an event. */
export const AttendanceSchema = z
  .object(attendanceFields)
  .meta({ id: 'Attendance', examples: [ATTENDANCE_EXAMPLE] });

export const AttendRequestSchema = z
  .object({ event_id: IdSchema })
  .meta({ id: 'AttendRequest', examples: [{ event_id: 2 }] });

/** How somebody stands to an event now, and what is left for others. */
export const AttendanceAnswerSchema = z
  .object({ event_id: IdSchema, ...attendanceFields, ...leftForOthers })
  .meta({
    id: 'AttendanceAnswer',
    examples: [{ event_id: 42, ...ATTENDANCE_EXAMPLE, ...LEFT_EXAMPLE }],
  });

/** How somebody stands to a conference. */
export const RegistrationSchema = z
  .object(registrationFields)
  .meta({ id: 'Registration', examples: [{ ...ATTENDANCE_EXAMPLE, ticket_type: 'speaker' }] });

/** How somebody stands to a conference now, and what is left for others. */
export const RegistrationAnswerSchema = z
  .object({ conference_id: IdSchema, ...registrationFields, ...leftForOthers })
  .meta({
    id: 'RegistrationAnswer',
    examples: [
      { conference_id: 7, ...ATTENDANCE_EXAMPLE, ticket_type: 'speaker', ...LEFT_EXAMPLE },
    ],
  });
