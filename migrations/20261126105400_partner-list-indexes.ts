import type { Knex } from 'knex';

/** Concurrently, because users request mints while the indexes are built. */
export const config = { transaction: false };

/** An unanswered mint is shown as pending. */
const SHOWN = `(case status when 'unknown' then 'pending' else status end)`;

const INDEXES = {
  partner_mints_shown_idx: `partner_mints (${SHOWN}, id)`,
  partner_mints_failure_idx: 'partner_mints (failure_code, id) where failure_code is not null',
  partner_accounts_status_idx: 'partner_accounts (status, user_id)',
} as const;

/** The lists of administrators. Safe to interrupt and to repeat. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, on] of Object.entries(INDEXES)) {
    // An interrupted build leaves an invalid index.
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${on}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
  }
}
