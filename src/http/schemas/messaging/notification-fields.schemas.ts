import { z } from 'zod';
import { IdSchema, InstantSchema } from '../common.ts';
import { TargetSchema } from './start-parameters.schemas.ts';

/** The fields of every notification. */
export const notificationFields = {
  id: IdSchema,
  title: z.string().meta({ examples: ['Engines that weave'] }),
  body: z.string().meta({ examples: ['Look at what has changed.'] }),
  action_url: z.string().nullable().describe('The URL that a click opens.'),
  start: TargetSchema.nullable().describe(
    'The page of the mini app that a click opens where there is no `action_url`. It can be hidden from you by now.',
  ),
  created_at: InstantSchema,
  clicked_at: InstantSchema.nullable().describe('When you first clicked it.'),
  dismissed_at: InstantSchema.nullable(),
};
