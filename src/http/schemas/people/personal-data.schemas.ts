import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { CLAIM_MARKS } from '../../../domain/attendance/claim-marks.ts';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import { EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { SEAT_REQUEST_STATUSES } from '../../../domain/registration/seat-requests.ts';
import { scanMarkFields } from '../attendance/check-ins.schemas.ts';
import { DaySchema, IdSchema, InstantSchema } from '../common.ts';
import { FeedbackSchema } from '../feedback/feedback.schemas.ts';
import { PersonalMediaSchema } from '../media/media.schemas.ts';
import { NotificationSchema } from '../messaging/inbox.schemas.ts';
import { NotificationPreferencesSchema } from '../messaging/notification-settings.schemas.ts';
import { PersonalConnectionSchema } from '../networking/connections.schemas.ts';
import { EnrichmentSchema } from '../networking/enrichments.schemas.ts';
import {
  PersonalBlockSchema,
  PersonalUserReportSchema,
} from '../networking/user-reports.schemas.ts';
import { PartnerDataSchema, PersonalMintSchema } from '../partner/partner.schemas.ts';
import { personalQuestionFields } from '../programme/questions.schemas.ts';
import { SpeakerSchema } from '../programme/speakers.schemas.ts';
import { PersonalQuestDataSchema } from '../quests/personal-quest-data.schemas.ts';
import { ReadAnswersSchema } from '../registration/forms.schemas.ts';
import { GuestInputSchema } from '../registration/own-guests.schemas.ts';
import { OwnProfileSchema } from './users.schemas.ts';

const PersonalProfileSchema = OwnProfileSchema.omit({ counts: true, share_url: true }).extend({
  messenger_first_name: z.string(),
  messenger_last_name: z.string().nullable(),
  messenger_signed_at: InstantSchema.nullable().describe(
    'When the messenger signed your latest launch data.',
  ),
  messenger_refused_at: InstantSchema.nullable().describe(
    'When the messenger last refused a message to you.',
  ),
  own_first_name: z
    .string()
    .nullable()
    .describe("Your own first name, which replaces the messenger's."),
  own_last_name: z.string().nullable(),
  messenger_photo_url: z.string().nullable(),
  own_photo_url: z.string().nullable().describe("Your own photo, which replaces the messenger's."),
  edited_fields: z
    .array(z.string())
    .describe('The fields that you edited; no import overwrites them.'),
  is_blocked: z.boolean(),
  last_seen_at: InstantSchema.nullable(),
  messenger_member_at: InstantSchema.nullable().describe(
    'When the messenger last reported whether the bot may write to you.',
  ),
  notifications_set_at: InstantSchema.nullable().describe(
    'When you last turned messages on or off in the chat with the bot.',
  ),
  signed_out_at: InstantSchema.nullable().describe('When you last signed out on all devices.'),
});

const deskNote = z.string().nullable().describe('What the organizers noted for their desk.');

export const PersonalAttendanceSchema = z.object({
  event: z.object({
    id: IdSchema,
    title: z.string(),
    starts_at: InstantSchema,
    ends_at: InstantSchema,
  }),
  status: z.enum(ATTENDANCE_STATUSES),
  registered_at: InstantSchema,
  checked_in_at: InstantSchema.nullable(),
  desk_note: deskNote,
});

export const PersonalSeatRequestSchema = z.object({
  id: IdSchema,
  event: z.object({ id: IdSchema, title: z.string() }).nullable(),
  conference: z.object({ id: IdSchema, name: z.string() }).nullable(),
  status: z.enum(SEAT_REQUEST_STATUSES),
  reason: z.string().nullable(),
  guests: z.array(GuestInputSchema),
  requested_at: InstantSchema,
  decided_at: InstantSchema.nullable(),
});

export const PersonalRegistrationSchema = z.object({
  conference: z.object({
    id: IdSchema,
    name: z.string(),
    starts_on: DaySchema,
    ends_on: DaySchema,
  }),
  status: z.enum(ATTENDANCE_STATUSES),
  ticket_type: z.string().nullable(),
  claimed_by: z.enum(CLAIM_MARKS).nullable(),
  registered_at: InstantSchema,
  checked_in_at: InstantSchema.nullable(),
  desk_note: deskNote,
});

const PersonalInvitationSchema = z.object({
  conference: z.object({ id: IdSchema, name: z.string() }),
  username: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  ticket_type: z.string().nullable(),
  ticket_code_end: z
    .string()
    .nullable()
    .describe('The end of the ticket code, which itself is not stored.'),
  email: z.string().nullable().describe('The address of the order, if the organizer kept it.'),
  created_at: InstantSchema,
  claimed_at: InstantSchema,
});

const PersonalEventSchema = z.object({
  id: IdSchema,
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  starts_at: InstantSchema,
  ends_at: InstantSchema,
  contact: z.string().nullable().describe('The contact that you gave.'),
  conference_id: IdSchema.nullable(),
  description: z.string().nullable(),
  timezone: z.string(),
  venue_name: z.string().nullable(),
  venue_address: z.string().nullable(),
  venue_latitude: z.number().nullable(),
  venue_longitude: z.number().nullable(),
  image_url: z.string().nullable(),
  url: z.string().nullable(),
  capacity: z.int().nullable(),
  rejection_reason: z.string().nullable(),
  created_at: InstantSchema,
});

const PersonalDeliverySchema = z.object({
  notification_id: IdSchema,
  status: z.enum(DELIVERY_STATUSES),
  reason: z.string().nullable().describe('Why the message was not sent, or not yet.'),
  answered_at: InstantSchema.nullable().describe('When the messenger last answered.'),
});

const PersonalFeedbackSchema = FeedbackSchema.omit({
  user: true,
  status: true,
  note: true,
  about: true,
  shared_at: true,
});

/** All data that is stored about the caller. */
export const PersonalDataSchema = z
  .object({
    exported_at: InstantSchema,
    profile: PersonalProfileSchema,
    connections: z.array(PersonalConnectionSchema),
    blocks: z.array(PersonalBlockSchema).describe('The users whom you block.'),
    user_reports: z.array(PersonalUserReportSchema).describe('Your reports of users.'),
    dismissed_recommendations: z
      .array(
        z.object({
          user: z.object({ id: IdSchema, first_name: z.string() }),
          dismissed_at: InstantSchema,
        }),
      )
      .describe('Users whom you do not want to be recommended.'),
    event_attendances: z.array(PersonalAttendanceSchema),
    ...personalQuestionFields,
    favorites: z
      .array(
        z.object({
          agenda_item: z.object({
            id: IdSchema,
            title: z.string(),
            starts_at: InstantSchema,
            ends_at: InstantSchema,
          }),
          created_at: InstantSchema,
        }),
      )
      .describe('Agenda items that you keep.'),
    conference_attendances: z.array(PersonalRegistrationSchema),
    form_answers: z
      .array(
        z.object({
          conference: z.object({ id: IdSchema, name: z.string() }).nullable(),
          event: z.object({ id: IdSchema, title: z.string() }).nullable(),
          answers: ReadAnswersSchema,
        }),
      )
      .describe('Your answers to what conferences and events asked when you registered.'),
    invitations: z
      .array(PersonalInvitationSchema)
      .describe('Invitations from attendee imports that you have claimed.'),
    check_ins: z
      .array(
        z.object({
          conference: z.object({ id: IdSchema, name: z.string() }),
          checkpoint: z.string(),
          ...scanMarkFields,
          scanned_at: InstantSchema,
          undone_at: InstantSchema.nullable(),
        }),
      )
      .describe('Your scans at the entrances, rooms and exits of conferences.'),
    seat_requests: z
      .array(PersonalSeatRequestSchema)
      .describe('Your requests for seats whose organizers decide who comes.'),
    submitted_events: z.array(PersonalEventSchema),
    speaker: SpeakerSchema.nullable().describe('The speaker linked to your account.'),
    calendar_link: z
      .object({ created_at: InstantSchema })
      .nullable()
      .describe('Your calendar feed. Only a hash of its address is stored.'),
    media: z.array(PersonalMediaSchema).describe('Your uploads.'),
    enrichment: EnrichmentSchema.nullable().describe(
      'What was made from your profile. null if nothing was.',
    ),
    feedback: z.array(PersonalFeedbackSchema),
    partner: PartnerDataSchema.nullable().describe(
      'Your account of the partner. Its tokens are stored encrypted and leave the service to the partner only.',
    ),
    mint: PersonalMintSchema.nullable().describe('The token that the partner minted for you.'),
    quests: PersonalQuestDataSchema,
    notifications: z
      .array(NotificationSchema)
      .describe('Including those sent to the messenger only.'),
    deliveries: z
      .array(PersonalDeliverySchema)
      .describe('The delivery state of your messenger messages.'),
    message_variables: z
      .array(z.record(z.string(), z.string()))
      .describe('Your template variables in spreadsheet broadcasts that have not been sent yet.'),
    notification_settings: NotificationPreferencesSchema.extend({ seen_up_to: z.int() })
      .nullable()
      .describe('null if you have never changed a setting.'),
  })
  .meta({ id: 'PersonalData' });
