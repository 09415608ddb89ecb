import type { Knex } from 'knex';

/** The key of the hashes of a guest, so that `npm run rotate-keys` counts those of older keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations add column guest_key_id text;
    comment on column conference_invitations.guest_key_id is
      'The id of the oldest key that the hashes of the ticket code, e-mail and erased keys need.';`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table conference_invitations drop column guest_key_id`);
}
