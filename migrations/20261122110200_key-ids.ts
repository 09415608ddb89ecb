import type { Knex } from 'knex';

/**
 * The key that made a stored hash, so that an operator sees which keys are still needed. Null for
 * hashes from before this migration.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table erased_people add key_id text check (length(key_id) = 8);
    alter table connection_requests add key_id text check (length(key_id) = 8);
    comment on column erased_people.key_id is 'The key that made the hash; null for an older row.';
    comment on column connection_requests.key_id is 'The key that made the hashes; null for an older row.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connection_requests drop key_id;
    alter table erased_people drop key_id;
  `);
}
