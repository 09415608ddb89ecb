import { z } from 'zod';
import { PROFILE_TASK_FIELDS } from '../../../../domain/quests/task-types/profile.ts';
import { taskType } from './task-type.schemas.ts';

const FieldsSchema = z.array(z.enum(PROFILE_TASK_FIELDS));
const inputs = { fields: FieldsSchema.min(1).max(PROFILE_TASK_FIELDS.length) };

export const profile = taskType('profile', {
  shown: { fields: FieldsSchema },
  created: z.object(inputs),
  inputs,
});
