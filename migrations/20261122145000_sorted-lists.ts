import type { Knex } from 'knex';

/** Serves the sorts and filters of administrators' lists that no index serves yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- GET /admin/events?sort=title, and ?sort=starts_at or title of /admin/events/pending.
    create index events_title_idx on events (lower(title), id);
    create index events_pending_start_idx on events (starts_at, id) where status = 'pending';
    create index events_pending_title_idx on events (lower(title), id) where status = 'pending';
    -- GET /admin/conferences?sort=name
    create index conferences_name_idx on conferences (lower(name), id);
    -- GET /admin/notifications/jobs?sort=scheduled_at
    create index notification_jobs_scheduled_idx on notification_jobs (scheduled_at, id);
    -- GET /admin/media?sort=bytes
    create index media_bytes_idx on media (bytes, id) where status = 'ready';
    -- GET /admin/quests?sort=title
    create index quests_title_idx on quests (lower(title), id) where deleted_at is null;
    -- GET /admin/conferences/:conference_id/attendees?ticket_type=
    create index conference_attendances_ticket_idx
      on conference_attendances (conference_id, ticket_type, queue_number)
      where ticket_type is not null;
    -- GET /admin/feedback?sort=rating
    create index feedback_rating_sort_idx on feedback (coalesce(rating, 0), id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index events_title_idx, events_pending_start_idx, events_pending_title_idx,
    conferences_name_idx, notification_jobs_scheduled_idx, media_bytes_idx, quests_title_idx,
    feedback_rating_sort_idx, conference_attendances_ticket_idx`);
}
