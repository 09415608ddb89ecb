/** Stands for all users in the payload of a NOTIFY. */
export const ALL_USERS = '*';
/** Follows the users in the payload if the transaction also queued messages. */
export const WITH_MESSAGES = 'messages';

/** The users whose notifications changed. */
export function usersIn(payload: string): 'all' | number[] {
  const parts = payload.split(',').filter((part) => part !== WITH_MESSAGES);
  return parts.includes(ALL_USERS) ? 'all' : parts.map(Number);
}

export const hasMessages = (payload: string): boolean => payload.endsWith(WITH_MESSAGES);
