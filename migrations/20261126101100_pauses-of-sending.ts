import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messenger_gate
      add column pause_scope text not null default 'all'
        constraint messenger_gate_pause_scope_check check (pause_scope in ('all', 'broadcasts')),
      add column pause_ends_at timestamptz(3),
      add column pause_reason text
        constraint messenger_gate_pause_reason_check check (length(pause_reason) <= 200);
    comment on column messenger_gate.pause_ends_at is 'When the messages are sent again by themselves; null for a pause until an operator ends it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messenger_gate
      drop column pause_scope, drop column pause_ends_at, drop column pause_reason
  `);
}
