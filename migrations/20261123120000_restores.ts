import type { Knex } from 'knex';

/** An operator's pause of the sending, beside the messenger's own, and what restores were handled. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table messenger_gate add column paused_at timestamptz(3);
    comment on column messenger_gate.paused_at is 'Since when an operator has stopped the sending; null while messages are sent.';

    create table restores (
      taken_at  timestamptz(3) primary key,
      done_at   timestamptz(3) not null default now() check (done_at >= taken_at),
      is_resent boolean not null
    );
    comment on table restores is 'Backups that this database was restored from, once ops after-restore has handled them.';
    comment on column restores.done_at is 'What was due until then was skipped, or left to be sent if is_resent.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table restores;
    alter table messenger_gate drop column paused_at;
  `);
}
