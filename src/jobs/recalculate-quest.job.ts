import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const payload = z.strictObject({ quest_id: z.int().positive() }).nullable();

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    'recalculate-quest': z.infer<typeof payload>;
  }
}

export const recalculateQuest = job({
  name: 'recalculate-quest',
  summary: 'Corrects the points of all participants of an edited quest, 250 at a time.',
  payload,
  // Continues recalculations whose own job was lost.
  schedule: '* * * * *',
  retry: true,
  concurrency: 'each',
  async run({ recalculations }: Pick<JobDeps, 'recalculations'>, data, signal) {
    if (data === null) await recalculations.runOverdue(signal);
    else await recalculations.run(data.quest_id, signal);
    return { quest_id: data?.quest_id };
  },
});
