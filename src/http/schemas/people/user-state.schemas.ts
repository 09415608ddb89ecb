import { z } from 'zod';
import {
  ATTENDANCE_EXAMPLE,
  AttendanceSchema,
  RegistrationSchema,
} from '../attendance/attendances.schemas.ts';
import { PathIdSchema } from '../common.ts';

export const UserStateQuerySchema = z.object({
  conference_id: PathIdSchema.optional().describe(
    'Limits the answer to this conference and its events.',
  ),
});

/** The caller's attendances and unread count, which a client merges into public lists. */
export const UserStateSchema = z
  .object({
    events: z.record(z.string(), AttendanceSchema).describe('Attendances by event id.'),
    conferences: z
      .record(z.string(), RegistrationSchema)
      .describe('Registrations by conference id.'),
    unread_notifications: z.int().describe('Of all types and all conferences.'),
  })
  .meta({
    id: 'UserState',
    description:
      'Your attendances that are registered, waitlisted or checked in. Absent: those you cancelled or never had.',
    examples: [
      {
        events: { 42: ATTENDANCE_EXAMPLE },
        conferences: { 7: { ...ATTENDANCE_EXAMPLE, ticket_type: 'speaker' } },
        unread_notifications: 2,
      },
    ],
  });
