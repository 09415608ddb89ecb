import { z } from 'zod';
import { POLL_RESULTS } from '../../../../domain/quests/task-types/poll.ts';
import { OptionsInputSchema, ShownOptionsSchema, StoredOptionsSchema } from './options.schemas.ts';
import { taskType } from './task-type.schemas.ts';

const ResultsSchema = z.enum(POLL_RESULTS);
const inputs = {
  options: OptionsInputSchema,
  results: ResultsSchema.describe('Who sees the results; `always` by default.'),
};

export const poll = taskType('poll', {
  shown: { options: ShownOptionsSchema, results: ResultsSchema },
  stored: { options: StoredOptionsSchema, results: ResultsSchema },
  created: z.object(inputs).partial({ results: true }),
  inputs,
});
