import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

/** So that kept agendas, and the deltas of clients, change little at once. */
const ITEMS_AT_ONCE = 50;

export const bandInterest = job({
  name: 'band-interest',
  summary:
    'Writes how many people keep an agenda item for its capacity (`low`, `medium`, `high`), where the conference shows it and the band changed: at most 50 items a run.',
  payload: z.null(),
  schedule: '*/10 * * * *',
  retry: false,
  concurrency: 'singleton',
  async run({ store }: Pick<JobDeps, 'store'>) {
    const changes = { limit: ITEMS_AT_ONCE, conference_id: null };
    return { changed: await store.agendaInterest.updateBands(changes) };
  },
});
