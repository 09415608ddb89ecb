import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { INVITATION_STATUSES } from '../../../domain/attendance/invitations.ts';
import { CursorQuerySchema, IdSchema, InstantSchema, text, VersionSchema } from '../common.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import {
  AdminRegistrationSchema,
  ATTENDANCE_EXAMPLE,
  AttendanceSchema,
} from './attendances.schemas.ts';

const SORTS = { registered_at: 'number', checked_in_at: 'instant' } as const;

export const AdminAttendeesQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(
    SORTS,
    'registered_at',
    'A user who registers again after cancelling is further back. An attendee who has not arrived counts as the earliest.',
  ),
  status: z.enum(ATTENDANCE_STATUSES).optional(),
  q: text(100).optional().describe(ADMIN_SEARCH),
  format: z
    .enum(['json', 'csv', 'xlsx'])
    .default('json')
    .describe(
      '`csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`.',
    ),
});

const WITH_INVITATIONS = new Set<string | undefined>([...INVITATION_STATUSES, 'all']);

export const AdminConferenceAttendeesQuerySchema = AdminAttendeesQuerySchema.extend({
  status: z
    .enum([...ATTENDANCE_STATUSES, ...INVITATION_STATUSES, 'all'])
    .optional()
    .describe(
      '`invited`: open invitations; `withdrawn`: withdrawn invitations, also of removed attendees; `all`: attendees and open invitations. Otherwise only attendees. Invitations are not sorted by `checked_in_at`.',
    ),
  ticket_type: text(100).optional(),
}).refine(({ sort, status }) => !sort.endsWith('checked_in_at') || !WITH_INVITATIONS.has(status), {
  path: ['sort'],
  error: 'expected registered_at or -registered_at beside invitations',
});

/** The content of a cursor: the key, and the place in the queue. */
export const adminAttendeePosition = ({
  sort,
}: Pick<z.output<typeof AdminAttendeesQuerySchema>, 'sort'>) =>
  searchPosition(sortPosition(SORTS, sort));

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
  version: 3,
};

const version = VersionSchema.describe(
  'Raised by each change of the status or ticket type, also by the user and at the door, but not by a promotion from the waitlist. The `ETag` is `"<user_id>.<version>"`.',
);

export const AdminEventAttendeeSchema = AttendanceSchema.extend({ user, status, version }).meta({
  id: 'AdminEventAttendee',
  examples: [EXAMPLE],
});

export const AdminConferenceAttendeeSchema = AdminRegistrationSchema.extend({
  user: user.nullable().describe('null for an invitation.'),
  invitation_id: IdSchema.nullable().describe('Only for an invitation.'),
  reopened_at: InstantSchema.nullable().describe(
    'Only for an invitation: when the claim of an account by username was taken back, because its user erased it or an administrator gave the invitation back. That account cannot claim it again.',
  ),
  invitee: user
    .omit({ id: true, is_blocked: true })
    .extend({ first_name: z.string().nullable() })
    .nullable()
    .describe('The person whom an invitation names.'),
  status: z.enum([...ATTENDANCE_STATUSES, ...INVITATION_STATUSES]),
  version: version.nullable().describe(`${version.description} null for an invitation.`),
  waitlist_position: z
    .int()
    .nullable()
    .describe(
      '1 gets the next free seat. An open invitation without a position holds a seat; attendees and invitations wait in one queue.',
    ),
}).meta({
  id: 'AdminConferenceAttendee',
  examples: [
    {
      ...EXAMPLE,
      invitation_id: null,
      reopened_at: null,
      invitee: null,
      ticket_type: 'speaker',
      claimed_by: null,
    },
  ],
});
