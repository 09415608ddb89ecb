import type { Knex } from 'knex';

/** Which source brought a guest, and which of them are of one order. All rows are null. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table registrations add column source_id bigint, add column order_hash text;
    comment on column registrations.source_id is
      'The source whose list has the guest. It has no foreign key: guests stay when their source is deleted.';
    comment on column registrations.order_hash is
      'Keyed hash of the order of the shop, the same of all guests of the order.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table registrations drop column source_id, drop column order_hash');
}
