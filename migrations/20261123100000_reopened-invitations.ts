import type { Knex } from 'knex';

/** An erasure opens the invitations again that the account claimed by username, and bars its person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations
      add column reopened_at timestamptz(3),
      add column barred_hashes text[] not null default '{}';
    comment on column conference_invitations.reopened_at is
      'When a claim by username was taken back, by an administrator or by an erasure.';
    comment on column conference_invitations.barred_hashes is
      'As barred_user_ids, of erased users: their messenger_hash in erased_people.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations drop column reopened_at, drop column barred_hashes;
  `);
}
