import { z } from 'zod';
import { QueryFlagSchema } from './common.ts';

/** The query of a change that can be tried. */
export const DryRunQuerySchema = z.object({
  dry_run: QueryFlagSchema.default(false).describe(
    '`true`: answers as the change would, with `would_notify` and the current `version`, and changes nothing.',
  ),
});

/** The number of users whom a dry run would notify; absent in the answer of a real change. */
export const WouldNotifySchema = z
  .int()
  .optional()
  .describe('Only with `dry_run`: the number of users whom the change would notify.');
