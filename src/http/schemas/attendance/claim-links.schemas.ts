import { z } from 'zod';
import { IdSchema } from '../common.ts';
import { inForm } from '../imports.schemas.ts';
import { guestListFields } from './attendee-imports.schemas.ts';

const MAX_IDS = 1_000;

export const ClaimLinksSchema = z
  .object({
    ...guestListFields,
    format: z
      .enum(['json', 'csv', 'xlsx'])
      .default('json')
      .describe('Of the answer. An uploaded list is given back as `csv` or `xlsx`.'),
    only: z
      .literal('unclaimed')
      .default('unclaimed')
      .describe('The open invitations: neither claimed nor withdrawn.'),
    ids: inForm(z.array(IdSchema).min(1).max(MAX_IDS).optional()).describe(
      'Only these invitations. Others, and those that are not open, are left out.',
    ),
    revoke: inForm(z.boolean().default(false)).describe(
      '`true`: the links sent before stop working, and the answer has new ones.',
    ),
  })
  .meta({
    id: 'ClaimLinksRequest',
    description:
      'With a `file`, your own guest list, which needs `preset` or `columns` as an import does, unless its columns have the names of an import.',
    examples: [{ format: 'csv' }, { ids: [42], revoke: true }],
  });
