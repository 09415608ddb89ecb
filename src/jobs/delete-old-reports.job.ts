import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

export const deleteOldReports = job({
  name: 'delete-old-reports',
  summary: 'Deletes reports of users a year after their resolution.',
  payload: z.null(),
  schedule: '29 4 * * *',
  retry: false,
  concurrency: 'singleton',
  async run({ userReports }: Pick<JobDeps, 'userReports'>) {
    return { deleted: await userReports.deleteOld() };
  },
});
