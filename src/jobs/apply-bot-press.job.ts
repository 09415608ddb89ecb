import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.strictObject({ bot_id: z.int(), update_id: z.int() });

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** As for `apply-bot-update`. */
    'apply-bot-press': z.infer<typeof payload>;
  }
}

export const applyBotPress = job({
  name: 'apply-bot-press',
  summary:
    'Applies a press of a button below a message of the bot, such as Accept. A queue of its own, because the messenger waits for the answer.',
  payload,
  retry: true,
  concurrency: 'each',
  async run({ botPresses }: Pick<JobDeps, 'botPresses'>, key) {
    return { outcome: await botPresses.handle(key) };
  },
});
