import type { Knex } from 'knex';

/**
 * What changes in the programme, and how others learn of it: side events that people ask for,
 * revisions as calendars count them, and what is gone since a client last asked.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table conferences
      add column ends_at timestamptz(3) not null
        generated always as (((ends_on + 1)::timestamp at time zone timezone)::timestamptz(3)) stored,
      add column published_at timestamptz(3);
    comment on column conferences.ends_at is 'When its last day is over, by its own clocks.';
    comment on column conferences.published_at is
      'When it first was public: of what never was, nobody is told that it is gone.';
    update conferences set published_at = created_at where status <> 'draft';
    alter table conferences add check (published_at is not null or status = 'draft');

    create function note_publication() returns trigger language plpgsql as $$
    begin
      new.published_at := now();
      return new;
    end
    $$;
    create trigger conferences_publication before insert or update on conferences
      for each row when (new.status <> 'draft' and new.published_at is null)
      execute function note_publication();

    alter table events
      add column submitted_by     bigint references users on delete set null,
      add column contact          text check (length(contact) <= 200),
      add column rejection_reason text check (length(rejection_reason) <= 1000),
      add column calendar_uid     uuid not null default gen_random_uuid(),
      add column revision         integer not null default 0,
      add check (rejection_reason is null or status = 'rejected'),
      add unique (id, conference_id);
    comment on column events.contact is 'How to reach who asked for it; for administrators alone.';
    comment on column events.calendar_uid is 'Its name in calendars, which never changes.';
    comment on column events.revision is 'How often what calendars show of it has changed.';

    -- GET /events/my, and how many somebody has waiting.
    create index events_submitted_idx on events (submitted_by, status);
    -- GET /admin/events/pending, and the list by status.
    create index events_status_idx on events (status, id);
    -- ?updated_since=
    create index events_updated_idx on events (updated_at);

    create function count_revision() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      return new;
    end
    $$;
    create trigger events_revision before update on events
      for each row when (
        (old.title, old.description, old.starts_at, old.ends_at, old.all_day, old.timezone,
         old.venue_name, old.venue_address, old.url, old.status)
        is distinct from
        (new.title, new.description, new.starts_at, new.ends_at, new.all_day, new.timezone,
         new.venue_name, new.venue_address, new.url, new.status))
      execute function count_revision();

    -- Rows that were public and are deleted or moved: ?updated_since= tells of them.
    create table gone_rows (
      id            bigint generated always as identity primary key,
      kind          text not null
                    check (kind in ('event', 'conference', 'agenda_item', 'conference_speaker')),
      gone_id       bigint not null,
      conference_id bigint,
      gone_at       timestamptz(3) not null default now()
    );
    create index gone_rows_idx on gone_rows (kind, gone_at);

    create function note_gone_event() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'event', old.id, old.conference_id
      where not exists
        (select from conferences where id = old.conference_id and published_at is null);
      return null;
    end
    $$;
    create trigger events_gone after delete on events
      for each row when (old.status in ('approved', 'cancelled')) execute function note_gone_event();
    -- A conference that was never public may get it.
    create trigger events_moved after update of conference_id on events
      for each row when (
        old.status in ('approved', 'cancelled')
        and old.conference_id is distinct from new.conference_id)
      execute function note_gone_event();

    create function note_gone_conference() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id) values ('conference', old.id);
      return null;
    end
    $$;
    create trigger conferences_gone after delete on conferences
      for each row when (old.published_at is not null) execute function note_gone_conference();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger conferences_gone on conferences;
    drop trigger conferences_publication on conferences;
    drop trigger events_gone on events;
    drop trigger events_moved on events;
    drop trigger events_revision on events;
    drop function note_gone_conference, note_gone_event, note_publication, count_revision;
    drop table gone_rows;
    drop index events_submitted_idx, events_status_idx, events_updated_idx;
    alter table events
      drop column submitted_by, drop column contact, drop column rejection_reason,
      drop column calendar_uid, drop column revision,
      drop constraint events_id_conference_id_key;
    alter table conferences drop column published_at, drop column ends_at;
  `);
}
