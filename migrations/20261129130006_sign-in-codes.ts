import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table admin_sign_in_codes (
      code_hash bytea primary key check (octet_length(code_hash) = 32),
      key_id bigint not null references api_keys (id) on delete cascade,
      expires_at timestamptz(3) not null
    );
    comment on table admin_sign_in_codes is
      'One-time codes that open a session of a key on a phone. A used one is deleted.';
    create index admin_sign_in_codes_key_idx on admin_sign_in_codes (key_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table admin_sign_in_codes');
}
