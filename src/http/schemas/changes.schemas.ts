import { z } from 'zod';
import type { ChangingPage } from '../../db/pages.ts';
import { IdSchema, InstantInputSchema, InstantSchema } from './common.ts';
import { listOf, listReply, pageIdOf } from './pages.schemas.ts';

/** The query of a public list that can answer only its changes. */
export const ChangesQuerySchema = z.object({
  updated_since: InstantInputSchema.optional().describe(
    'Only rows that changed since this time. Send the `as_of` of the last answer with 200, or of the first page of several. Attendee counts change without counting as a change.',
  ),
});

/** The fields of a list with `updated_since` besides its rows. */
export const changeFields = {
  as_of: InstantSchema.describe(
    'Send it as the next `updated_since`. The ETag ignores it: after 304, keep the older one.',
  ),
  gone: z
    .array(IdSchema)
    .optional()
    .describe('Only with `updated_since`: ids that may have left this list.'),
};

/** A page of a list with `updated_since`. */
export const changingListOf = <T extends z.ZodType>(item: T) =>
  listOf(item)
    .extend(changeFields)
    .meta({ id: pageIdOf(item) });

/** A page in the form of `changingListOf`. */
export const changingListReply = <Row>(page: ChangingPage<Row>) => ({
  ...listReply(page),
  ...page.changes,
});
