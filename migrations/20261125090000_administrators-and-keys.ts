import type { Knex } from 'knex';

/**
 * Administrators and their API keys (spec: administration, section 1). A key without administrator
 * belongs to a machine; the key of an administrator always ends. Of a secret, only its hash is stored.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table administrators (
      id bigint generated always as identity primary key,
      name text not null check (length(name) between 1 and 200),
      email text check (length(email) between 3 and 254),
      messenger_id bigint unique check (messenger_id > 0),
      disabled_at timestamptz(3),
      created_by bigint references administrators (id),
      created_at timestamptz(3) not null default now()
    )`);
  await knex.raw('create unique index administrators_email_key on administrators (lower(email))');
  await knex.raw('create index administrators_creator_idx on administrators (created_by)');
  await knex.raw(`
    create table api_keys (
      id bigint generated always as identity primary key,
      public_id text not null unique check (public_id ~ '^[g-z][a-z2-7]{7}$'),
      administrator_id bigint references administrators (id),
      name text not null check (length(name) between 1 and 200),
      scopes text[] not null check (cardinality(scopes) > 0),
      conference_ids bigint[] check (cardinality(conference_ids) > 0),
      allowed_networks cidr[] check (cardinality(allowed_networks) > 0),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      created_by bigint references administrators (id),
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3),
      last_used_ip inet,
      constraint api_keys_of_administrators_end check (administrator_id is null or expires_at is not null)
    )`);
  await knex.raw('create index api_keys_administrator_idx on api_keys (administrator_id)');
  await knex.raw('create index api_keys_creator_idx on api_keys (created_by)');
  await knex.raw(`
    create table api_key_secrets (
      hash bytea primary key check (octet_length(hash) = 32),
      key_id bigint not null references api_keys (id) on delete cascade,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3)
    )`);
  await knex.raw('create index api_key_secrets_key_idx on api_key_secrets (key_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('api_key_secrets');
  await knex.schema.dropTable('api_keys');
  await knex.schema.dropTable('administrators');
}
