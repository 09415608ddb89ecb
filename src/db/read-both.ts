import type { Knex } from 'knex';

/** Reads both at once or, in a transaction, which has one connection, one after the other. */
export async function readBoth<One, Other>(
  client: Knex.Client,
  one: () => PromiseLike<One>,
  other: () => PromiseLike<Other>,
): Promise<[One, Other]> {
  if ('transacting' in client && client.transacting) return [await one(), await other()];
  return Promise.all([one(), other()]);
}
