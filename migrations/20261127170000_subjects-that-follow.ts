import type { Knex } from 'knex';

const noteChangedThing = (more: string) => `
  create or replace function note_changed_thing() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values (tg_argv[0] || ':' || old.id, least(old.starts_at, new.starts_at),
            old.status is distinct from new.status);${more}
    return null;
  end $$`;

const noteChangedConference = (more: string) => `
  create or replace function note_changed_conference() returns trigger language plpgsql as $$
  begin
    insert into changed_subjects (subject, starts_at, is_urgent)
    values ('conference:' || old.id,
            least(old.starts_on::timestamp at time zone old.timezone,
                  new.starts_on::timestamp at time zone new.timezone),
            old.status is distinct from new.status);${more}
    return null;
  end $$`;

/**
 * An agenda item is shown with the status and the timezone of its event, and both with those of their
 * conference, while their own rows stay as they are: their messages are named, too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    noteChangedThing(`
    -- Within: an agenda item has no timezone of its own.
    if tg_argv[0] = 'event' and tg_op = 'UPDATE' then
      if (old.status, old.timezone) is distinct from (new.status, new.timezone) then
        insert into changed_subjects (subject, starts_at, is_urgent)
        select 'agenda_item:' || id, starts_at, old.status <> new.status
          from agenda_items where event_id = old.id;
      end if;
    end if;`),
  );
  await knex.raw(
    noteChangedConference(`
    if (old.status, old.timezone) is distinct from (new.status, new.timezone) then
      insert into changed_subjects (subject, starts_at, is_urgent)
      select 'agenda_item:' || id, starts_at, false from agenda_items where conference_id = old.id
      union all
      select 'event:' || id, starts_at, false from events where conference_id = old.id;
    end if;`),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(noteChangedThing(''));
  await knex.raw(
    noteChangedConference(`
    -- The times of its agenda items are shown in its timezone.
    if old.timezone <> new.timezone then
      insert into changed_subjects (subject, starts_at, is_urgent)
      select 'agenda_item:' || id, starts_at, false from agenda_items where conference_id = old.id;
    end if;`),
  );
}
