import type { Knex } from 'knex';

/** The latest bulk moves of agenda items, so that the same one is not made twice by mistake. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agenda_moves (
      conference_id bigint not null references conferences on delete cascade,
      -- SHA-256 of the selected items and the change.
      move_hash     bytea not null check (length(move_hash) = 32),
      moved_at      timestamptz(3) not null default now(),
      primary key (conference_id, move_hash)
    );
    comment on table agenda_moves is 'Bulk moves of the last minutes; each move deletes older rows.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table agenda_moves');
}
