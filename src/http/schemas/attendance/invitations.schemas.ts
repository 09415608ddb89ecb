import { z } from 'zod';
import { because } from '../../../domain/reasons.ts';
import {
  AnyIdSchema,
  ConferenceParamsSchema,
  IdSchema,
  PathIdSchema,
  QueryFlagSchema,
  text,
} from '../common.ts';
import { EmailSchema } from '../email.schemas.ts';
import { NewUsernameSchema } from '../imports.schemas.ts';
import { TicketCodeSchema } from './attendee-imports.schemas.ts';

export const InvitationParamsSchema = ConferenceParamsSchema.extend({
  invitation_id: PathIdSchema,
});

export const InvitationWithdrawalQuerySchema = z.object({
  erase: QueryFlagSchema.default(false).describe(
    'Deletes all that is stored of the guest, except keyed hashes by which imports leave them out.',
  ),
});

export const InvitationChangeSchema = z
  .object({
    status: z.literal('invited').describe('Reopens a withdrawn invitation.'),
    over_capacity: z
      .boolean()
      .describe('`true`: a waiting invitation gets a seat even if none is free.'),
    messenger_id: AnyIdSchema.nullable(),
    username: NewUsernameSchema.nullable(),
    ticket_code: TicketCodeSchema.nullable(),
    email: EmailSchema.nullable().describe(
      'Stored as a keyed hash; encrypted, too, if the import was asked to keep addresses.',
    ),
    first_name: text(256).nullable(),
    last_name: text(256).nullable(),
    company: text(200).nullable(),
    job_title: text(200).nullable(),
    ticket_type: text(100).nullable(),
    merge_into_user_id: IdSchema.describe(
      'Alone: the guest is this user, who gets the ticket type, the check-in, and the seat unless they have one.',
    ),
  })
  .partial()
  .refine(
    ({ merge_into_user_id, ...others }) =>
      merge_into_user_id === undefined || Object.keys(others).length === 0,
    {
      path: ['merge_into_user_id'],
      ...because('expected no other field beside it', 'not_allowed'),
    },
  )
  .meta({
    id: 'InvitationChange',
    description:
      'Updates the given fields; `null` clears one. A `messenger_id`, `username`, `ticket_code` or `email` must remain, except of a walk-in.',
    examples: [{ messenger_id: 4_242, ticket_type: 'speaker' }],
  });
