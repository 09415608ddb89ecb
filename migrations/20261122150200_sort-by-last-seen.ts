import type { Knex } from 'knex';

/** Users sorted by their last sign-in; one who has never signed in counts as the earliest. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- GET /admin/users?sort=last_seen_at
    create index users_last_seen_idx
      on users ((coalesce(last_seen_at, '-infinity'::timestamptz)), id) where erased_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index users_last_seen_idx');
}
