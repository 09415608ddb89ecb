import type { Knex } from 'knex';

/** The answers of requests with an Idempotency-Key, shared by all processes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table idempotency_keys (
      scope        text primary key check (length(scope) = 64),
      run_id       uuid not null,
      request_hash text not null check (length(request_hash) = 64),
      user_id      bigint references users on delete cascade,
      status       smallint check (status between 200 and 499),
      body         text,
      mentions     bigint[] not null default '{}',
      expires_at   timestamptz(3) not null,

      check (status is not null or body is null)
    );
    comment on column idempotency_keys.scope is 'SHA-256 of the caller, the method, the path and the key.';
    comment on column idempotency_keys.request_hash is 'SHA-256 of the query and the body.';
    comment on column idempotency_keys.user_id is 'The caller; null for an administrator.';
    comment on column idempotency_keys.status is 'Null while the request runs.';
    comment on column idempotency_keys.body is 'Null while the request runs, for an answer that is too large to store, and after an erasure.';
    comment on column idempotency_keys.mentions is 'The user ids and messenger ids in the body.';
    comment on column idempotency_keys.expires_at is 'The end of the lease while the request runs; then the end of the stored answer.';

    -- The sweep of expired keys.
    create index idempotency_keys_expires_idx on idempotency_keys (expires_at);
    -- Erasure, and the sweep of all but the newest keys of a user.
    create index idempotency_keys_user_idx on idempotency_keys (user_id, expires_at desc)
      where user_id is not null;
    -- Erasure of a user from the answers to administrators.
    create index idempotency_keys_mentions_idx on idempotency_keys using gin (mentions);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table idempotency_keys');
}
