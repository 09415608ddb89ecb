import type { Knex } from 'knex';

/** Builds the indexes concurrently, because imports write while they are built. */
export const config = { transaction: false };

const INDEXES = {
  // An erasure: the invitations from which the user is barred.
  conference_invitations_barred_users_idx: 'barred_user_ids',
  // The first sign-in after an erasure: those from which the erased account was barred.
  conference_invitations_barred_hashes_idx: 'barred_hashes',
} as const;

/** Only a few invitations bar anybody. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, column] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw('drop index concurrently if exists ??', [name]);
    await knex.raw(
      `create index concurrently ?? on conference_invitations using gin (??)
        where ?? <> '{}'`,
      [name, column, column],
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw('drop index concurrently if exists ??', [name]);
  }
}
