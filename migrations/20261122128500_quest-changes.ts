import type { Knex } from 'knex';

/** What a client of GET /quests needs for `updated_since`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index quests_updated_idx on quests (updated_at);
    -- As a column, because a search function whose argument is an expression is not inlined.
    drop index quests_title_search_idx;
    alter table quests
      add column search_text text not null generated always as (folded_for_search(title)) stored;
    create index quests_search_text_idx on quests using gin (search_text gin_trgm_ops)
      where deleted_at is null;
    -- A quest that was switched off or deleted meanwhile is gone too.
    drop index quests_starts_idx, quests_ends_idx;
    create index quests_starts_idx on quests (starts_at) where starts_at is not null;
    create index quests_ends_idx on quests (ends_at) where ends_at is not null;

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
    drop index quests_updated_idx, quests_starts_idx, quests_ends_idx;
    alter table quests drop column search_text;
    create index quests_title_search_idx on quests
      using gin (folded_for_search(title) gin_trgm_ops) where deleted_at is null;
    create index quests_starts_idx on quests (starts_at)
      where is_active and deleted_at is null and starts_at is not null;
    create index quests_ends_idx on quests (ends_at)
      where is_active and deleted_at is null and ends_at is not null;
  `);
}
