import type { User } from '../../src/domain/people/users.ts';
import type { Quest } from '../../src/domain/quests/quests.ts';
import type { TestApi } from './api.ts';
import { aTask } from './factories.ts';

/** Awards points for a new task of the quest, without a submission. */
export async function anAward(
  { db, store, now }: TestApi,
  [{ id: user_id }, quest]: readonly [Pick<User, 'id'>, Pick<Quest, 'id'>],
  points: number,
  earned_at = now().toISOString(),
): Promise<{ readonly user_id: number; readonly task_id: number }> {
  const { id: task_id } = await aTask(db, quest, { points });
  await store.transaction(async (tx) => {
    await tx.users.lockAllowingReferences(user_id);
    await tx.points.insertTaskAward({ user_id, task_id }, earned_at);
  });
  return { user_id, task_id };
}
