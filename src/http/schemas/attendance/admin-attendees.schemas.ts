import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import { CLAIM_MARKS } from '../../../domain/attendance/claim-marks.ts';
import { INVITATION_STATUSES } from '../../../domain/attendance/invitations.ts';
import { because } from '../../../domain/reasons.ts';
import {
  IdSchema,
  InstantSchema,
  NullableTextSchema,
  QueryFlagSchema,
  text,
  VersionSchema,
} from '../common.ts';
import { CursorPaginationSchema, CursorQuerySchema, included, pageIdOf } from '../pages.schemas.ts';
import { FromSchema, ToSchema } from '../periods.schemas.ts';
import { ReadAnswersSchema } from '../registration/forms.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { AdminAttendanceSchema, AdminRegistrationSchema } from './attendances.schemas.ts';
import { TicketCodeEndSchema } from './attendee-imports.schemas.ts';

const EVENT_SORTS = {
  registered_at: 'number',
  checked_in_at: 'instant',
  name: 'text',
  company: 'text',
} as const;
const CONFERENCE_SORTS = { ...EVENT_SORTS, ticket_type: 'text' } as const;

const ORDER =
  'A user who registers again after cancelling is further back. An attendee who has not arrived counts as the earliest. `name` is the first name and then the last name, and ignores case and accents; `company` ignores case. A missing value comes first.';

const filters = {
  q: text(100).optional().describe(ADMIN_SEARCH),
  is_blocked: QueryFlagSchema.optional().describe('`true` leaves out erased users.'),
  checked_in_from: FromSchema.optional().describe(
    'Attendees who have checked in since this time, or day, which starts at 00:00 UTC.',
  ),
  checked_in_to: ToSchema.optional().describe(
    'Attendees who have checked in before this time, or until the end of this day at 24:00 UTC.',
  ),
  answers: z
    .enum(['missing'])
    .optional()
    .describe(
      '`missing`: attendees who have left a required question open, such as those of an import. Not who cancelled.',
    ),
  format: z
    .enum(['json', 'csv', 'xlsx'])
    .default('json')
    .describe(
      '`csv` and `xlsx` return all rows in one file and ignore `page`, `limit` and `cursor`.',
    ),
};

const WITH_CODES =
  '`ticket_code` adds the code that the door scans to each row with a seat. Such a list is an export: it needs the scope `attendees:export`, and the audit log records it.';

const WITH_ANSWERS =
  '`answers` adds the answers to the form; those to sensitive questions need the scope `people:contacts`. A file has a column per question, retired ones last.';

export const AdminEventAttendeesQuerySchema = CursorQuerySchema.extend({
  include: included(
    ['answers', 'ticket_code'],
    `Separated by commas. ${WITH_ANSWERS} ${WITH_CODES}`,
  ),
  sort: sortParameter(EVENT_SORTS, 'registered_at', ORDER),
  status: z.enum(ATTENDANCE_STATUSES).optional(),
  ...filters,
});

const WITH_INVITATIONS = new Set<string | undefined>([...INVITATION_STATUSES, 'all']);

export const AdminConferenceAttendeesQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(CONFERENCE_SORTS, 'registered_at', ORDER),
  status: z
    .enum([...ATTENDANCE_STATUSES, ...INVITATION_STATUSES, 'all'])
    .optional()
    .describe(
      '`invited`: open invitations; `withdrawn`: withdrawn invitations, also of removed attendees; `all`: attendees and open invitations. Otherwise only attendees. Invitations are sorted by `registered_at` only. `claimed_by`, `is_blocked`, `answers` and the times of check-in leave no invitation in the list.',
    ),
  include: included(
    ['answers', 'guests', 'ticket_code'],
    `Separated by commas. \`guests\` adds open invitations, as \`status=all\`. ${WITH_ANSWERS} ${WITH_CODES}`,
  ),
  ticket_type: text(100).optional(),
  claimed_by: z
    .enum(CLAIM_MARKS)
    .optional()
    .describe('Attendees whom only a username, or a code, links to their import row.'),
  ...filters,
})
  .refine(({ include, status }) => !include?.includes('guests') || (status ?? 'all') === 'all', {
    path: ['include'],
    ...because('expected no status beside guests', 'not_beside', { field: 'status' }),
  })
  .refine(
    ({ sort, status, include }) =>
      sort.endsWith('registered_at') ||
      !(include?.includes('guests') || WITH_INVITATIONS.has(status)),
    {
      path: ['sort'],
      ...because('expected registered_at or -registered_at beside invitations', 'one_of', {
        values: ['registered_at', '-registered_at'],
      }),
    },
  );

