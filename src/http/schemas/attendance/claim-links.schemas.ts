import { z } from 'zod';
import { IdSchema } from '../common.ts';
import { inForm } from '../imports.schemas.ts';
import { guestListFields } from './attendee-imports.schemas.ts';

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
    examples: [{ only: 'unclaimed' }, { ids: [42], revoke: true }],
  });

const LINK_EXAMPLE = {
  invitation_id: 42,
  messenger_id: null,
  username: null,
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Quayside',
  ticket_type: 'speaker',
  ticket_code_end: 'zqx5',
  claim_link: 'https://t.me/hallway_bot/app?startapp=i_AAAAAAAqAAAA3q2-7wabcdefghijklmnopqrstuv',
};

export const ClaimLinkSchema = z
  .object({
    invitation_id: IdSchema,
    messenger_id: z.int().nullable(),
    username: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    company: z.string().nullable(),
    ticket_type: z.string().nullable(),
    ticket_code_end: z
      .string()
      .nullable()
      .describe('The last 4 characters of a ticket code of at least 12.'),
    claim_link: z
      .string()
      .describe('Who opens it first gets the seat: send it to the guest alone.'),
  })
  .meta({ id: 'ClaimLink', examples: [LINK_EXAMPLE] });

export const ClaimLinksPageSchema = z
  .object({
    data: z.array(ClaimLinkSchema).describe('At most 500, by `invitation_id`.'),
    has_more: z.boolean(),
  })
  .meta({ id: 'ClaimLinksPage', examples: [{ data: [LINK_EXAMPLE], has_more: false }] });
