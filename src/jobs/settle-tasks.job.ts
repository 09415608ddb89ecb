import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

type Needs = Pick<JobDeps, 'settlements'>;

export const settleTasks = job({
  name: 'settle-tasks',
  summary:
    'Awards the automatic tasks of quests after the facts that fulfill them, and takes them back after the facts that end.',
  payload: z.null(),
  retry: false,
  concurrency: 'merged',
  isDue: ({ settlements }: Needs) => settlements.isDue(),
  run: ({ settlements }: Needs, _payload, signal) => settlements.run(signal),
});
