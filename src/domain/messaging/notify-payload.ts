/** Stands for all users in the payload of a NOTIFY. */
export const ALL_USERS = '*';
/** Follows the users in the payload if messages were queued, too. */
export const WITH_MESSAGES = 'messages';
/** Above this number the payload names all users: PostgreSQL limits a payload to 8,000 bytes. */
export const MAX_NAMED_USERS = 400;

/** The names in a payload: ids of users or `ALL_USERS`, and `WITH_MESSAGES`. */
export const namesIn = (payload: string): string[] => payload.split(',');

/** One payload for the names of several. */
export function payloadOf(names: ReadonlySet<string>): string {
  const users = [...names].filter((name) => name !== WITH_MESSAGES);
  const isForAll = names.has(ALL_USERS) || users.length > MAX_NAMED_USERS;
  const named = isForAll ? [ALL_USERS] : users;
  return [...named, ...(names.has(WITH_MESSAGES) ? [WITH_MESSAGES] : [])].join();
}

/** The users whose notifications changed. */
export function usersIn(payload: string): 'all' | number[] {
  const users = namesIn(payload).filter((name) => name !== WITH_MESSAGES);
  return users.includes(ALL_USERS) ? 'all' : users.map(Number);
}

export const hasMessages = (payload: string): boolean => payload.endsWith(WITH_MESSAGES);
