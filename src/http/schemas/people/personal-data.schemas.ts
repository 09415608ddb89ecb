import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import { EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { Day, Id, Instant } from '../common.ts';
import { NotificationPreferences } from '../messaging/notification-settings.schemas.ts';
import { Notification } from '../messaging/notifications.schemas.ts';
import { Speaker } from '../programme/speakers.schemas.ts';
import { OWN_PROFILE_EXAMPLE, OwnProfile } from './users.schemas.ts';

const { counts: _, ...PROFILE_EXAMPLE } = OWN_PROFILE_EXAMPLE;
const NOON = '2026-05-14T12:00:00.000Z';

const PersonalProfile = OwnProfile.omit({ counts: true }).extend({
  messenger_first_name: z.string(),
  messenger_last_name: z.string().nullable(),
  messenger_signed_at: Instant.nullable().describe('When the messenger last vouched for you.'),
  messenger_refused_at: Instant.nullable().describe(
    'When the messenger last said that you take no messages.',
  ),
  own_first_name: z.string().nullable().describe("What you typed over the messenger's word."),
  own_last_name: z.string().nullable(),
  edited_fields: z.array(z.string()).describe('What you wrote yourself: no import changes it.'),
  is_blocked: z.boolean(),
  last_seen_at: Instant.nullable(),
});

const PersonalConnection = z.object({
  id: Id,
  user: z.object({ id: Id, first_name: z.string() }),
  direction: z.enum(['sent', 'received']),
  status: z.enum(['pending', 'accepted', 'rejected']),
  message: z.string().nullable(),
  created_at: Instant,
  responded_at: Instant.nullable(),
});

const PersonalAttendance = z.object({
  event: z.object({ id: Id, title: z.string(), starts_at: Instant, ends_at: Instant }),
  status: z.enum(ATTENDANCE_STATUSES),
  registered_at: Instant,
  checked_in_at: Instant.nullable(),
});

const PersonalRegistration = z.object({
  conference: z.object({ id: Id, name: z.string(), starts_on: Day, ends_on: Day }),
  status: z.enum(ATTENDANCE_STATUSES),
  ticket_type: z.string().nullable(),
  registered_at: Instant,
  checked_in_at: Instant.nullable(),
});

const PersonalInvitation = z.object({
  conference: z.object({ id: Id, name: z.string() }),
  username: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  ticket_type: z.string().nullable(),
  created_at: Instant,
  claimed_at: Instant,
});

const PersonalEvent = z.object({
  id: Id,
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  starts_at: Instant,
  ends_at: Instant,
  contact: z.string().nullable().describe('How you wanted to be reached.'),
  rejection_reason: z.string().nullable(),
  created_at: Instant,
});

const PersonalDelivery = z.object({
  notification_id: Id,
  status: z.enum(DELIVERY_STATUSES),
  reason: z.string().nullable().describe('Why it was not sent, or not yet.'),
  answered_at: Instant.nullable().describe('When the messenger last answered.'),
});

/** All that is kept about the caller. */
export const PersonalData = z
  .object({
    exported_at: Instant,
    profile: PersonalProfile,
    connections: z.array(PersonalConnection),
    event_attendances: z.array(PersonalAttendance),
    conference_attendances: z.array(PersonalRegistration),
    invitations: z.array(PersonalInvitation).describe('What the lists of organisers said of you.'),
    submitted_events: z.array(PersonalEvent),
    speaker: Speaker.nullable().describe('Who you are among the speakers.'),
    calendar_link: z
      .object({ created_at: Instant })
      .nullable()
      .describe('Of the link itself only a hash is kept.'),
    notifications: z.array(Notification).describe('Also those for the messenger alone.'),
    deliveries: z.array(PersonalDelivery).describe('What became of your messenger messages.'),
    message_variables: z
      .array(z.record(z.string(), z.string()))
      .describe("What organisers' spreadsheets say of you, for messages still to come."),
    notification_settings: NotificationPreferences.extend({ seen_up_to: z.int() })
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
