import type { Knex } from 'knex';

/** From which calendar an event was imported, so that an import can tell what its calendar dropped. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events add column feed_url_hash text check (feed_url_hash ~ '^[0-9a-f]{64}$');
    comment on column events.feed_url_hash is
      'SHA-256 of the address of the calendar that brought the event last, since private calendars have a secret in their address. Null for a file.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events drop column feed_url_hash;
  `);
}
