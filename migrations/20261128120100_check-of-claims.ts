import type { Knex } from 'knex';

/** The check reads its table beside all writes. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table conference_invitations
    validate constraint conference_invitations_claimed_with_check`);
}

/** A valid check needs nothing undone. */
export async function down(): Promise<void> {}
