import type { Knex } from 'knex';

/** Attendees sorted by their check-in; one who has not arrived counts as the earliest. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- GET /admin/events/:id/attendees?sort=checked_in_at
    create index event_attendances_checked_in_idx on event_attendances
      (event_id, (coalesce(checked_in_at, '-infinity'::timestamptz)), queue_number);
    -- GET /admin/conferences/:conference_id/attendees?sort=checked_in_at
    create index conference_attendances_checked_in_idx on conference_attendances
      (conference_id, (coalesce(checked_in_at, '-infinity'::timestamptz)), queue_number);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop index event_attendances_checked_in_idx, conference_attendances_checked_in_idx',
  );
}
