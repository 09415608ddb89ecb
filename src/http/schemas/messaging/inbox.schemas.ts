import { z } from 'zod';
import { CursorQuerySchema, IdSchema, InstantSchema, listOf } from '../common.ts';

const notificationFields = {
  id: IdSchema,
  title: z.string(),
  body: z.string(),
  action_url: z.string().nullable().describe('The page it leads to, if there is one.'),
  created_at: InstantSchema,
  clicked_at: InstantSchema.nullable().describe('When you first opened it.'),
  dismissed_at: InstantSchema.nullable(),
};

const TOLD_EXAMPLE = {
  id: 42,
  action_url: null,
  created_at: '2026-05-14T09:00:00.000Z',
  clicked_at: null,
  dismissed_at: null,
};

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
      '`connection_request`: the `actor` asks to connect. `connection_accepted`: they said yes when you asked.',
    examples: [
      {
        ...TOLD_EXAMPLE,
        type: 'connection_request',
        title: 'Ada Lovelace wants to connect',
        body: 'Loved your talk!',
        data: { connection_id: 3, actor: { id: 7, first_name: 'Ada', photo_url: null } },
      },
    ],
  });

const EventNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.enum(['event_approved', 'event_promoted', 'event_updated', 'event_cancelled']),
    data: z.object({ event_id: IdSchema }),
  })
  .meta({
    id: 'EventNotification',
    description:
      '`event_approved`: the event you asked for is in the programme. `event_promoted`: you moved up from its waiting list. `event_updated`: its time or place changed, or it takes place after all. `event_cancelled`: it does not take place.',
    examples: [
      {
        ...TOLD_EXAMPLE,
        type: 'event_promoted',
        title: 'You have a seat',
        body: 'A seat became free, and you are registered now: Loom party',
        data: { event_id: 7 },
      },
    ],
  });

const EventRejectionSchema = z
  .object({
    ...notificationFields,
    type: z.literal('event_rejected'),
    data: z.object({ event_id: IdSchema, reason: z.string().nullable() }),
  })
  .meta({
    id: 'EventRejection',
    description: 'The event you asked for is not taken up.',
    examples: [
      {
        ...TOLD_EXAMPLE,
        type: 'event_rejected',
        title: 'Your event is not approved',
        body: 'Loom party: the evening is full',
        data: { event_id: 7, reason: 'the evening is full' },
      },
    ],
  });

const ConferenceNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.literal('conference_promoted'),
    data: z.object({ conference_id: IdSchema }),
  })
  .meta({
    id: 'ConferenceNotification',
    description: 'You moved up from the waiting list of a conference.',
    examples: [
      {
        ...TOLD_EXAMPLE,
        type: 'conference_promoted',
        title: 'You have a seat',
        body: 'A seat became free, and you are registered now: Engines 2026',
        data: { conference_id: 7 },
      },
    ],
  });

const MESSAGE_EXAMPLE = {
  ...TOLD_EXAMPLE,
  type: 'message' as const,
  title: 'The doors open at nine',
  body: 'Bring your ticket.',
  action_url: 'https://hallway.example.org/doors',
  data: {},
};
const MessageSchema = z
  .object({ ...notificationFields, type: z.literal('message'), data: z.object({}) })
  .meta({ id: 'Message', description: 'What the organisers write.', examples: [MESSAGE_EXAMPLE] });

/** What a person is told; `data` is fixed for each `type`. */
export const NotificationSchema = z
  .discriminatedUnion('type', [
    ConnectionNotificationSchema,
    EventNotificationSchema,
    EventRejectionSchema,
    ConferenceNotificationSchema,
    MessageSchema,
  ])
  .meta({
    id: 'Notification',
    description:
      'What you are told. `type` says what `data` holds, so that a client can act without another call; further types come with time.',
    examples: [MESSAGE_EXAMPLE],
  });

export const NotificationsQuerySchema = CursorQuerySchema.extend({
  status: z
    .enum(['unread', 'all'])
    .default('all')
    .describe('`unread` leaves out those you opened. Dismissed ones are never listed.'),
});

/** What a cursor over notifications holds: when the last one was written, and its id. */
export const NotificationPositionSchema = z.tuple([InstantSchema, IdSchema]);

const UnseenCountSchema = z
  .int()
  .describe('Of the unread ones, those newer than what you have seen.')
  .meta({ examples: [1] });

export const NotificationsSchema = listOf(NotificationSchema)
  .extend({
    unread_count: z
      .int()
      .describe('Neither opened nor dismissed, on all pages.')
      .meta({ examples: [3] }),
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
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'expected `ids` or `all`')
  .meta({
    id: 'BulkDismissal',
    description: 'Either `ids`, or `all`.',
    examples: [{ ids: [42, 43] }],
  });

export const BulkDismissedSchema = z
  .object({ dismissed: z.int().describe('How many were not dismissed before.') })
  .meta({ id: 'BulkDismissed', examples: [{ dismissed: 2 }] });

export const NotificationsSeenSchema = z
  .object({ up_to_id: IdSchema.describe('The greatest id of those you showed.') })
  .meta({ id: 'NotificationsSeen', examples: [{ up_to_id: 42 }] });

export const SeenNotificationsSchema = z
  .object({
    up_to_id: z
      .int()
      .describe(
        'Never goes back, nor past the newest in the list; 0 for somebody who saw none of it.',
      ),
    unseen_count: UnseenCountSchema,
  })
  .meta({ id: 'SeenNotifications', examples: [{ up_to_id: 42, unseen_count: 0 }] });
