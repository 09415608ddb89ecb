import { z } from 'zod';
import { ATTENDANCE_STATUSES, OWN_STATUSES } from '../../../domain/attendance/attendances.ts';
import { CLAIM_MARKS } from '../../../domain/attendance/claim-marks.ts';
import { IdSchema, InstantSchema, NullableTextSchema } from '../common.ts';
import { UsersQuerySchema } from '../people/users.schemas.ts';
import { searchPosition } from '../search.schemas.ts';

const attendanceFields = {
  status: z
    .enum(OWN_STATUSES)
    .describe(
      '`requested`: the organizers decide on your request; `declined`: they have declined it. Either is no attendance.',
    ),
  registered_at: InstantSchema.nullable().describe(
    'When the user last registered or joined the waitlist.',
  ),
  waitlist_position: z
    .int()
    .nullable()
    .describe('1 is promoted next; null unless `status` is `waitlisted`.'),
  checked_in_at: InstantSchema.nullable(),
};
const registrationFields = {
  ...attendanceFields,
  ticket_type: NullableTextSchema.default(null).describe(
    'From an attendee import; null for a user who registered without one.',
  ),
};
const seatFields = {
  attendee_count: z.int(),
  spots_left: z.int().nullable().describe('The number of free seats; null means unlimited.'),
};

export const AttendanceSchema = z.object(attendanceFields).meta({ id: 'Attendance' });

export const AttendanceAnswerSchema = z
  .object({ event_id: IdSchema, ...attendanceFields, ...seatFields })
  .meta({ id: 'AttendanceAnswer' });

export const RegistrationSchema = z.object(registrationFields).meta({ id: 'Registration' });

const desk_note = NullableTextSchema.describe(
  'A note of the organizers for the desk and the door. The attendee sees it only in the export of their personal data.',
);

const status = z.enum(['none', ...ATTENDANCE_STATUSES]);

/** An attendance as administrators and check-in devices see it. */
export const AdminAttendanceSchema = AttendanceSchema.extend({ status, desk_note }).meta({
  id: 'AdminAttendance',
});

/** A registration as administrators and check-in devices see it. */
export const AdminRegistrationSchema = RegistrationSchema.extend({
  status,
  desk_note,
  claimed_by: z
    .enum(CLAIM_MARKS)
    .nullable()
    .default(null)
    .describe(
      'What links this user to the import row of their seat or ticket type, if it is no messenger id. `username`: anyone can take one that is free, so compare the name with an identity card. `link`, `ticket_code`: the user opened the link of the invitation, or knew the code of the ticket shop.',
    ),
}).meta({ id: 'AdminRegistration' });

export const RegistrationAnswerSchema = z
  .object({ conference_id: IdSchema, ...registrationFields, ...seatFields })
  .meta({ id: 'RegistrationAnswer' });

export const AttendeesQuerySchema = UsersQuerySchema.omit({ conference_id: true });

/** A cursor over attendees holds the queue number of the last one. */
export const AttendeePositionSchema = searchPosition(IdSchema);
