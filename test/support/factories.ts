import type { Knex } from 'knex';
import type { User } from '../../src/domain/users.ts';

let next = 1;

/** The columns a test may name; `first_name` is what the messenger says. */
type GivenUser = Partial<Record<keyof User, unknown>>;

/** A person who has signed in, as the database would have them; name only what the test is about. */
export async function aUser(db: Knex, given: GivenUser = {}): Promise<User> {
  const n = next++;
  const { first_name = `Person ${n}`, last_name = null, ...columns } = given;
  const [user] = await db('users')
    .insert({
      messenger_id: 100_000 + n,
      messenger_first_name: first_name,
      messenger_last_name: last_name,
      last_seen_at: '2026-05-14T09:00:00.000Z',
      ...columns,
    })
    .returning<User[]>('*');
  return user as User;
}

/** Two people with a connection between them, asked by the first. */
export async function aConnection(
  db: Knex,
  [requester, recipient]: readonly [User, User],
  status: 'pending' | 'accepted' | 'rejected' = 'accepted',
): Promise<void> {
  await db('connections').insert({
    requester_id: requester.id,
    recipient_id: recipient.id,
    status,
    responded_at: status === 'pending' ? null : '2026-05-14T09:00:00.000Z',
  });
}
