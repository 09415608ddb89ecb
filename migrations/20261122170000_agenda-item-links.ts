import type { Knex } from 'knex';

/** What schedules tell of an item beside its time and place. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agenda_items
      add column language text check (length(language) <= 35),
      add column url text check (length(url) <= 2000),
      add column links jsonb not null default '[]' check (jsonb_typeof(links) = 'array');
    comment on column agenda_items.language is 'The language it is held in, as a BCP 47 tag.';
    comment on column agenda_items.url is 'Its page on the website of the conference.';
    comment on column agenda_items.links is 'Slides, recordings and the like: title and url of each.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table agenda_items drop column language, drop column url, drop column links',
  );
}
