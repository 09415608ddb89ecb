import { z } from 'zod';
import { ONBOARDING_STATUSES } from '../../../domain/people/users.ts';
import { lines, PathIdSchema, QueryFlagSchema, text } from '../common.ts';
import { AuditRowSchema } from '../operations/audit-log.schemas.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { FromSchema, ToSchema } from '../periods.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { userActivityFields } from './admin-user-activities.schemas.ts';
import { PersonalAttendanceSchema, PersonalRegistrationSchema } from './personal-data.schemas.ts';
import { ADMIN_USER_EXAMPLE, AdminUserSchema, ProfileChangeSchema } from './users.schemas.ts';

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
}).meta({
  id: 'AdminUserDetails',
  examples: [
    {
      ...ADMIN_USER_EXAMPLE,
      event_attendances: [],
      conference_attendances: [],
      quests: { count: 0, latest: [] },
      feedback: { count: 0, latest: [] },
      messages: { count: 0, latest: [] },
      media: { count: 0, latest: [] },
      connection_count: 12,
      audit_log: [],
    },
  ],
});

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
