import type { User } from '../people/users.ts';

/** A user as administrators see them in lists of a quest. An erased user is a "Deleted user". */
export type QuestPerson = Pick<
  User,
  | 'id'
  | 'messenger_id'
  | 'first_name'
  | 'last_name'
  | 'username'
  | 'photo_url'
  | 'company'
  | 'job_title'
  | 'is_blocked'
>;
