import type { Knex } from 'knex';

/** Administrators list withdrawn invitations, and open them again. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- GET /admin/conferences/:conference_id/attendees?status=withdrawn
    create index conference_invitations_withdrawn_idx
      on conference_invitations (conference_id, queue_number) where withdrawn_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index conference_invitations_withdrawn_idx');
}
