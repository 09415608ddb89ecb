import { z } from 'zod';
import { IdSchema } from '../../common.ts';
import { WhenInputSchema, WhenSchema } from './attended-when.schemas.ts';
import { taskType } from './task-type.schemas.ts';

const inputs = { event_id: IdSchema, when: WhenInputSchema };

export const eventAttendance = taskType('event_attendance', {
  shown: { event_id: IdSchema, when: WhenSchema },
  created: z.object(inputs).partial({ when: true }),
  inputs,
});
