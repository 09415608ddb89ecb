import { z } from 'zod';
import { IdSchema, PathIdSchema } from '../common.ts';

export const PollParamsSchema = z.object({ task_id: PathIdSchema });

export const PollResultsSchema = z
  .object({
    task_id: IdSchema,
    total_votes: z.int(),
    options: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        votes: z.int(),
        percent: z.number().describe('The share of all votes, to one decimal; 0 without votes.'),
      }),
    ),
    my_vote: z
      .string()
      .nullable()
      .optional()
      .describe('The id of your option, null without a vote. Only for signed-in callers.'),
  })
  .meta({
    id: 'PollResults',
    examples: [
      {
        task_id: 14,
        total_votes: 3,
        options: [
          { id: 'tea', label: 'Tea', votes: 2, percent: 66.7 },
          { id: 'coffee', label: 'Coffee', votes: 1, percent: 33.3 },
        ],
        my_vote: 'tea',
      },
    ],
  });
