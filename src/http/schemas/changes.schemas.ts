import { z } from 'zod';
import type { ChangingPage } from '../../db/pages.ts';
import {
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  listOf,
  listReply,
  pageIdOf,
} from './common.ts';

/** The query of a public list that can answer only its changes. */
export const ChangesQuerySchema = z.object({
  updated_since: InstantInputSchema.optional().describe(
    'Only what changed since this time. Send the `as_of` of the last answer with 200; of several pages, that of the first. Attendee counts change without counting as a change.',
  ),
});

/** What the answer of a list with `updated_since` has beside its rows. */
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
