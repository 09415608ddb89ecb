import type { Knex } from 'knex';

/** How an invitation was claimed: a claim by a code is taken back as one by username is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations
      add column claimed_with text,
      add constraint conference_invitations_claimed_with_check
        check (claimed_with in ('link', 'ticket_code')) not valid;
    comment on column conference_invitations.claimed_with is 'The code of the claim; null for a claim by messenger id or username.';`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table conference_invitations drop column claimed_with');
}
