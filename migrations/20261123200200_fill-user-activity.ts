import type { Knex } from 'knex';

/** In batches that commit one by one, beside the writes of the previous version. */
export const config = { transaction: false };

const BATCH = 1_000;

/** Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw('select coalesce(max(id), 0) as last from users');
  // Users after the last one were inserted under the trigger.
  for (let after = 0; after < Number(rows[0].last); after += BATCH) {
    // The lock waits for a sign-in or an erasure of the user, and reads what that wrote.
    await knex.raw(
      `insert into user_activity (user_id, last_seen_at)
       select id, coalesce(last_seen_at, '-infinity') from users
        where id > :after and id <= :upto and erased_at is null
          for share
       on conflict (user_id) do nothing`,
      { after, upto: after + BATCH },
    );
  }
  await knex.raw('vacuum (analyze) user_activity');
  await knex.raw('drop index concurrently if exists users_last_seen_idx');
  // Room for the next version of a row on its page, without which it needs an entry in each index.
  await knex.raw('alter table users set (fillfactor = 85)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users reset (fillfactor)');
  await knex.raw('drop index concurrently if exists users_last_seen_idx');
  await knex.raw(`create index concurrently users_last_seen_idx
    on users ((coalesce(last_seen_at, '-infinity'::timestamptz)), id) where erased_at is null`);
}
