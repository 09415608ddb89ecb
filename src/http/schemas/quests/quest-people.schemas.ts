import { z } from 'zod';
import { IdSchema } from '../common.ts';

/** A user in the lists of a quest. */
export const QuestPersonSchema = z
  .object({
    id: IdSchema,
    messenger_id: IdSchema.nullable().describe('null for an erased user.'),
    first_name: z.string(),
    last_name: z.string().nullable(),
    username: z.string().nullable(),
    photo_url: z.string().nullable(),
    company: z.string().nullable(),
    job_title: z.string().nullable(),
    is_blocked: z.boolean(),
  })
  .meta({ id: 'QuestPerson' });

export const QUEST_PERSON_EXAMPLE = {
  id: 1_007,
  messenger_id: 4_242,
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada',
  photo_url: null,
  company: 'Analytical Engines',
  job_title: 'Programmer',
  is_blocked: false,
};
