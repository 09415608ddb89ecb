import type { Knex } from 'knex';

/** Concurrently, because imports and claims write while the indexes are built. */
export const config = { transaction: false };

const INDEXES = {
  conference_invitations_ticket_code_key: [
    'unique index',
    '(conference_id, ticket_code_hash) where ticket_code_hash is not null',
  ],
  conference_invitations_email_idx: [
    'index',
    '(conference_id, email_hash) where email_hash is not null',
  ],
} as const;

/** Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, [kind, on]] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create ${kind} concurrently ${name} on conference_invitations ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
