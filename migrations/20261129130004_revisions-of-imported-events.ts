import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events add column feed_revision jsonb
      check (jsonb_typeof(feed_revision) = 'object');
    comment on column events.feed_revision is
      'The SEQUENCE and the time of the last change in the calendar, which older copies do not overwrite.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table events drop column feed_revision`);
}
