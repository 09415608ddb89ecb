import type { Knex } from 'knex';

/** Tickets of administrators move to `stream_tickets`. None are copied: they are valid for a minute. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table stream_tickets
      alter column user_id drop not null,
      alter column access_until drop not null,
      add column credential jsonb,
      add constraint stream_tickets_holder_check check (
        (user_id is null) = (access_until is null) and (user_id is null) = (credential is not null));
    comment on table stream_tickets is
      'Single-use tickets for live streams, of a user or of the credential of an administrator.';
    comment on column stream_tickets.credential is
      'Id and hash of the key, token or session that created it, never a secret.';
    comment on table admin_stream_tickets is
      'Only for processes of the previous version; the next version drops it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    comment on table admin_stream_tickets is null;
    comment on table stream_tickets is null;
    delete from stream_tickets where user_id is null;
    alter table stream_tickets
      drop column credential,
      alter column user_id set not null,
      alter column access_until set not null;
  `);
}
