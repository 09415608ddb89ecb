-- Administrators, their keys and sessions.

create table administrators (
  id           bigint generated always as identity primary key,
  name         text not null check (length(name) between 1 and 200),
  email        text check (length(email) between 3 and 254),
  messenger_id bigint unique check (messenger_id > 0),
  disabled_at  timestamptz(3),
  created_by   bigint references administrators,
  created_at   timestamptz(3) not null default now()
);

create unique index administrators_email_key on administrators (lower(email));
create index administrators_creator_idx on administrators (created_by);

create function notify_api_keys_of_administrator() returns trigger language plpgsql as $$
    begin
      perform pg_notify('hallway_api_keys', k.public_id)
         from api_keys as k where k.administrator_id = new.id;
      return null;
    end $$;
create trigger administrators_changed after update of disabled_at on administrators
  for each row execute function notify_api_keys_of_administrator();

create table api_keys (
  id               bigint generated always as identity primary key,
  public_id        text not null unique check (public_id ~ '^[g-z][a-z2-7]{7}$'),
  administrator_id bigint references administrators,
  name             text not null check (length(name) between 1 and 200),
  scopes           text[] not null check (cardinality(scopes) > 0),
  conference_ids   bigint[] check (cardinality(conference_ids) > 0),
  allowed_networks cidr[] check (cardinality(allowed_networks) > 0),
  expires_at       timestamptz(3),
  revoked_at       timestamptz(3),
  created_by       bigint references administrators,
  created_at       timestamptz(3) not null default now(),
  last_used_at     timestamptz(3),
  last_used_ip     inet,

  constraint api_keys_of_administrators_end check (administrator_id is null or expires_at is not null)
);

create index api_keys_administrator_idx on api_keys (administrator_id);
create index api_keys_creator_idx on api_keys (created_by);

create function notify_api_key() returns trigger language plpgsql as $$
    begin
      perform pg_notify('hallway_api_keys', new.public_id);
      return null;
    end $$;
create trigger api_keys_changed after insert or update of scopes, conference_ids, allowed_networks, expires_at,
    revoked_at, administrator_id on api_keys
  for each row execute function notify_api_key();

create table api_key_secrets (
  hash       bytea primary key check (octet_length(hash) = 32),
  key_id     bigint not null references api_keys on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3)
);

create index api_key_secrets_key_idx on api_key_secrets (key_id);

create function notify_api_key_of_secret() returns trigger language plpgsql as $$
    begin
      perform pg_notify('hallway_api_keys', k.public_id)
         from api_keys as k where k.id = coalesce(new.key_id, old.key_id);
      return null;
    end $$;
create trigger api_key_secrets_changed after insert or update or delete on api_key_secrets
  for each row execute function notify_api_key_of_secret();

create table admin_sessions (
  id           bigint generated always as identity primary key,
  secret_hash  bytea not null unique check (octet_length(secret_hash) = 32),
  key_id       bigint references api_keys on delete cascade,
  key_hex      text check (key_hex ~ '^[0-9a-f]{8}$'),
  created_at   timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  ends_at      timestamptz(3) not null,
  ended_at     timestamptz(3),
  user_agent   text check (length(user_agent) <= 300),
  ip           inet,

  constraint admin_sessions_have_one_key check (num_nonnulls(key_id, key_hex) = 1)
);

create index admin_sessions_key_idx on admin_sessions (key_id);
create index admin_sessions_configured_key_idx on admin_sessions (key_hex);
create index admin_sessions_end_idx on admin_sessions (ends_at);

create table admin_stream_tickets (
  token_hash text primary key check (length(token_hash) = 64),
  credential jsonb not null,
  expires_at timestamptz(3) not null
);
comment on column admin_stream_tickets.credential is
  'Id and hash of the key, token or session that created it, never a secret.';

alter table notification_jobs
  add constraint notification_jobs_administrator_id_fkey foreign key (administrator_id)
    references administrators (id);

alter table user_quest_tasks
  add constraint user_quest_tasks_reviewer_id_fkey foreign key (reviewer_id)
    references administrators (id);
