import { z } from 'zod';
import { TARGET_KINDS } from '../../../domain/messaging/start-parameters.ts';
import { IdSchema } from '../common.ts';

export const StartSchema = z
  .object({
    kind: z.enum([...TARGET_KINDS, 'notification', 'claim', 'meet']),
    id: IdSchema,
    code: z.string().optional().describe('What to send for a task, a claim or a meet code.'),
  })
  .meta({ id: 'Start', examples: [{ kind: 'event', id: 7 }] });
