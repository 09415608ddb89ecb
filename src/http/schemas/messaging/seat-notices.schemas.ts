import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { IdSchema } from '../common.ts';
import { EXAMPLE_FIELDS, notificationFields } from './notification-fields.schemas.ts';

const SeatNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.enum(['seat_given', 'seat_taken']),
    data: z.object({
      event_id: IdSchema.optional(),
      conference_id: IdSchema.optional(),
      conference_ids: z
        .array(IdSchema)
        .optional()
        .describe(
          'Only if invitations to several conferences were claimed at once: all of them, in the order in which they start. `conference_id` is the first.',
        ),
      status: z
        .enum(['none', ...ATTENDANCE_STATUSES])
        .describe('Your new status; `none` if you were removed.'),
    }),
  })
  .meta({
    id: 'SeatNotification',
    description:
      'The organizers gave or took your seat, or your place on the waitlist, at an event (`event_id`) or a conference (`conference_id`). An invitation that you claim by signing in sends this notification, too.',
    examples: [
      {
        ...EXAMPLE_FIELDS,
        type: 'seat_given',
        title: 'You have a seat',
        body: 'The organizers registered you: Loom party',
        data: { event_id: 7, status: 'registered' },
      },
    ],
  });

/** The notices of seats that organizers give or take. */
export const SEAT_NOTICES = [SeatNotificationSchema] as const;
