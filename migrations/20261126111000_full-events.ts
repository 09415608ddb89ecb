import type { Knex } from 'knex';

/**
 * Whether an event has no free seat. An index on the number of attendees would be written with each
 * seat; this column changes only with the last free one. Adding it rewrites the table, whose rows are
 * some thousands.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events add column is_full boolean
      generated always as (capacity is not null and attendee_count >= capacity) stored`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table events drop column is_full');
}
