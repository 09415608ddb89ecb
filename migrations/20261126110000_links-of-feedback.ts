import type { Knex } from 'knex';

/**
 * Feedback can be about a conference, an event or an agenda item (spec: administration, section 4).
 * `conference_id` is that of the event or the agenda item, too, so that a list needs one index. The
 * triggers keep it when the event or the agenda item moves to another conference.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table feedback
      add column conference_id bigint references conferences on delete set null,
      add column event_id bigint references events on delete set null,
      add column agenda_item_id bigint references agenda_items on delete set null,
      add constraint feedback_one_link check (event_id is null or agenda_item_id is null);
    comment on column feedback.conference_id is
      'Also that of the event or the agenda item; it stays when one of these is deleted.';

    create function move_feedback() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'events' then
        update feedback set conference_id = new.conference_id where event_id = new.id;
      else
        update feedback set conference_id = new.conference_id where agenda_item_id = new.id;
      end if;
      return null;
    end
    $$;
    comment on function move_feedback is 'Feedback follows its event or agenda item to another conference.';
    create trigger events_move_feedback after update of conference_id on events
      for each row when (old.conference_id is distinct from new.conference_id)
      execute function move_feedback();
    create trigger agenda_items_move_feedback after update of conference_id on agenda_items
      for each row when (old.conference_id is distinct from new.conference_id)
      execute function move_feedback();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger agenda_items_move_feedback on agenda_items;
    drop trigger events_move_feedback on events;
    drop function move_feedback;
    alter table feedback drop column agenda_item_id, drop column event_id, drop column conference_id;
  `);
}
