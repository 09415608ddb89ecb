import { z } from 'zod';
import { IdSchema } from '../common.ts';
import { reasonFields } from '../reasons.schemas.ts';

export const AgendaWarningSchema = z
  .object({
    kind: z
      .enum(['room', 'speaker', 'capacity'])
      .describe(
        '`room`, `speaker`: booked twice. `capacity`: the room is smaller than the seats of the event.',
      ),
    agenda_item_id: IdSchema.describe('The other item; for `capacity` the item itself.'),
    speaker_id: IdSchema.optional(),
    message: z.string(),
    ...reasonFields,
  })
  .meta({ id: 'AgendaWarning' });
