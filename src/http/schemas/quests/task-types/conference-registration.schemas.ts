import { z } from 'zod';
import { IdSchema } from '../../common.ts';
import { WhenInputSchema, WhenSchema } from './attended-when.schemas.ts';
import { taskType } from './task-type.schemas.ts';

const inputs = {
  conference_id: IdSchema.describe('That of the quest by default.'),
  when: WhenInputSchema,
};

export const conferenceRegistration = taskType('conference_registration', {
  shown: { conference_id: IdSchema, when: WhenSchema },
  created: z.object(inputs).partial().prefault({}),
  inputs,
});
