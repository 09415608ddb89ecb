import type { Knex } from 'knex';

export const CROWD_WAIT_MS = 3_000;

/**
 * How long a statement waits for the lock of an attendable, and how long a request waits for one of
 * the connections lent to the requests of one attendable, in milliseconds.
 */
export const crowdWaitOf = ({ userParams }: Knex): number =>
  userParams.crowdWaitMs ?? CROWD_WAIT_MS;
