import type { User } from '../../src/domain/people/users.ts';
import type { Quest } from '../../src/domain/quests/quests.ts';
import type { Submission } from '../../src/domain/quests/submissions.ts';
import type { ReversalNote } from '../../src/repositories/quests/points.repository.ts';
import type { TestApi } from './api.ts';
import { aTask } from './factories.ts';
import { aParticipation, aSubmission } from './quests.ts';

type Award = Pick<Submission, 'user_id' | 'task_id' | 'quest_id'>;

const BY_NOBODY: ReversalNote = { reason: null, actor: null };

/** Awards points for a new task of the quest, which the user has done. */
export async function anAward(
  api: TestApi,
  [user, quest]: readonly [Pick<User, 'id'>, Pick<Quest, 'id'>],
  points: number,
  submitted_at = api.now().toISOString(),
): Promise<Award> {
  const of = { user_id: user.id, quest_id: quest.id };
  const task = await aTask(api.db, quest, { points });
  if (!(await api.db('user_quests').where(of).first())) await aParticipation(api.db, [user, quest]);
  await aSubmission(api.db, [user, task], { submitted_at });
  await reconcile(api, of, BY_NOBODY);
  return { ...of, task_id: task.id };
}

/** Takes an award back: what the user sent is not approved any more. */
export async function takeBack(
  api: TestApi,
  { user_id, task_id, quest_id }: Award,
  note: ReversalNote = BY_NOBODY,
): Promise<void> {
  await api.db('user_quest_tasks').where({ user_id, task_id }).update({ status: 'rejected' });
  await reconcile(api, { user_id, quest_id }, note);
}

async function reconcile(
  { store }: TestApi,
  { user_id, quest_id }: Pick<Award, 'user_id' | 'quest_id'>,
  note: ReversalNote,
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.users.lockAllowingReferences(user_id);
    await tx.points.updateLedger(quest_id, [user_id], note);
  });
}
