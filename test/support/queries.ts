import type { Knex } from 'knex';

/** How many statements were sent through `db` while `work` ran. */
export async function countQueries(db: Knex, work: () => PromiseLike<unknown>): Promise<number> {
  let count = 0;
  const tally = () => {
    count += 1;
  };
  db.on('query', tally);
  try {
    await work();
  } finally {
    db.removeListener('query', tally);
  }
  return count;
}
