import type { Knex } from 'knex';

/** Agenda items that are cancelled but stay on the agenda, and the items that users keep. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table agenda_items
      add column status text not null default 'scheduled' check (status in ('scheduled', 'cancelled'));
    comment on column agenda_items.status is
      'Set by administrators. An item is cancelled as well while its event is cancelled.';

    drop trigger agenda_items_revision on agenda_items;
    create trigger agenda_items_revision before update on agenda_items
      for each row when (
        (old.event_id, old.title, old.description, old.starts_at, old.ends_at, old.room, old.status)
        is distinct from
        (new.event_id, new.title, new.description, new.starts_at, new.ends_at, new.room, new.status))
      execute function count_item_revision();

    create table agenda_favorites (
      user_id        bigint not null references users on delete cascade,
      agenda_item_id bigint not null references agenda_items on delete cascade,
      created_at     timestamptz(3) not null default now(),
      primary key (user_id, agenda_item_id)
    );
    comment on table agenda_favorites is 'The agenda items that users keep in their own agenda.';
    -- Who is notified of a changed item, and the cascade of a deleted one.
    create index agenda_favorites_item_idx on agenda_favorites (agenda_item_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table agenda_favorites;
    drop trigger agenda_items_revision on agenda_items;
    create trigger agenda_items_revision before update on agenda_items
      for each row when (
        (old.event_id, old.title, old.description, old.starts_at, old.ends_at, old.room)
        is distinct from
        (new.event_id, new.title, new.description, new.starts_at, new.ends_at, new.room))
      execute function count_item_revision();
    alter table agenda_items drop column status;
  `);
}
