import { z } from 'zod';
import { because } from '../../../domain/reasons.ts';
import { DaySchema, IdSchema, InstantSchema } from '../common.ts';
import { CursorQuerySchema, largeListOf } from '../pages.schemas.ts';
import { AGENDA_NOTIFICATIONS } from './agenda-notifications.schemas.ts';
import { EVENT_NOTIFICATIONS, SEAT_NOTIFICATIONS } from './event-notifications.schemas.ts';
import { notificationFields } from './notification-fields.schemas.ts';
import { QUEST_NOTIFICATIONS } from './quest-notifications.schemas.ts';

const ConnectionNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.enum(['connection_request', 'connection_accepted']),
    data: z.object({
      connection_id: IdSchema,
      actor: z.object({ id: IdSchema, first_name: z.string(), photo_url: z.string().nullable() }),
    }),
  })
  .meta({
    id: 'ConnectionNotification',
    description:
      '`connection_request`: the `actor` sent you a connection request. `connection_accepted`: the `actor` accepted yours, or the two of you met.',
  });

const EventNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.enum(['event_approved', 'event_promoted']),
    data: z.object({ event_id: IdSchema }),
  })
  .meta({
    id: 'EventNotification',
    description:
      '`event_approved`: your side-event request was approved. `event_promoted`: you were promoted from the waitlist to a seat.',
  });

const EventRejectionSchema = z
  .object({
    ...notificationFields,
    type: z.literal('event_rejected'),
    data: z.object({ event_id: IdSchema, reason: z.string().nullable() }),
  })
  .meta({ id: 'EventRejection', description: 'Your side-event request was rejected.' });

const RegistrationRejectionSchema = z
  .object({
    ...notificationFields,
    type: z.literal('registration_rejected'),
    data: z.object({
      event_id: IdSchema.optional().describe('Of an event, or `conference_id`.'),
      conference_id: IdSchema.optional(),
      reason: z.string().nullable(),
    }),
  })
  .meta({
    id: 'RegistrationRejection',
    description: 'The organizers declined your request for a seat.',
  });

const GuestsLapsedSchema = z
  .object({
    ...notificationFields,
    type: z.literal('guest_lapsed'),
    data: z.object({ conference_id: IdSchema, names: z.array(z.string()) }),
  })
  .meta({ id: 'GuestsLapsed', description: 'Your guests did not claim their seats in time.' });

const SeatCheckSchema = z
  .object({
    ...notificationFields,
    type: z.literal('seat_check'),
    data: z.object({ conference_id: IdSchema }),
  })
  .meta({ id: 'SeatCheck', description: 'The organizers ask whether you still come.' });

const TransferReturnedSchema = z
  .object({
    ...notificationFields,
    type: z.literal('transfer_returned'),
    data: z.object({ conference_id: IdSchema }),
  })
  .meta({
    id: 'TransferReturned',
    description: 'Nobody has claimed the registration that you gave away: it is yours again.',
  });

const ConferenceNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.literal('conference_promoted'),
    data: z.object({ conference_id: IdSchema }),
  })
  .meta({
    id: 'ConferenceNotification',
    description: 'You were promoted from the waitlist of a conference to a seat.',
  });

const RatingRequestSchema = z
  .object({
    ...notificationFields,
    type: z.literal('rating_request'),
    data: z.object({ conference_id: IdSchema, day: DaySchema }),
  })
  .meta({
    id: 'RatingRequest',
    description:
      'The last session of a day is over: rate those that you kept or attended. Sent once a day, at most.',
  });

const WelcomeNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.literal('welcome'),
    data: z.object({ conference_id: IdSchema }),
  })
  .meta({
    id: 'WelcomeNotification',
    description: 'A text by the organizers, since you got a seat at their conference.',
  });

const WarningSchema = z
  .object({ ...notificationFields, type: z.literal('warning'), data: z.object({}) })
  .meta({ id: 'WarningNotification', description: 'The organizers warn you about your behavior.' });

const PartnerNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.literal('partner_minted'),
    data: z.object({
      mint_id: IdSchema,
      token_id: z.string().nullable(),
      explorer_url: z.string().nullable(),
    }),
  })
  .meta({ id: 'PartnerNotification', description: 'The partner has minted your token.' });

const MessageSchema = z
  .object({ ...notificationFields, type: z.literal('message'), data: z.object({}) })
  .meta({ id: 'Message', description: 'A text by the organizers.' });

export const NotificationSchema = z
  .discriminatedUnion('type', [
    ConnectionNotificationSchema,
    EventNotificationSchema,
    EventRejectionSchema,
    RegistrationRejectionSchema,
    GuestsLapsedSchema,
    SeatCheckSchema,
    TransferReturnedSchema,
    ...EVENT_NOTIFICATIONS,
    ConferenceNotificationSchema,
    ...SEAT_NOTIFICATIONS,
    ...AGENDA_NOTIFICATIONS,
    RatingRequestSchema,
    WelcomeNotificationSchema,
    WarningSchema,
    PartnerNotificationSchema,
    ...QUEST_NOTIFICATIONS,
    MessageSchema,
  ])
  .meta({
    id: 'Notification',
    description:
      '`type` determines the shape of `data`, with which a client can act without another request. Expect more types in the future.',
  });

export const NotificationsQuerySchema = CursorQuerySchema.extend({
  status: z
    .enum(['unread', 'all'])
    .default('all')
    .describe('`unread` leaves out clicked notifications. Dismissed ones are never listed.'),
});

/** The content of a cursor: `created_at` and `id` of the last notification. */
export const NotificationPositionSchema = z.tuple([InstantSchema, IdSchema]);

const UnseenCountSchema = z
  .int()
  .describe('Unread notifications that you have not marked as seen; counted up to 100.');

export const NotificationsSchema = largeListOf(NotificationSchema)
  .extend({
    unread_count: z
      .int()
      .describe('Notifications neither clicked nor dismissed, on all pages; counted up to 100.'),
    unseen_count: UnseenCountSchema,
  })
  .meta({ id: 'NotificationPage' });

export const BulkDismissalSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .min(1, 'expected 1 to 1,000 ids')
      .max(1_000, 'expected 1 to 1,000 ids')
      .optional(),
    all: z.literal(true).optional(),
  })
  .refine(
    ({ ids, all }) => (ids === undefined) !== (all === undefined),
    because('expected `ids` or `all`', 'one_required', { fields: ['ids', 'all'] }),
  )
  .meta({
    id: 'BulkDismissal',
    description: 'Either `ids` or `all`.',
    examples: [{ ids: [1, 2] }],
  });

export const BulkDismissedSchema = z
  .object({
    dismissed: z.int().describe('The number of notifications that were not dismissed before.'),
  })
  .meta({ id: 'BulkDismissed' });

export const NotificationsSeenSchema = z
  .object({
    up_to_id: IdSchema.describe('The greatest id of the notifications that were displayed.'),
  })
  .meta({ id: 'NotificationsSeen' });

export const SeenNotificationsSchema = z
  .object({
    up_to_id: z
      .int()
      .describe(
        'Never moves back, and never past the newest notification in the inbox; 0 if none was seen.',
      ),
    unseen_count: UnseenCountSchema,
  })
  .meta({ id: 'SeenNotifications' });
