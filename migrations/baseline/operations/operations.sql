-- What the processes share, and what operators did.

create table idempotency_keys (
  scope        text primary key check (length(scope) = 64),
  run_id       uuid not null,
  request_hash text not null check (length(request_hash) = 64),
  user_id      bigint references users on delete cascade,
  status       smallint check (status between 200 and 499),
  body         text,
  mentions     bigint[] not null default '{}',
  expires_at   timestamptz(3) not null,

  constraint idempotency_keys_body_has_status check (status is not null or body is null)
);
comment on column idempotency_keys.scope is 'SHA-256 of the caller, the method, the path and the key.';
comment on column idempotency_keys.request_hash is 'SHA-256 of the query and the body.';
comment on column idempotency_keys.user_id is 'The caller; null for an administrator.';
comment on column idempotency_keys.status is 'Null while the request runs.';
comment on column idempotency_keys.body is
  'Null while the request runs, for an answer that is too large to store, and after an erasure.';
comment on column idempotency_keys.mentions is 'The user ids and messenger ids in the body.';
comment on column idempotency_keys.expires_at is
  'The end of the lease while the request runs; then the end of the stored answer.';

-- The sweep of expired keys.
create index idempotency_keys_expires_idx on idempotency_keys (expires_at);
-- Erasure, and the sweep of all but the newest keys of a user.
create index idempotency_keys_user_idx on idempotency_keys (user_id, expires_at desc) where user_id is not null;
-- Erasure of a user from the answers to administrators.
create index idempotency_keys_mentions_idx on idempotency_keys using gin (mentions);

create table rate_limit_counters (
  key        text primary key check (length(key) <= 300),
  hits       integer not null,
  expires_at timestamptz(3) not null
);

-- The sweep of expired counters.
create index rate_limit_counters_expires_idx on rate_limit_counters (expires_at);

create table backups (
  taken_at    timestamptz(3) primary key,
  finished_at timestamptz(3) not null default now(),

  constraint backups_finished_after_start check (finished_at >= taken_at)
);
comment on table backups is 'Written by deploy/backup.sh, or by the tool that makes the backups instead.';

create table restores (
  taken_at  timestamptz(3) primary key,
  done_at   timestamptz(3) not null default now(),
  is_resent boolean not null,

  constraint restores_done_not_before_backup check (done_at >= taken_at)
);
comment on table restores is 'Backups that this database was restored from, once ops after-restore has handled them.';
comment on column restores.done_at is 'What was due until then was skipped, or left to be sent if is_resent.';
