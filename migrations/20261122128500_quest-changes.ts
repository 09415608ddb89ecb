import type { Knex } from 'knex';

/** What a client of GET /quests needs for `updated_since`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index quests_updated_idx on quests (updated_at);

    -- A quest shows the number and the points of its tasks.
    create function touch_quest() returns trigger language plpgsql as $$
    begin
      update quests set updated_at = now() where id = new.quest_id;
      return null;
    end $$;
    create trigger quest_tasks_touch_insert after insert on quest_tasks
      for each row execute function touch_quest();
    create trigger quest_tasks_touch_update after update of points, deleted_at on quest_tasks
      for each row when ((old.points, old.deleted_at) is distinct from (new.points, new.deleted_at))
      execute function touch_quest();

    alter table gone_rows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check
        (kind in ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest'));
    create function note_moved_quest() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      values ('quest', old.id, old.conference_id);
      return null;
    end $$;
    create trigger quests_moved after update of conference_id, event_id on quests for each row
      when ((old.conference_id, old.event_id) is distinct from (new.conference_id, new.event_id))
      execute function note_moved_quest();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger quests_moved on quests;
    drop function note_moved_quest;
    delete from gone_rows where kind = 'quest';
    alter table gone_rows
      drop constraint gone_rows_kind_check,
      add constraint gone_rows_kind_check check
        (kind in ('event', 'conference', 'agenda_item', 'conference_speaker', 'speaker'));
    drop trigger quest_tasks_touch_insert on quest_tasks;
    drop trigger quest_tasks_touch_update on quest_tasks;
    drop function touch_quest;
    drop index quests_updated_idx;
  `);
}
