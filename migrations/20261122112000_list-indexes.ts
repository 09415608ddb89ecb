import type { Knex } from 'knex';

/**
 * Indexes of lists that read a whole table: without them the cost of a page grows with its table.
 * Each names the request it serves.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every public list of events, which leaves out those of drafts; GET /admin/conferences?status=draft
    create index conferences_drafts_idx on conferences (id) where status = 'draft';
    -- GET /admin/conferences, latest first
    create index conferences_start_idx on conferences (starts_on, id);
    -- The totals of GET /conferences and /admin/conferences with upcoming or past
    create index conferences_end_idx on conferences (ends_at);
    -- GET /conferences?updated_since
    create index conferences_updated_idx on conferences (updated_at);

    -- GET /admin/events, latest first, also with to
    create index events_start_idx on events (starts_at, id);
    -- GET /admin/events with from or upcoming; and the public lists, instead of one on approved events
    create index events_end_idx on events (ends_at);
    drop index events_ends_at_idx;
    -- GET /events?kind and /admin/events?kind
    create index events_kind_idx on events (kind, starts_at, id);
    -- GET /admin/events?source
    create index events_source_idx on events (source, starts_at, id);

    -- GET /admin/speakers?status=draft
    create index speakers_drafts_idx on speakers (lower(name), id) where status = 'draft';
    -- GET /admin/speakers?is_featured=false
    create index speakers_not_featured_idx on speakers (lower(name), id) where not is_featured;

    -- GET /admin/users?onboarding_status
    create index users_onboarding_idx on users (onboarding_status, created_at, id)
      where erased_at is null;
    -- GET /admin/users?is_blocked=true
    create index users_blocked_idx on users (created_at, id) where is_blocked and erased_at is null;

    -- GET /admin/audit-log with action, actor, request_id, and from or to
    create index audit_log_action_idx on audit_log (action, id);
    create index audit_log_actor_idx on audit_log (actor, id);
    create index audit_log_request_idx on audit_log (request_id);
    create index audit_log_time_idx on audit_log (at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_log_time_idx, audit_log_request_idx, audit_log_actor_idx, audit_log_action_idx,
      users_blocked_idx, users_onboarding_idx, speakers_not_featured_idx, speakers_drafts_idx,
      events_source_idx, events_kind_idx, events_end_idx, events_start_idx,
      conferences_updated_idx, conferences_end_idx, conferences_start_idx, conferences_drafts_idx;
    create index events_ends_at_idx on events (ends_at) where status = 'approved';
  `);
}
