import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { FEEDBACK_STATUSES } from '../../../domain/feedback/feedback.ts';
import { BROADCAST_STATUSES } from '../../../domain/messaging/broadcasts.ts';
import { AGENDA_STATUSES } from '../../../domain/programme/agenda.ts';
import { CONFERENCE_STATUSES } from '../../../domain/programme/conferences.ts';
import { EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { SPEAKER_STATUSES } from '../../../domain/programme/speakers.ts';
import { PARTICIPANT_STATUSES } from '../../../domain/quests/participations.ts';
import { SUBMISSION_STATUSES } from '../../../domain/quests/submissions.ts';
import { SEAT_REQUEST_STATUSES } from '../../../domain/registration/seat-requests.ts';
import {
  MESSAGE_KINDS,
  type MessageKind,
  WEBHOOK_KIND_NAMES,
  WEBHOOK_KINDS,
} from '../../../domain/webhooks/webhook-kinds.ts';
import { IdSchema, InstantSchema } from '../common.ts';

const sequence = z
  .int()
  .describe(
    'Of two items about one resource, the one with the higher number is newer; across resources it says nothing. It has gaps.',
  );
const item = <const Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ sequence, ...shape });

const DELETED = ['deleted'] as const;
const GUEST = '`null` for a guest.';

const registration = {
  registration_id: IdSchema.describe('Stays when a guest claims their seat.'),
  user_id: IdSchema.nullable().describe(GUEST),
};
const eventSeat = { event_id: IdSchema, user_id: IdSchema };
const seat = {
  status: z.enum([...ATTENDANCE_STATUSES, ...DELETED]),
  has_seat: z.boolean(),
};
const checkedIn = {
  checked_in_at: InstantSchema.nullable().describe('The arrival; `null` when it was undone.'),
};
const content = <const Status extends string>(statuses: readonly [Status, ...Status[]]) => ({
  id: IdSchema,
  status: z.enum(statuses),
  version: z.int(),
  is_deleted: z.boolean(),
});
const times = { starts_at: InstantSchema, ends_at: InstantSchema };

/** An item of each kind. */
const ITEMS = {
  'attendance.changed': z.union([
    item({ ...registration, ...seat, ticket_type: z.string().nullable() }),
    item({ ...eventSeat, ...seat }),
  ]),
  'check_in.changed': z.union([
    item({ ...registration, ...checkedIn }),
    item({ ...eventSeat, ...checkedIn }),
  ]),
  'registration_request.changed': item({
    request_id: IdSchema,
    user_id: IdSchema,
    quest_id: IdSchema.optional().describe('It has one of the three.'),
    conference_id: IdSchema.optional(),
    event_id: IdSchema.optional(),
    status: z.enum([...SEAT_REQUEST_STATUSES, 'deleted']),
  }),
  'conference.changed': item({ ...content(CONFERENCE_STATUSES), ...times }),
  'event.changed': item({ ...content(EVENT_STATUSES), ...times }),
  'agenda_item.changed': item({ ...content(AGENDA_STATUSES), ...times }),
  'speaker.changed': item(content(SPEAKER_STATUSES)),
  'submission.changed': item({
    submission_id: IdSchema,
    quest_id: IdSchema,
    task_id: IdSchema,
    user_id: IdSchema,
    status: z.enum(SUBMISSION_STATUSES),
  }),
  'quest.completed': item({
    quest_id: IdSchema,
    user_id: IdSchema,
    status: z
      .enum(PARTICIPANT_STATUSES)
      .describe('Another one than `completed`: the completion was taken back.'),
  }),
  'broadcast.changed': item({
    id: IdSchema,
    status: z.enum([...BROADCAST_STATUSES, ...DELETED]),
  }),
  'feedback.changed': item({
    id: IdSchema,
    status: z.enum([...FEEDBACK_STATUSES, ...DELETED]),
    is_rating: z.boolean(),
    rating: z.int().nullable(),
    agenda_item_id: IdSchema.nullable(),
  }),
  'source.run': item({ source_id: IdSchema, run_id: IdSchema, status: z.string() }),
  'user.erased': item({ user_id: IdSchema }),
  'webhook.test': z.object({}),
} as const satisfies Readonly<Record<MessageKind, z.ZodType>>;

const SUMMARIES: Readonly<Record<MessageKind, string>> = {
  'attendance.changed':
    'Seats of a conference or its events: registrations, waitlists, cancellations, claims.',
  'check_in.changed': 'Arrivals at a conference or its events, and those that were undone.',
  'registration_request.changed':
    'Requests for a seat at a conference or an event, or for a place in a quest.',
  'conference.changed': 'A conference was created, edited or deleted.',
  'event.changed': 'Events were created, edited or deleted, pending side events included.',
  'agenda_item.changed': 'Agenda items were created, edited or deleted.',
  'speaker.changed': 'Speakers were created, edited or deleted.',
  'submission.changed': 'Submissions of tasks, and the decisions on them.',
  'quest.completed': 'Quests that users completed.',
  'broadcast.changed': 'Broadcasts by their status.',
  'feedback.changed': 'Feedback and ratings of sessions.',
  'source.run': 'Runs of the sources of programmes and guest lists.',
  'user.erased':
    'Users who were erased. It goes to every endpoint of a kind with `user_id`: delete what you have about them.',
  'webhook.test': 'What `POST /admin/webhooks/{id}/test` sends. It has one empty item.',
};

/** `AttendanceChangedMessage` of `attendance.changed`. */
const idOf = (kind: MessageKind): string =>
  `${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Message`;

/** The body of a message of a kind. */
const messageOf = (kind: MessageKind) =>
  z
    .object({
      type: z.literal(kind),
      timestamp: InstantSchema.describe('Of the newest change.'),
      conference_id: IdSchema.nullable().describe('`null` for what belongs to no conference.'),
      data: z.object({ items: z.array(ITEMS[kind]).min(1).max(100) }),
    })
    .meta({ id: idOf(kind), description: SUMMARIES[kind] });

/** Every message, with the scopes of which its kind needs one; none for those that are not chosen. */
export const SENT_MESSAGES = MESSAGE_KINDS.map((kind) => ({
  kind,
  summary: SUMMARIES[kind],
  schema: messageOf(kind),
  scopes:
    kind in WEBHOOK_KINDS ? [...WEBHOOK_KINDS[kind as keyof typeof WEBHOOK_KINDS].scopes] : [],
}));

export const MessageKindSchema = z.enum(MESSAGE_KINDS);
export const WebhookKindSchema = z.enum(WEBHOOK_KIND_NAMES, 'expected the name of a kind');

const WebhookKindDescriptionSchema = z
  .object({
    kind: MessageKindSchema,
    summary: z.string(),
    scopes: z
      .array(z.string())
      .describe(
        'One of them is needed, and some items need a certain one. Empty for a kind that is not chosen.',
      ),
    schema: z.record(z.string(), z.unknown()).describe('The JSON schema of the body of a message.'),
    example: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'WebhookKindDescription' });
export type WebhookKindDescription = z.input<typeof WebhookKindDescriptionSchema>;

export const WebhookKindsSchema = z
  .object({ data: z.array(WebhookKindDescriptionSchema) })
  .meta({ id: 'WebhookKinds' });
