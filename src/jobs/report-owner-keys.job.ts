import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const reportOwnerKeys = job({
  name: 'report-owner-keys',
  summary: 'Logs a warning while the last owner key ends within 30 days.',
  payload: z.null(),
  schedule: '0 6 * * *',
  retry: false,
  concurrency: 'singleton',
  run: ({ ownerKeys }: Pick<JobDeps, 'ownerKeys'>) => ownerKeys.report(),
});
