import type { Knex } from 'knex';

/**
 * Sessions of administrators in a cookie (spec: administration, section 1), each of a stored key or of
 * one of `ADMIN_API_KEY`. Of the cookie, only the hash of its 256 random bits is stored.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table admin_sessions (
      id bigint generated always as identity primary key,
      secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
      key_id bigint references api_keys (id) on delete cascade,
      key_hex text check (key_hex ~ '^[0-9a-f]{8}$'),
      created_at timestamptz(3) not null,
      last_seen_at timestamptz(3) not null,
      ends_at timestamptz(3) not null,
      ended_at timestamptz(3),
      user_agent text check (length(user_agent) <= 300),
      ip inet,
      constraint admin_sessions_have_one_key check (num_nonnulls(key_id, key_hex) = 1)
    )`);
  // DELETE /admin/sessions
  await knex.raw('create index admin_sessions_key_idx on admin_sessions (key_id)');
  await knex.raw('create index admin_sessions_configured_key_idx on admin_sessions (key_hex)');
  // The sweep.
  await knex.raw('create index admin_sessions_end_idx on admin_sessions (ends_at)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('admin_sessions');
}
