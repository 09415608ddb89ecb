import type { Knex } from 'knex';

/** When a user last signed out: their bearer tokens issued up to then are invalid. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table users add signed_out_at timestamptz(3)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table users drop signed_out_at');
}
