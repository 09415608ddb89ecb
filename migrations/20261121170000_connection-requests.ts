import type { Knex } from 'knex';

/**
 * When people asked others to connect, as far as the daily limit looks back. Counted apart from the
 * connections themselves, since a request that is withdrawn was made all the same.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connection_requests (
      user_id      bigint not null references users on delete cascade,
      requested_at timestamptz(3) not null
    );

    -- How many somebody made since yesterday.
    create index connection_requests_user_idx on connection_requests (user_id, requested_at);
    -- The sweep of those that count no more.
    create index connection_requests_age_idx on connection_requests (requested_at);

    -- What others were told of somebody: taken back with a request, and when they are erased.
    create index notifications_actor_idx on notifications (((data -> 'actor' ->> 'id')::bigint))
      where type in ('connection_request', 'connection_accepted');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index notifications_actor_idx;
    drop table connection_requests;
  `);
}
