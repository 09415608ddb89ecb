import type { Knex } from 'knex';

/** What a user wrote down about a user whom they are connected with. Goes with the connection. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connection_notes (
      connection_id bigint not null references connections (id) on delete cascade,
      writer_id bigint not null references users (id) on delete cascade,
      note text not null,
      updated_at timestamptz(3) not null,

      primary key (connection_id, writer_id),
      constraint connection_notes_note_length check (char_length(note) between 1 and 1000)
    );
    comment on table connection_notes is
      'What one of the two users of a connection wrote down; only the writer reads it.';
    create index connection_notes_writer_idx on connection_notes (writer_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table connection_notes');
}
