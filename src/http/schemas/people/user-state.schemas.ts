import { z } from 'zod';
import {
  ATTENDANCE_EXAMPLE,
  AttendanceSchema,
  RegistrationSchema,
} from '../attendance/attendances.schemas.ts';
import { PathIdSchema } from '../common.ts';

export const UserStateQuerySchema = z.object({
  conference_id: PathIdSchema.optional().describe('Only this conference and its events.'),
});

/** What a client lays over the lists that are the same for everybody. */
export const UserStateSchema = z
  .object({
    events: z.record(z.string(), AttendanceSchema).describe('By the id of the event.'),
    conferences: z.record(z.string(), RegistrationSchema).describe('By the id of the conference.'),
    unread_notifications: z.int().describe('Of all kinds, whatever the conference.'),
  })
  .meta({
    id: 'UserState',
    description: 'What you go to or wait for. What is not here you never asked for, or have left.',
    examples: [
      {
        events: { 42: ATTENDANCE_EXAMPLE },
        conferences: { 7: { ...ATTENDANCE_EXAMPLE, ticket_type: 'speaker' } },
        unread_notifications: 2,
      },
    ],
  });
