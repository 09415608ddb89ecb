import type { User } from '../../src/domain/people/users.ts';
import type { TestApi } from './api.ts';
import { untilWaiting } from './queries.ts';

/** What `work` comes to when its person is gone as soon as so many of its statements wait for them. */
export async function whileErasing<T>(
  { db, now }: Pick<TestApi, 'db' | 'now'>,
  { id }: Pick<User, 'id'>,
  work: () => PromiseLike<T>,
  waiting = 1,
): Promise<T> {
  const erasure = await db.transaction();
  await erasure('users').where({ id }).update({ messenger_id: null, erased_at: now() });
  const late = Promise.resolve(work());
  await untilWaiting(db, waiting);
  await erasure.commit();
  return late;
}
