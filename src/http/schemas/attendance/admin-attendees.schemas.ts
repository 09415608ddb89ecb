import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { CursorQuerySchema, IdSchema, text } from '../common.ts';
import { ADMIN_SEARCH } from '../search.schemas.ts';
import {
  AdminRegistrationSchema,
  ATTENDANCE_EXAMPLE,
  AttendanceSchema,
} from './attendances.schemas.ts';

export const AdminAttendeesQuerySchema = CursorQuerySchema.extend({
  status: z.enum(ATTENDANCE_STATUSES).optional(),
  q: text(100).optional().describe(ADMIN_SEARCH),
  format: z
    .enum(['json', 'csv', 'xlsx'])
    .default('json')
    .describe(
      '`csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`.',
    ),
});

const status = z.enum(ATTENDANCE_STATUSES);
const user = z.object({
  id: IdSchema,
  messenger_id: IdSchema.nullable().describe('null for an erased user.'),
  first_name: z.string(),
  last_name: z.string().nullable(),
  username: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
  is_blocked: z.boolean(),
});

const EXAMPLE = {
  user: {
    id: 1_007,
    messenger_id: 4_242,
    first_name: 'Ada',
    last_name: 'Lovelace',
    username: 'ada',
    company: 'Analytical Engines',
    job_title: 'Programmer',
    is_blocked: false,
  },
  ...ATTENDANCE_EXAMPLE,
};

export const AdminEventAttendeeSchema = AttendanceSchema.extend({ user, status }).meta({
  id: 'AdminEventAttendee',
  examples: [EXAMPLE],
});

export const AdminConferenceAttendeeSchema = AdminRegistrationSchema.extend({ user, status }).meta({
  id: 'AdminConferenceAttendee',
  examples: [{ ...EXAMPLE, ticket_type: 'speaker', claimed_by: 'username' }],
});
