import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

type Needs = Pick<JobDeps, 'sessionReminders'>;

export const planSessionReminders = job({
  name: 'plan-session-reminders',
  summary:
    'Queues the reminders of what begins soon, a minute before each is due, to the users who keep it or have a seat. It looks every 15 seconds.',
  payload: z.null(),
  retry: false,
  concurrency: 'merged',
  isDue: ({ sessionReminders }: Needs) => sessionReminders.isDue(),
  run: ({ sessionReminders }: Needs) => sessionReminders.plan(),
});
