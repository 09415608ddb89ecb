import { z } from 'zod';
import { ATTENDANCE_STATUSES } from '../../../domain/attendance/attendances.ts';
import type { BulkRequest } from '../../../domain/attendance/attendee-bulk.ts';
import { INVITATION_STATUSES } from '../../../domain/attendance/invitations.ts';
import { ORGANIZER_STATUSES } from '../../../domain/attendance/organizer-notes.ts';
import { because, reason } from '../../../domain/reasons.ts';
import { IdSchema, NullableTextSchema, text } from '../common.ts';
import { WouldNotifySchema } from '../dry-runs.schemas.ts';

const MAX_IDS = 500;
const LIMITS = `expected 1 to ${MAX_IDS} ids`;

const ids = z
  .array(IdSchema)
  .max(MAX_IDS, LIMITS)
  .transform((given) => [...new Set(given)]);

const fields = {
  user_ids: ids.default([]).describe('Free seats go to the first of them.'),
  over_capacity: z
    .boolean()
    .default(false)
    .describe('`true`: give seats even if none is free. The next freed seats make up for it.'),
  notify: z.boolean().default(true).describe('`false`: the users get no notification.'),
  dry_run: z
    .boolean()
    .default(false)
    .describe('`true`: answers as the change would, with `would_notify`, and changes nothing.'),
};
const status = z
  .enum([...ORGANIZER_STATUSES, 'withdrawn'])
  .describe(
    '`registered` gives a seat, `waitlisted` and `cancelled` take it. `withdrawn` removes attendees as `DELETE` does, and withdraws invitations.',
  );

const requestOf = <Given extends Pick<BulkRequest, 'user_ids' | 'invitation_ids' | 'dry_run'>>({
  user_ids,
  invitation_ids,
  dry_run,
  ...wish
}: Given) => ({ user_ids, invitation_ids, dry_run, wish });

export const EventAttendeesChangeSchema = z
  .object({ ...fields, status })
  .refine(({ user_ids }) => user_ids.length > 0, {
    path: ['user_ids'],
    ...because(LIMITS, 'too_few', { min: 1 }),
  })
  .transform((given) => requestOf({ ...given, invitation_ids: [] }))
  .meta({
    id: 'EventAttendeesChange',
    examples: [{ user_ids: [7, 9], status: 'cancelled', notify: false }],
  });

export const ConferenceAttendeesChangeSchema = z
  .object({
    ...fields,
    invitation_ids: ids.default([]),
    status: status.optional(),
    ticket_type: text(100).nullable().optional(),
  })
  .check(({ value, issues }) => {
    const issue = issueOf(value);
    if (issue) issues.push({ code: 'custom', input: value, ...issue });
  })
  .transform((given) => requestOf(given))
  .meta({
    id: 'ConferenceAttendeesChange',
    description: `At most ${MAX_IDS} ids in all. Requires \`status\`, \`ticket_type\` or both. Invitations take a \`ticket_type\` or the status \`withdrawn\`.`,
    examples: [{ user_ids: [7, 9], invitation_ids: [3], ticket_type: 'speaker' }],
  });

interface Given {
  readonly user_ids: readonly number[];
  readonly invitation_ids: readonly number[];
  readonly status?: string | undefined;
  readonly ticket_type?: string | null | undefined;
}

function issueOf({ user_ids, invitation_ids, status, ticket_type }: Given) {
  const count = user_ids.length + invitation_ids.length;
  if (count === 0 || count > MAX_IDS)
    return {
      path: ['user_ids'],
      message: LIMITS,
      params: count === 0 ? reason('too_few', { min: 1 }) : reason('too_many', { max: MAX_IDS }),
    };
  if (status === undefined && ticket_type === undefined) {
    return {
      path: ['status'],
      message: 'expected a status or a ticket_type',
      params: reason('one_required', { fields: ['status', 'ticket_type'] }),
    };
  }
  if (status === 'withdrawn' && ticket_type !== undefined) {
    return {
      path: ['ticket_type'],
      message: 'expected none beside the status withdrawn',
      params: reason('not_beside', { field: 'status' }),
    };
  }
  if (invitation_ids.length > 0 && status !== undefined && status !== 'withdrawn') {
    return { path: ['status'], message: 'expected withdrawn or none beside invitation_ids' };
  }
  return undefined;
}

const AttendeeResultSchema = z
  .object({
    user_id: IdSchema.nullable(),
    invitation_id: IdSchema.nullable(),
    status: z
      .enum([...ATTENDANCE_STATUSES, ...INVITATION_STATUSES])
      .nullable()
      .describe('The status now; null for a refused id.'),
    changed: z.boolean(),
    error: NullableTextSchema.describe('The reason why the id was refused.'),
    code: NullableTextSchema.describe('The code of the error, as for a change of one attendee.'),
  })
  .meta({ id: 'AttendeeChangeResult' });

export const AttendeesChangedSchema = z
  .object({
    dry_run: z.boolean(),
    would_notify: WouldNotifySchema,
    results: z
      .array(AttendeeResultSchema)
      .describe('The users, then the invitations, each once, in the order of the request.'),
  })
  .meta({ id: 'AttendeesChanged' });
