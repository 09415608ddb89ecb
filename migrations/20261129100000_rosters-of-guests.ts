import type { Knex } from 'knex';

/** Guests in the rosters of the door: which invitations changed, and which were deleted. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index conference_invitations_changed_idx
      on conference_invitations (conference_id, changed_at);
    alter table gone_rows
      -- contract: unused since 0.1.0, because the check below allows all that it allows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check
        (kind in ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest',
                  'attendee', 'guest'));
    -- Without those of a deleted conference, which has no roster any more.
    create function note_gone_guests() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'guest', o.id, o.conference_id
        from old_rows o join conferences c on c.id = o.conference_id;
      return null;
    end $$;
    create trigger conference_invitations_gone after delete on conference_invitations
      referencing old table as old_rows for each statement execute function note_gone_guests();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger conference_invitations_gone on conference_invitations;
    drop function note_gone_guests;
    delete from gone_rows where kind = 'guest';
    alter table gone_rows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check
        (kind in ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest',
                  'attendee'));
    drop index conference_invitations_changed_idx;
  `);
}
