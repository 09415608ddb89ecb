import { z } from 'zod';
import { IdSchema, text } from '../common.ts';
import {
  AdminRegistrationSchema,
  ATTENDANCE_EXAMPLE,
  AttendanceSchema,
} from './attendances.schemas.ts';

const attendeeFields = {
  user_id: IdSchema.optional(),
  code: text(100).optional().describe("The code of the attendee's ticket."),
};

/** Requires exactly one of `user_id` and `code`. */
function attendeeIdentifierOf(
  { user_id, code }: { user_id?: number | undefined; code?: string | undefined },
  context: z.RefinementCtx,
) {
  if (user_id !== undefined && code === undefined) return { user_id };
  if (code !== undefined && user_id === undefined) return { code };
  context.addIssue({
    code: 'custom',
    path: ['user_id'],
    message: 'expected either user_id or code',
  });
  return z.NEVER;
}

export const CheckInRequestSchema = z
  .object({
    ...attendeeFields,
    nonce: text(200)
      .optional()
      .describe(
        'A value that your client chooses for each scan. A request with the same nonce gets the first answer again.',
      ),
  })
  .transform(({ nonce = null, ...identifier }, context) => ({
    attendee: attendeeIdentifierOf(identifier, context),
    nonce,
  }))
  .meta({
    id: 'CheckInRequest',
    description: 'Requires either `user_id` or `code`.',
    examples: [{ user_id: 1, nonce: 'door-2-000017' }, { code: 'E-42-1007-0F3A9C41D27B58' }],
  });

export const CheckInUndoingSchema = z
  .object(attendeeFields)
  .transform(attendeeIdentifierOf)
  .meta({
    id: 'CheckInUndoing',
    description: 'Requires either `user_id` or `code`.',
    examples: [{ user_id: 1 }],
  });

/** The user's fields that a check-in device shows. */
const CheckedInUserSchema = z.object({
  id: IdSchema,
  first_name: z.string(),
  last_name: z.string().nullable(),
  photo_url: z.string().nullable(),
  company: z.string().nullable(),
  job_title: z.string().nullable(),
});

const UNDONE_EXAMPLE = {
  user: {
    id: 1_007,
    first_name: 'Ada',
    last_name: 'Lovelace',
    photo_url: null,
    company: 'Analytical Engines',
    job_title: 'Programmer',
  },
  attendance: { ...ATTENDANCE_EXAMPLE, status: 'registered' as const, waitlist_position: null },
};
const CHECK_IN_EXAMPLE = {
  ...UNDONE_EXAMPLE,
  attendance: {
    ...UNDONE_EXAMPLE.attendance,
    status: 'checked_in' as const,
    checked_in_at: '2026-05-15T08:42:00.000Z',
  },
  already_checked_in: false,
};

const already_checked_in = z
  .boolean()
  .describe('True if the attendee had already checked in; `checked_in_at` is the first check-in.');

export const EventCheckInUndoneSchema = z
  .object({ user: CheckedInUserSchema, attendance: AttendanceSchema })
  .meta({ id: 'EventCheckInUndone', examples: [UNDONE_EXAMPLE] });

export const EventCheckInSchema = EventCheckInUndoneSchema.extend({ already_checked_in }).meta({
  id: 'EventCheckIn',
  examples: [CHECK_IN_EXAMPLE],
});

/** The example of an event, as one of a conference. */
const atConference = <T extends { attendance: object }>({ attendance, ...rest }: T) => ({
  ...rest,
  attendance: { ...attendance, ticket_type: 'speaker', claimed_by: 'username' as const },
});

export const ConferenceCheckInUndoneSchema = z
  .object({ user: CheckedInUserSchema, attendance: AdminRegistrationSchema })
  .meta({ id: 'ConferenceCheckInUndone', examples: [atConference(UNDONE_EXAMPLE)] });

export const ConferenceCheckInSchema = ConferenceCheckInUndoneSchema.extend({
  already_checked_in,
}).meta({
  id: 'ConferenceCheckIn',
  examples: [atConference(CHECK_IN_EXAMPLE)],
});
