import type { Knex } from 'knex';

/**
 * The totals of a user next to each other in the primary key, which thereby also finds them by user.
 * An award changes up to nine of them, and wrote to nine places of the key and to a second index.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table point_totals
      drop constraint point_totals_pkey,
      add primary key (user_id, scope, scope_id, period, period_start);
    drop index point_totals_user_idx;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index point_totals_user_idx on point_totals (user_id);
    alter table point_totals
      drop constraint point_totals_pkey,
      add primary key (scope, scope_id, period, period_start, user_id);
  `);
}
