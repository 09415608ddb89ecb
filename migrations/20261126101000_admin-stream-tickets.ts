import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table admin_stream_tickets (
      token_hash text primary key check (length(token_hash) = 64),
      credential jsonb not null,
      expires_at timestamptz(3) not null
    );
    comment on column admin_stream_tickets.credential is 'Id and hash of the key, token or session that created it, never a secret.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table admin_stream_tickets');
}
