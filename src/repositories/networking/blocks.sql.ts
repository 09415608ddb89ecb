/**
 * SQL for whether neither of two users blocks the other, by SQL for their ids: for a read of one user.
 * A list gets the ids from `BlocksReadModel.listHidden`.
 */
export const isNotHidden = (one: string, other: string): string => `
  not exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
  and not exists (select from blocks where blocker_id = ${other} and blocked_id = ${one})`;
