import { z } from 'zod';
import { ATTENDED_WHEN } from '../../../../domain/quests/task-types/attended-when.ts';

export const WhenSchema = z.enum(ATTENDED_WHEN).describe('`registered`: a seat is enough.');
export const WhenInputSchema = WhenSchema.describe(
  '`registered`: a seat is enough. `checked_in`: use it where points matter.',
);
