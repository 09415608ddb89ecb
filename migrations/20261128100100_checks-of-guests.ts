import type { Knex } from 'knex';

const CHECKS = {
  conference_invitations: [
    'conference_invitations_ticket_code_end_check',
    'conference_invitations_has_key',
    'conference_invitations_kept_email_has_hash',
    'conference_invitations_checked_in_has_seat',
    'conference_invitations_check_in_nonce_check',
    'conference_invitations_check_in_device_check',
    'conference_invitations_check_in_key_check',
  ],
  conference_attendances: ['conference_attendances_claimed_by_check'],
} as const;

/** Each check reads its table beside all writes. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  for (const [table, names] of Object.entries(CHECKS)) {
    for (const name of names) {
      await knex.raw('alter table ?? validate constraint ??', [table, name]);
    }
  }
}

/** A valid check needs nothing undone. */
export async function down(): Promise<void> {}