type EventAttendeesQuery = z.output<typeof AdminEventAttendeesQuerySchema>;
type ConferenceAttendeesQuery = z.output<typeof AdminConferenceAttendeesQuerySchema>;

/** The query of either list. */
export type AdminAttendeesQuery = EventAttendeesQuery | ConferenceAttendeesQuery;

/** The content of a cursor: the key, and the place in the queue or the id of the user. */
export const adminAttendeePosition = ({ sort }: Pick<AdminAttendeesQuery, 'sort'>) =>
  searchPosition(sortPosition(CONFERENCE_SORTS, sort));

const counts = {
  registered: z.int().describe('Attendees with a seat who have not checked in.'),
  checked_in: z.int(),
  waitlisted: z.int(),
  cancelled: z.int(),
};

const status = z.enum(ATTENDANCE_STATUSES);
const user = z.object({
  id: IdSchema,
  messenger_id: IdSchema.nullable().describe('null for an erased user.'),
  first_name: z.string(),
  last_name: NullableTextSchema,
  username: NullableTextSchema,
  photo_url: NullableTextSchema,
  company: NullableTextSchema,
  job_title: NullableTextSchema,
  is_blocked: z.boolean(),
});

const version = VersionSchema.describe(
  'Raised by each change of the status, ticket type or note, also by the user and at the door, but not by a promotion from the waitlist. The `ETag` is `"<user_id>.<version>"`.',
);

const answers = ReadAnswersSchema.optional().describe('Only with `include=answers`.');
const ticket_code = NullableTextSchema.optional().describe(
  'Only with `include=ticket_code`: what the door scans; null without a seat.',
);

export const AdminEventAttendeeSchema = AdminAttendanceSchema.extend({
  user,
  status,
  version,
  ticket_code,
  answers,
}).meta({ id: 'AdminEventAttendee' });

export const AdminConferenceAttendeeSchema = AdminRegistrationSchema.extend({
  user: user.nullable().describe('null for an invitation.'),
  invitation_id: IdSchema.nullable().describe('Only for an invitation.'),
  reopened_at: InstantSchema.nullable().describe(
    'Only for an invitation: when the claim of an account by username was taken back, because its user erased it or an administrator gave the invitation back. That account cannot claim it again.',
  ),
  invitee: user
    .omit({ id: true, photo_url: true, is_blocked: true })
    .extend({
      first_name: NullableTextSchema,
      ticket_code_end: TicketCodeEndSchema,
      is_walk_in: z.boolean(),
      has_email: z
        .boolean()
        .describe('Whether the e-mail address of the guest is known, as a hash.'),
      email: NullableTextSchema.describe('Only if an import was asked to keep it.'),
    })
    .nullable()
    .describe('The person whom an invitation names.'),
  status: z.enum([...ATTENDANCE_STATUSES, ...INVITATION_STATUSES]),
  version: version.nullable().describe(`${version.description} null for an invitation.`),
  ticket_code,
  answers,
  waitlist_position: z
    .int()
    .nullable()
    .describe(
      '1 gets the next free seat. An open invitation without a position holds a seat; attendees and invitations wait in one queue.',
    ),
}).meta({ id: 'AdminConferenceAttendee' });

/** An attendee whom the desk added. */
export const AddedConferenceAttendeeSchema = AdminConferenceAttendeeSchema.extend({
  guest_code: NullableTextSchema.describe(
    'The code for the badge of a walk-in, by which the door checks them in.',
  ),
  claim_link: NullableTextSchema.describe(
    'By it a walk-in gets their seat in the app. null for a user, without an address of the mini app, and in the answer to a repeated `Idempotency-Key`.',
  ),
}).meta({ id: 'AddedConferenceAttendee' });

/** A page of the list, with the numbers of its rows. */
const pageOf = <Row extends z.ZodType, Counts extends z.ZodRawShape>(row: Row, counts: Counts) =>
  z
    .object({
      data: z.array(row),
      pagination: CursorPaginationSchema,
      counts: z
        .object(counts)
        .meta({ description: 'Of the whole list, whatever its filters; at most a second old.' }),
    })
    .meta({ id: pageIdOf(row) });

export const AdminEventAttendeesSchema = pageOf(AdminEventAttendeeSchema, counts);

export const AdminConferenceAttendeesSchema = pageOf(AdminConferenceAttendeeSchema, {
  ...counts,
  invited: z.int().default(0).describe('Open invitations, with or without a seat.'),
});
