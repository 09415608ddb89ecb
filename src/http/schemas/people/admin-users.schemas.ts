import { z } from 'zod';
import { AuditRowSchema } from '../operations/audit-log.schemas.ts';
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
