import { z } from 'zod';
import { because } from '../../../domain/reasons.ts';
import {
  AnyIdSchema,
  ConferenceParamsSchema,
  IdSchema,
  NullableTextSchema,
  PathIdSchema,
  QueryFlagSchema,
  text,
} from '../common.ts';
import { EmailSchema } from '../email.schemas.ts';
import { inForm, NewUsernameSchema } from '../imports.schemas.ts';
import {
  guestListFields,
  TicketCodeEndSchema,
  TicketCodeSchema,
} from './attendee-imports.schemas.ts';

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

export const ClaimSchema = z
  .object({
    code: text(200).describe(
      'The code of a claim link, with or without `i_`, or the ticket code of the ticket shop.',
    ),
    last_name: text(256)
      .optional()
      .describe('A ticket code of less than 16 characters needs this or `email`, as in the order.'),
    email: text(320).optional(),
  })
  .meta({ id: 'Claim' });

const MAX_IDS = 1_000;

export const ClaimLinksQuerySchema = z.object({
  format: z
    .enum(['json', 'csv', 'xlsx'])
    .default('json')
    .describe('Of the answer. An uploaded list is given back as `csv` or `xlsx`.'),
});

export const ClaimLinksSchema = z
  .object({
    ...guestListFields,
    only: z
      .literal('unclaimed')
      .default('unclaimed')
      .describe('The open invitations: neither claimed nor withdrawn.'),
    ids: inForm(z.array(IdSchema).min(1).max(MAX_IDS).optional()).describe(
      'Only these invitations. Others, and those that are not open, are left out.',
    ),
    after: inForm(z.int('expected 0 or the id of an invitation').nonnegative().default(0)).describe(
      'For `json`: the last `invitation_id` of the page before; 0 for the first page.',
    ),
    revoke: inForm(z.boolean().default(false)).describe(
      '`true`: the links sent before stop working, and the answer has new ones.',
    ),
  })
  .meta({
    id: 'ClaimLinksRequest',
    description:
      'With a `file`, your own guest list, which needs `preset` or `columns` as an import does, unless its columns have the names of an import.',
  });

export const ClaimLinkSchema = z
  .object({
    invitation_id: IdSchema,
    messenger_id: z.int().nullable(),
    username: NullableTextSchema,
    first_name: NullableTextSchema,
    last_name: NullableTextSchema,
    company: NullableTextSchema,
    ticket_type: NullableTextSchema,
    ticket_code_end: TicketCodeEndSchema,
    claim_link: z
      .string()
      .describe('Who opens it first gets the seat: send it to the guest alone.'),
  })
  .meta({ id: 'ClaimLink' });

export const ClaimLinksPageSchema = z
  .object({
    data: z.array(ClaimLinkSchema).describe('At most 500, by `invitation_id`.'),
    has_more: z.boolean(),
  })
  .meta({ id: 'ClaimLinksPage' });
