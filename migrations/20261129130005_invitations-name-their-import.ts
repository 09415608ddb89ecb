import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conference_invitations
      add column import_id uuid,
      add column is_changed_since_import boolean not null default false;
    create index conference_invitations_import_idx on conference_invitations (import_id)
      where import_id is not null;

    create function note_change_since_import() returns trigger language plpgsql as $$
    begin
      new.is_changed_since_import := true;
      return new;
    end $$;
    create trigger conference_invitations_changed_since_import
      before update on conference_invitations
      for each row when (
        old.import_id is not null
        and ((new.messenger_id, new.username, new.first_name, new.last_name, new.company,
              new.job_title, new.ticket_type, new.ticket_code_end)
             is distinct from
             (old.messenger_id, old.username, old.first_name, old.last_name, old.company,
              old.job_title, old.ticket_type, old.ticket_code_end)
             or old.withdrawn_at is not null and new.withdrawn_at is null)
      ) execute function note_change_since_import();

    comment on column conference_invitations.import_id is
      'The attendee import that made it, as in the audit log; null for an older one and a walk-in.';
    comment on column conference_invitations.is_changed_since_import is
      'Whether anything changed a field or reopened it: undoing the import keeps it.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger conference_invitations_changed_since_import on conference_invitations;
    drop function note_change_since_import();
    drop index conference_invitations_import_idx;
    alter table conference_invitations
      drop column import_id,
      drop column is_changed_since_import;
  `);
}
