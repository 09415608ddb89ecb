import { z } from 'zod';
import { IdSchema, text } from '../common.ts';
import { ATTENDANCE_EXAMPLE, AttendanceSchema, RegistrationSchema } from './attendances.schemas.ts';

const personFields = {
  user_id: IdSchema.optional(),
  code: text(100).optional().describe('Of their ticket.'),
};

/** Exactly one of the two says whom they mean. */
function arrivalIn(
  { user_id, code }: { user_id?: number | undefined; code?: string | undefined },
  context: z.RefinementCtx,
) {
  if (user_id !== undefined && code === undefined) return { user_id };
  if (code !== undefined && user_id === undefined) return { code };
  context.addIssue({
    code: 'custom',
    path: ['user_id'],
    message: 'expected either a user_id or a code',
  });
  return z.NEVER;
}

export const CheckInRequestSchema = z
  .object({
    ...personFields,
    nonce: text(200)
      .optional()
      .describe(
        'Of your choice, another for each scan: sent again with the same one, a request is answered as it was the first time.',
      ),
  })
  .transform(({ nonce = null, ...person }, context) => ({
    arrival: arrivalIn(person, context),
    nonce,
  }))
  .meta({
    id: 'CheckInRequest',
    description: 'Either `user_id` or `code`.',
    examples: [{ user_id: 1, nonce: 'door-2-000017' }, { code: 'E-42-1007-0F3A9C41D27B58' }],
  });

export const CheckInUndoingSchema = z
  .object(personFields)
  .transform(arrivalIn)
  .meta({
    id: 'CheckInUndoing',
    description: 'Either `user_id` or `code`.',
    examples: [{ user_id: 1 }],
  });

/** A person as those at the door see them. */
const ArrivedSchema = z.object({
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
  .describe('Whether they came in before; `checked_in_at` is then the first time.');

export const EventCheckInUndoneSchema = z
  .object({ user: ArrivedSchema, attendance: AttendanceSchema })
  .meta({ id: 'EventCheckInUndone', examples: [UNDONE_EXAMPLE] });

export const EventCheckInSchema = EventCheckInUndoneSchema.extend({ already_checked_in }).meta({
  id: 'EventCheckIn',
  examples: [CHECK_IN_EXAMPLE],
});

/** The same example, of a conference. */
const atConference = <T extends { attendance: object }>({ attendance, ...rest }: T) => ({
  ...rest,
  attendance: { ...attendance, ticket_type: 'speaker' },
});

export const ConferenceCheckInUndoneSchema = z
  .object({ user: ArrivedSchema, attendance: RegistrationSchema })
  .meta({ id: 'ConferenceCheckInUndone', examples: [atConference(UNDONE_EXAMPLE)] });

export const ConferenceCheckInSchema = ConferenceCheckInUndoneSchema.extend({
  already_checked_in,
}).meta({
  id: 'ConferenceCheckIn',
  examples: [atConference(CHECK_IN_EXAMPLE)],
});
