import { z } from 'zod';
import { AGENDA_STATUSES } from '../../../domain/programme/agenda.ts';
import { EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { IdSchema, InstantSchema } from '../common.ts';
import { VenueSchema } from '../programme/events.schemas.ts';
import { notificationFields } from './notification-fields.schemas.ts';

const InstantChangeSchema = z.object({ from: InstantSchema, to: InstantSchema }).optional();

const AgendaItemChangesSchema = z
  .object({
    status: z.object({ from: z.enum(AGENDA_STATUSES), to: z.enum(AGENDA_STATUSES) }).optional(),
    starts_at: InstantChangeSchema,
    ends_at: InstantChangeSchema,
    room: z.object({ from: z.string().nullable(), to: z.string().nullable() }).optional(),
  })
  .describe('The changed fields with their values before and after.');

const StatusSchema = z.enum([...new Set([...AGENDA_STATUSES, ...EVENT_STATUSES])]);

const ProgrammeChangesSchema = AgendaItemChangesSchema.extend({
  status: z.object({ from: StatusSchema, to: StatusSchema }).optional(),
  venue: z.object({ from: VenueSchema, to: VenueSchema }).optional(),
});

const AgendaItemNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.enum(['agenda_item_updated', 'agenda_item_cancelled']),
    data: z.object({
      agenda_item_id: IdSchema,
      conference_id: IdSchema,
      event_id: IdSchema.nullable(),
      changes: AgendaItemChangesSchema,
    }),
  })
  .meta({
    id: 'AgendaItemNotification',
    description:
      'About an agenda item that you keep, or whose event you attend. `agenda_item_updated`: its time or room changed, or a cancellation was revoked. `agenda_item_cancelled`: it is cancelled or was deleted.',
  });

const ProgrammeNotificationSchema = z
  .object({
    ...notificationFields,
    type: z.literal('programme_changed'),
    data: z.object({
      conference_id: IdSchema.nullable().describe('`null` for events without a conference.'),
      event_ids: z.array(IdSchema),
      agenda_item_ids: z
        .array(IdSchema)
        .optional()
        .describe('Items that you keep; absent if none of them changed.'),
      changes: z
        .array(
          z.object({
            agenda_item_id: IdSchema.nullable().describe('`null` for an event.'),
            event_id: IdSchema.nullable(),
            text: z.string(),
            changes: ProgrammeChangesSchema,
          }),
        )
        .optional()
        .describe(
          'Each item and event that changed, by its new start. Absent from a notification of an upload of agenda items.',
        ),
    }),
  })
  .meta({
    id: 'ProgrammeNotification',
    description:
      'An upload moved or cancelled events that you attend, or agenda items that you keep; one for each upload. Or a source of the programme did, or organizers moved many items together: all of yours until you open or dismiss it, of which `body` names the first five.',
  });

const SessionReminderSchema = z
  .object({
    ...notificationFields,
    type: z.literal('session_reminder'),
    data: z.object({
      sessions: z.array(
        z.object({ event_id: IdSchema.nullable(), agenda_item_id: IdSchema.nullable() }),
      ),
    }),
  })
  .meta({
    id: 'SessionReminder',
    description:
      'What you keep or have a seat at begins soon, all in the same minute. The messenger alone delivers it: it is in no inbox.',
  });

export const AGENDA_NOTIFICATIONS = [
  AgendaItemNotificationSchema,
  ProgrammeNotificationSchema,
  SessionReminderSchema,
] as const;
