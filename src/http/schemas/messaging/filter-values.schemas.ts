import { z } from 'zod';
import { IdSchema } from '../common.ts';

const count = z.int().describe('The number of users that this value alone reaches.');

const values = z.array(z.object({ value: z.string(), count }));

export const FilterValuesSchema = z
  .object({
    all_users: z.int().describe('The number of users that `all: true` reaches.'),
    everybody: z.int().meta({ deprecated: true, description: 'Use `all_users`, its new name.' }),
    quests: z
      .array(
        z.object({ id: IdSchema, title: z.string(), in_progress: count, completed: count, count }),
      )
      .describe('Users who have opened the quest themselves.'),
    conferences: z.array(z.object({ id: IdSchema, name: z.string(), count })),
    events: z.array(z.object({ id: IdSchema, title: z.string(), count })),
    ticket_types: values,
    language_codes: values.describe(
      'Languages in lower case. `en` also reaches users with `en-gb`.',
    ),
    onboarding_statuses: values,
    interests: values.describe('Interests in their most common spelling.'),
  })
  .meta({
    id: 'FilterValues',
    description: 'At most 200 values per filter, those that reach the most users first.',
    examples: [
      {
        all_users: 1_200,
        everybody: 1_200,
        quests: [{ id: 3, title: 'Harbor hunt', in_progress: 80, completed: 20, count: 100 }],
        conferences: [{ id: 42, name: 'Analytical Days', count: 900 }],
        events: [{ id: 7, title: 'Loom party', count: 40 }],
        ticket_types: [{ value: 'speaker', count: 30 }],
        language_codes: [
          { value: 'en', count: 800 },
          { value: 'en-gb', count: 120 },
        ],
        onboarding_statuses: [{ value: 'completed', count: 700 }],
        interests: [{ value: 'mathematics', count: 90 }],
      },
    ],
  });

export const TemplateVariableSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    example: z.string(),
  })
  .meta({
    id: 'TemplateVariable',
    examples: [{ name: 'first_name', description: 'The recipient’s first name.', example: 'Ada' }],
  });
