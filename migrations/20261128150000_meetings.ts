import type { Knex } from 'knex';

/** When two users met in person, by a meet code. Only accepted connections have it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connections
      add column met_at timestamptz(3),
      add column met_conference_id bigint;
    alter table connections
      add constraint connections_met_conference_id_fkey
        foreign key (met_conference_id) references conferences on delete set null not valid,
      add constraint connections_met_once_accepted
        check (met_at is null or status = 'accepted') not valid,
      add constraint connections_met_at_conference
        check (met_conference_id is null or met_at is not null) not valid;
    comment on column connections.met_at is
      'When one of the two first scanned the meet code of the other.';

    -- A request that was accepted before the two met; note_due_connection names both of them.
    create trigger connections_due_met after update of met_at on connections for each row
      when (new.met_at is not null and old.met_at is null and old.status = 'accepted')
      execute function note_due_connection();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger connections_due_met on connections;
    alter table connections drop column met_conference_id, drop column met_at;
  `);
}
