import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import { EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { DaySchema, IdSchema, InstantSchema } from '../common.ts';
import { NotificationSchema } from '../messaging/inbox.schemas.ts';
import { NotificationPreferencesSchema } from '../messaging/notification-settings.schemas.ts';
import { SpeakerSchema } from '../programme/speakers.schemas.ts';
import { OWN_PROFILE_EXAMPLE, OwnProfileSchema } from './users.schemas.ts';

const { counts: _, ...PROFILE_EXAMPLE } = OWN_PROFILE_EXAMPLE;
const NOON = '2026-05-14T12:00:00.000Z';

const PersonalProfileSchema = OwnProfileSchema.omit({ counts: true }).extend({
  messenger_first_name: z.string(),
  messenger_last_name: z.string().nullable(),
  messenger_signed_at: InstantSchema.nullable().describe(
    'When the messenger last vouched for you.',
  ),
  messenger_refused_at: InstantSchema.nullable().describe(
    'When the messenger last said that you take no messages.',
  ),
  own_first_name: z.string().nullable().describe("What you typed over the messenger's word."),
  own_last_name: z.string().nullable(),
  edited_fields: z.array(z.string()).describe('What you wrote yourself: no import changes it.'),
  is_blocked: z.boolean(),
  last_seen_at: InstantSchema.nullable(),
});

const PersonalConnectionSchema = z.object({
  id: IdSchema,
  user: z.object({ id: IdSchema, first_name: z.string() }),
  direction: z.enum(['sent', 'received']),
  status: z.enum(['pending', 'accepted', 'rejected']),
  message: z.string().nullable(),
  created_at: InstantSchema,
  responded_at: InstantSchema.nullable(),
});

const PersonalAttendanceSchema = z.object({
  event: z.object({
    id: IdSchema,
    title: z.string(),
    starts_at: InstantSchema,
    ends_at: InstantSchema,
  }),
  status: z.enum(ATTENDANCE_STATUSES),
  registered_at: InstantSchema,
  checked_in_at: InstantSchema.nullable(),
});

const PersonalRegistrationSchema = z.object({
  conference: z.object({
    id: IdSchema,
    name: z.string(),
    starts_on: DaySchema,
    ends_on: DaySchema,
  }),
  status: z.enum(ATTENDANCE_STATUSES),
  ticket_type: z.string().nullable(),
  registered_at: InstantSchema,
  checked_in_at: InstantSchema.nullable(),
});

const PersonalInvitationSchema = z.object({
  conference: z.object({ id: IdSchema, name: z.string() }),
  username: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  ticket_type: z.string().nullable(),
  created_at: InstantSchema,
  claimed_at: InstantSchema,
});

const PersonalEventSchema = z.object({
  id: IdSchema,
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  starts_at: InstantSchema,
  ends_at: InstantSchema,
  contact: z.string().nullable().describe('How you wanted to be reached.'),
  rejection_reason: z.string().nullable(),
  created_at: InstantSchema,
});

const PersonalDeliverySchema = z.object({
  notification_id: IdSchema,
  status: z.enum(DELIVERY_STATUSES),
  reason: z.string().nullable().describe('Why it was not sent, or not yet.'),
  answered_at: InstantSchema.nullable().describe('When the messenger last answered.'),
});

/** All that is kept about the caller. */
export const PersonalDataSchema = z
  .object({
    exported_at: InstantSchema,
    profile: PersonalProfileSchema,
    connections: z.array(PersonalConnectionSchema),
    event_attendances: z.array(PersonalAttendanceSchema),
    conference_attendances: z.array(PersonalRegistrationSchema),
    invitations: z
      .array(PersonalInvitationSchema)
      .describe('What the lists of organisers said of you.'),
    submitted_events: z.array(PersonalEventSchema),
    speaker: SpeakerSchema.nullable().describe('Who you are among the speakers.'),
    calendar_link: z
      .object({ created_at: InstantSchema })
      .nullable()
      .describe('Of the link itself only a hash is kept.'),
    notifications: z.array(NotificationSchema).describe('Also those for the messenger alone.'),
    deliveries: z.array(PersonalDeliverySchema).describe('What became of your messenger messages.'),
    message_variables: z
      .array(z.record(z.string(), z.string()))
      .describe("What organisers' spreadsheets say of you, for messages still to come."),
    notification_settings: NotificationPreferencesSchema.extend({ seen_up_to: z.int() })
      .nullable()
      .describe('null where you never set anything.'),
  })
  .meta({
    id: 'PersonalData',
    examples: [
      {
        exported_at: NOON,
        profile: {
          ...PROFILE_EXAMPLE,
          messenger_first_name: 'Ada',
          messenger_last_name: null,
          messenger_signed_at: NOON,
          messenger_refused_at: null,
          own_first_name: null,
          own_last_name: 'Lovelace',
          edited_fields: ['headline'],
          is_blocked: false,
          last_seen_at: NOON,
        },
        connections: [],
        event_attendances: [],
        conference_attendances: [],
        invitations: [],
        submitted_events: [],
        speaker: null,
        calendar_link: null,
        notifications: [],
        deliveries: [],
        message_variables: [],
        notification_settings: null,
      },
    ],
  });
