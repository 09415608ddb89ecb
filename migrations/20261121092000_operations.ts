import type { Knex } from 'knex';

/** What keeps the house in order: who changed what, and how often somebody knocked. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table audit_log (
      id           bigint generated always as identity primary key,
      at           timestamptz(3) not null default now(),
      actor        text not null,
      action       text not null,
      subject_type text not null,
      subject_id   bigint,
      before       jsonb,
      after        jsonb,
      request_id   text not null
    );

    -- Erasing a person empties what the log holds about them.
    create index audit_log_subject_idx on audit_log (subject_type, subject_id);

    create table rate_limit_counters (
      key        text primary key check (length(key) <= 300),
      hits       integer not null,
      expires_at timestamptz(3) not null
    );

    -- The sweep of expired counters.
    create index rate_limit_counters_expires_idx on rate_limit_counters (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rate_limit_counters, audit_log');
}
