import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

type Needs = Pick<JobDeps, 'dueSources'>;

export const runSources = job({
  name: 'run-sources',
  summary:
    'Reads the programmes and guest lists whose interval is over, 4 at once, and imports them or lets them wait for a person. A run of a killed worker begins again after 5 minutes.',
  payload: z.null(),
  retry: false,
  // A run takes what is due while it works, so that no slow address holds up the others.
  concurrency: 'merged',
  isDue: ({ dueSources }: Needs) => dueSources.isDue(),
  run: ({ dueSources }: Needs, _payload, signal) => dueSources.run(signal),
});
