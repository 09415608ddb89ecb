import type { Knex } from 'knex';

/** Concurrently, because imports and claims write while the indexes are built. */
export const config = { transaction: false };

const INDEXES = {
  // The names and addresses that are deleted some time after the conference.
  conference_invitations_named_idx: `(conference_id) where claimed_at is null and
    (first_name is not null or last_name is not null or company is not null or job_title is not null)`,
  conference_invitations_kept_email_idx: '(conference_id) where email_encrypted is not null',
  // Each import leaves out the rows of erased guests.
  conference_invitations_erased_idx: `(conference_id) where erased_key_hashes <> '{}'`,
} as const;

/** Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on conference_invitations ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
