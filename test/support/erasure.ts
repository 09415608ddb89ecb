import type { User } from '../../src/domain/people/users.ts';
import type { TestApi } from './api.ts';
import { beginTransaction } from './database.ts';
import { untilWaiting } from './queries.ts';

/**
 * Runs `work` while the erasure of a user is in progress, and returns its result. The erasure commits
 * once `waiting` statements wait for the lock of the user.
 */
export async function whileErasing<T>(
  { db, now }: Pick<TestApi, 'db' | 'now'>,
  { id }: Pick<User, 'id'>,
  work: () => PromiseLike<T>,
  waiting = 1,
): Promise<T> {
  await using erasure = await beginTransaction(db);
  await erasure('users').where({ id }).update({ messenger_id: null, erased_at: now() });
  const result = Promise.resolve(work());
  await untilWaiting(db, waiting);
  await erasure.commit();
  return result;
}
