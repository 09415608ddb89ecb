import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import { ONBOARDING_STATUSES } from '../../../domain/people/users.ts';
import { PARTICIPANT_STATUSES } from '../../../domain/quests/participations.ts';
import { IdSchema, InstantSchema, lines, PathIdSchema, QueryFlagSchema, text } from '../common.ts';
import { FeedbackSchema } from '../feedback/feedback.schemas.ts';
import { AdminMediaSchema } from '../media/media.schemas.ts';
import { AuditRowSchema } from '../operations/audit-log.schemas.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { FromSchema, ToSchema } from '../periods.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { PersonalAttendanceSchema, PersonalRegistrationSchema } from './personal-data.schemas.ts';
import { AdminUserSchema, ProfileChangeSchema } from './users.schemas.ts';

const latest = <Row extends z.ZodType>(row: Row) =>
  z.object({ count: z.int(), latest: z.array(row).describe('At most 20.') }).optional();

/** What a user did and received. Each is absent without the scope that reads it. */
const userActivityFields = {
  quests: latest(
    z.object({
      quest_id: IdSchema,
      title: z.string(),
      status: z.enum(PARTICIPANT_STATUSES),
      points: z.int(),
      started_at: InstantSchema.nullable(),
      completed_at: InstantSchema.nullable(),
    }),
  ).describe('By their latest activity. Only with the scope `quests:read`.'),
  feedback: latest(
    FeedbackSchema.pick({
      id: true,
      message: true,
      rating: true,
      category: true,
      status: true,
      conference_id: true,
      event_id: true,
      agenda_item_id: true,
      created_at: true,
    }),
  ).describe('Only with the scope `feedback:read`.'),
  messages: latest(
    z.object({
      id: IdSchema,
      type: z.string(),
      job_id: IdSchema.nullable().describe('The broadcast, if it is one.'),
      title: z
        .string()
        .nullable()
        .describe('null for a notification of the service, which can name other users.'),
      created_at: InstantSchema,
      delivery_status: z
        .enum(DELIVERY_STATUSES)
        .nullable()
        .describe('null for one that is in the app only.'),
      reason: z.string().nullable(),
      answered_at: InstantSchema.nullable(),
    }),
  ).describe(
    'Notifications in the app and by the messenger. Only with the scope `broadcasts:read`.',
  ),
  media: latest(
    AdminMediaSchema.pick({ id: true, kind: true, purpose: true, bytes: true, created_at: true }),
  ).describe('Uploads. Only with the scope `media:read`.'),
};

/** What an administrator can change about a user. */
export const AdminUserChangeSchema = ProfileChangeSchema.pick({
  first_name: true,
  last_name: true,
  headline: true,
  company: true,
  job_title: true,
  bio: true,
  interests: true,
  looking_for: true,
  offering: true,
})
  .extend({
    is_ranked: z
      .boolean()
      .describe('false takes a user off all leaderboards, such as staff. Their points stay.')
      .optional(),
  })
  .meta({
    id: 'AdminUserChange',
    description: 'Changes the given fields; `null` clears one.',
    examples: [{ company: 'Analytical Engines', is_ranked: false }],
  });

export const UserBlockSchema = z
  .object({
    reason: lines(500).optional().describe('For other administrators, in the audit log.'),
  })
  .meta({ id: 'UserBlock', examples: [{ reason: 'Sold tickets of others' }] });

export const AdminUserDetailsSchema = AdminUserSchema.extend({
  event_attendances: z.array(PersonalAttendanceSchema),
  conference_attendances: z.array(PersonalRegistrationSchema),
  ...userActivityFields,
  connection_count: z.int().describe('Accepted connections.'),
  audit_log: z
    .array(AuditRowSchema)
    .describe('The latest 10 changes of the account by administrators.'),
}).meta({ id: 'AdminUserDetails' });

const SORTS = {
  created_at: 'instant',
  first_name: 'text',
  last_name: 'text',
  last_seen_at: 'instant',
} as const;

export const AdminUsersQuerySchema = CursorQuerySchema.extend({
  q: text(100).optional().describe(ADMIN_SEARCH),
  onboarding_status: z.enum(ONBOARDING_STATUSES).optional(),
  is_blocked: QueryFlagSchema.optional(),
  language_code: text(35)
    .optional()
    .describe(
      "The language that the user chose, else the messenger's. Ignoring case. `de` also finds `de-AT`.",
    ),
  messenger_reachable: QueryFlagSchema.optional().describe(
    'Whether the messenger delivers to the user.',
  ),
  conference_id: PathIdSchema.optional().describe(
    'Users who attend this conference or one of its events.',
  ),
  created_from: FromSchema.optional(),
  created_to: ToSchema.optional(),
  sort: sortParameter(
    SORTS,
    '-created_at',
    '`last_seen_at` is written at most once an hour. A user who has never signed in counts as the earliest, and one without a last name comes first.',
  ),
  format: z
    .enum(['json', 'csv', 'xlsx'])
    .default('json')
    .describe(
      '`csv` and `xlsx` return all users of the filters in one file and ignore `page`, `limit` and `cursor`.',
    ),
});

export const adminUserPosition = ({ sort }: z.output<typeof AdminUsersQuerySchema>) =>
  searchPosition(sortPosition(SORTS, sort));
