import type { Knex } from 'knex';

/** In batches that commit one by one, so the previous version can write meanwhile. */
export const config = { transaction: false };

const USERS = 5_000;

/**
 * Fills in the interests from before the triggers of `listed_interests`. Safe to interrupt and to
 * repeat. The lock makes a user who changes meanwhile wait, or be read as changed.
 */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw('select coalesce(max(id), 0) as newest from users');
  for (let after = 0; after < Number(rows[0].newest); after += USERS) {
    await knex.raw(
      `with listed as materialized (
         select id, interests from users
          where is_listed and id > ? and id <= ? order by id for no key update
       )
       insert into listed_interests (interest, user_id)
       select distinct unnest(folded(interests)), id from listed
       on conflict do nothing`,
      [after, after + USERS],
    );
  }
  await knex.raw('vacuum (analyze) listed_interests');
}

export async function down(): Promise<void> {}
