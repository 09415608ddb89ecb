import { z } from 'zod';
import { type JobDeps, job } from './job.ts';

const unsignedCall = z.strictObject({ call_id: z.int().positive() });
const editedQuest = z.strictObject({ quest_id: z.int().positive() }).nullable();

declare module '../repositories/jobs.repository.ts' {
  interface JobPayloads {
    /** The call itself is in `unsigned_calls`, where an erasure deletes it. */
    'apply-unsigned-call': z.infer<typeof unsignedCall>;
    'recalculate-quest': z.infer<typeof editedQuest>;
  }
}

export const applyUnsignedCall = job({
  name: 'apply-unsigned-call',
  summary:
    'Joins a quest, or completes a task, for the person whom an unsigned call of the public quest API named. The call was answered before, so its answer and its duration reveal nothing of the person.',
  payload: unsignedCall,
  retry: true,
  concurrency: 'each',
  async run({ unsignedCalls }: Pick<JobDeps, 'unsignedCalls'>, { call_id }) {
    return { applied: await unsignedCalls.applyKept(call_id) };
  },
});

const id = z.int().positive();

/**
 * The queue of the version that kept the call in the payload. It is not the queue of
 * `apply-unsigned-call`, because processes of that version run beside this one during an upgrade:
 * they still enqueue here, and their workers know no other payload.
 */
export const applyQuestCall = job({
  name: 'apply-quest-call',
  summary:
    'Does the work of `apply-unsigned-call` for calls that the previous version enqueued, whose payload is the call.',
  payload: z.object({
    quest_id: id,
    task_id: id.nullable(),
    user_id: id.nullable(),
    text: z.string().nullable(),
    sent_at: z.string(),
  }),
  retry: true,
  concurrency: 'each',
  async run({ unsignedCalls }: Pick<JobDeps, 'unsignedCalls'>, call) {
    return { applied: await unsignedCalls.apply(call) };
  },
});

export const recalculateQuest = job({
  name: 'recalculate-quest',
  summary: 'Corrects the points of all participants of an edited quest, 250 at a time.',
  payload: editedQuest,
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

type Needs = Pick<JobDeps, 'pendingAwards'>;

export const awardAutomaticTasks = job({
  name: 'settle-tasks',
  summary:
    'Awards the automatic tasks of quests after the facts that fulfill them, and takes them back after the facts that end.',
  payload: z.null(),
  retry: false,
  concurrency: 'merged',
  isDue: ({ pendingAwards }: Needs) => pendingAwards.isDue(),
  run: ({ pendingAwards }: Needs, _payload, signal) => pendingAwards.run(signal),
});
