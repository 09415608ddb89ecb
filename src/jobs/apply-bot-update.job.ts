import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.strictObject({ bot_id: z.int(), update_id: z.int() });

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** The update itself is in `messenger_updates`, where an erasure deletes it. */
    'apply-bot-update': z.infer<typeof payload>;
  }
}

export const applyBotUpdate = job({
  name: 'apply-bot-update',
  summary:
    'Applies what a user wrote to the bot, and answers: in turn, at most 5 times in 15 seconds and 20 times an hour for each chat.',
  payload,
  retry: true,
  concurrency: 'each',
  async run({ botUpdates }: Pick<JobDeps, 'botUpdates'>, key) {
    return { outcome: await botUpdates.handle(key) };
  },
});
