import type { Knex } from 'knex';

/**
 * When a seat was given up, so that a scan from before it is known; and the code on the printed ticket of a
 * shop whose list has another code for the guest. All rows are null, so the index is made at once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_attendances add column cancelled_at timestamptz(3);
    alter table event_attendances add column cancelled_at timestamptz(3);
    alter table conference_invitations add column scan_code_hash text;
    comment on column conference_invitations.scan_code_hash is
      'Keyed hash of the code that the ticket of the shop shows, if it is not the ticket code. It claims nothing.';
    create unique index conference_invitations_scan_code_key
      on conference_invitations (conference_id, scan_code_hash) where scan_code_hash is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations drop column scan_code_hash;
    alter table event_attendances drop column cancelled_at;
    alter table conference_attendances drop column cancelled_at;
  `);
}
