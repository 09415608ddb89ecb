import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { CONFERENCE_CANCELLATION_REASONS } from '../../../domain/messaging/notifications.ts';
import { EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { DaySchema, IdSchema, InstantSchema } from '../common.ts';
import { VenueSchema } from '../programme/events.schemas.ts';
import { notificationFields } from './notification-fields.schemas.ts';

const changeOf = <T extends z.ZodType>(value: T) => z.object({ from: value, to: value }).optional();

const EventChangeNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.enum(['event_updated', 'event_cancelled']),
    data: z.object({
      event_id: IdSchema,
      changes: z
        .object({
          status: changeOf(z.enum(EVENT_STATUSES)),
          starts_at: changeOf(InstantSchema),
          ends_at: changeOf(InstantSchema),
          venue: changeOf(VenueSchema),
        })
        .optional()
        .describe('The changed fields. Absent in notifications of the first version.'),
    }),
  })
  .meta({
    id: 'EventChangeNotification',
    description:
      '`event_updated`: the time or place of an event that you attend or requested changed, or a cancellation was revoked. `event_cancelled`: the event is cancelled or was deleted. A change goes into your notification of the same event until you open or dismiss it: `changes` then has the first `from` and the last `to`; what ends where it began is withdrawn, unless a message was sent.',
  });

const ConferenceCancellationSchema = z
  .object({
    ...notificationFields,
    type: z.literal('conference_cancelled'),
    data: z.object({
      conference_id: IdSchema,
      reason: z.enum(CONFERENCE_CANCELLATION_REASONS),
    }),
  })
  .meta({
    id: 'ConferenceCancellation',
    description:
      'A conference that you attend, or whose agenda items you keep, was cancelled, archived before its end, or deleted.',
  });

const ConferenceChangeNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.literal('conference_updated'),
    data: z.object({
      conference_id: IdSchema,
      changes: z
        .object({
          starts_on: changeOf(DaySchema),
          ends_on: changeOf(DaySchema),
          timezone: changeOf(z.string()),
          venue: changeOf(z.string().nullable()),
          city: changeOf(z.string().nullable()),
        })
        .describe('The changed fields with their values before and after.'),
    }),
  })
  .meta({
    id: 'ConferenceChangeNotification',
    description:
      'A conference that you attend, or whose agenda items you keep, has other days or another place.',
  });

export const EVENT_NOTIFICATIONS = [
  EventChangeNotificationSchema,
  ConferenceChangeNotificationSchema,
  ConferenceCancellationSchema,
] as const;

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
  });

/** The notices of seats that organizers give or take. */
export const SEAT_NOTIFICATIONS = [SeatNotificationSchema] as const;
