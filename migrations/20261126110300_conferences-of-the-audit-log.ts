import type { Knex } from 'knex';

/**
 * A row of the audit log names the conference of its subject (spec: administration, section 4), as it
 * was then: the log is append-only, so rows from before have none. The trigger looks it up, so no writer
 * can forget it. It is no foreign key: a row outlives what it names.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_log add column conference_id bigint;
    comment on column audit_log.conference_id is
      'Of the subject at the time of the action; null for subjects of none or several, and in rows from before the column.';

    create function note_conference_in_audit_log() returns trigger language plpgsql as $$
    declare
      noted jsonb := coalesce(new.before, '{}') || coalesce(new.after, '{}');
    begin
      case new.subject_type
        when 'conference' then
          new.conference_id := new.subject_id;
        when 'event' then
          select conference_id into new.conference_id from events where id = new.subject_id;
        when 'agenda_item' then
          select conference_id into new.conference_id from agenda_items where id = new.subject_id;
        when 'quest' then
          select conference_id into new.conference_id from quests where id = new.subject_id;
        when 'quest_task' then
          select q.conference_id into new.conference_id
            from quest_tasks t join quests q on q.id = t.quest_id where t.id = new.subject_id;
        when 'quest_submission' then
          select q.conference_id into new.conference_id
            from user_quest_tasks s join quests q on q.id = s.quest_id where s.id = new.subject_id;
        when 'feedback' then
          select conference_id into new.conference_id from feedback where id = new.subject_id;
        when 'notification_job' then
          select (audience -> 'conference_ids' ->> 0)::bigint into new.conference_id
            from notification_jobs
           where id = new.subject_id and jsonb_array_length(audience -> 'conference_ids') = 1;
        else null;
      end case;
      -- A deleted subject, and one of none or several conferences, such as a speaker in a lineup.
      if new.conference_id is null then
        if jsonb_typeof(noted -> 'conference_id') = 'number' then
          new.conference_id := (noted ->> 'conference_id')::bigint;
        elsif jsonb_typeof(noted -> 'quest_id') = 'number' then
          select conference_id into new.conference_id
            from quests where id = (noted ->> 'quest_id')::bigint;
        end if;
      end if;
      return new;
    end
    $$;
    comment on function note_conference_in_audit_log is 'Names the conference of the subject of an action.';
    create trigger audit_log_conference before insert on audit_log
      for each row execute function note_conference_in_audit_log();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger audit_log_conference on audit_log;
    drop function note_conference_in_audit_log;
    alter table audit_log drop column conference_id;
  `);
}
