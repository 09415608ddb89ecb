import type { Knex } from 'knex';

/**
 * The agenda of a conference and who speaks there.
 *
 * An item may stand for an event of the same conference (the foreign key holds both columns): it
 * then follows the event's title, description, times and room, save for fields edited by hand, and
 * goes with it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table events add column agenda_item_deleted boolean not null default false;
    comment on column events.agenda_item_deleted is
      'An administrator took it off the agenda: no later import puts it there again.';

    create table speakers (
      id           bigint generated always as identity primary key,
      slug         text collate "C" not null constraint speakers_slug_key unique
                   check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
      name         text not null check (length(name) <= 200),
      title        text check (length(title) <= 200),
      company      text check (length(company) <= 200),
      bio          text check (length(bio) <= 10000),
      photo_url    text check (length(photo_url) <= 2000),
      is_featured  boolean not null default false,
      socials      jsonb not null default '{}',
      user_id      bigint constraint speakers_user_id_key unique references users on delete set null,
      created_at   timestamptz(3) not null default now(),
      updated_at   timestamptz(3) not null default now(),
      published_at timestamptz(3),
      search       tsvector not null generated always as (
                     setweight(to_tsvector('simple', name), 'A')
                     || setweight(to_tsvector('simple',
                          coalesce(title, '') || ' ' || coalesce(company, '')), 'B')
                     || setweight(to_tsvector('simple', coalesce(bio, '')), 'C')
                   ) stored
    );
    comment on column speakers.published_at is
      'When they first were public: of who never was, nobody is told that they are gone.';
    -- GET /speakers by name, and the featured ones.
    create index speakers_name_idx on speakers (lower(name), id);
    create index speakers_featured_idx on speakers (lower(name), id) where is_featured;
    create index speakers_search_idx on speakers using gin (search);
    -- ?updated_since=
    create index speakers_updated_idx on speakers (updated_at);

    create table conference_speakers (
      conference_id bigint not null references conferences on delete cascade,
      speaker_id    bigint not null references speakers on delete cascade,
      position      integer not null default 0 check (position between 0 and 1000000),
      primary key (conference_id, speaker_id)
    );
    create index conference_speakers_speaker_idx on conference_speakers (speaker_id);

    create function note_gone_conference_speaker() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'conference_speaker', old.speaker_id, old.conference_id
      from conferences where id = old.conference_id and published_at is not null;
      return null;
    end
    $$;
    create trigger conference_speakers_gone after delete on conference_speakers
      for each row execute function note_gone_conference_speaker();

    -- Where they speak decides who may see a speaker: ?updated_since= tells of that too.
    create function touch_speaker() returns trigger language plpgsql as $$
    begin
      update speakers set updated_at = now() where id = coalesce(new.speaker_id, old.speaker_id);
      return null;
    end
    $$;
    create trigger conference_speakers_touch after insert or update or delete on conference_speakers
      for each row execute function touch_speaker();

    create function note_speaker_publication() returns trigger language plpgsql as $$
    begin
      update speakers set published_at = now()
       where id = new.id and published_at is null and coalesce(
         (select bool_or(c.status <> 'draft')
            from conference_speakers m join conferences c on c.id = m.conference_id
           where m.speaker_id = new.id), true);
      return null;
    end
    $$;
    -- At the end of a transaction, when their conferences are known. Whatever makes a speaker public
    -- counts as a change of theirs.
    create constraint trigger speakers_publication after insert or update on speakers
      deferrable initially deferred
      for each row when (new.published_at is null) execute function note_speaker_publication();

    create table agenda_items (
      id            bigint generated always as identity primary key,
      conference_id bigint not null references conferences on delete cascade,
      event_id      bigint constraint agenda_items_event_id_key unique,
      title         text not null check (length(title) <= 300),
      description   text check (length(description) <= 20000),
      kind          text not null default 'talk'
                    check (kind in
                      ('keynote', 'talk', 'panel', 'workshop', 'break', 'social', 'other')),
      track         text check (length(track) <= 100),
      room          text check (length(room) <= 500),
      starts_at     timestamptz(3) not null,
      ends_at       timestamptz(3) not null,
      position      integer not null default 0 check (position between 0 and 1000000),
      edited_fields text[] not null default '{}',
      calendar_uid  uuid not null default gen_random_uuid(),
      revision      integer not null default 0,
      created_at    timestamptz(3) not null default now(),
      updated_at    timestamptz(3) not null default now(),
      search        tsvector not null generated always as (
                      setweight(to_tsvector('simple', title), 'A')
                      || setweight(to_tsvector('simple',
                           coalesce(track, '') || ' ' || coalesce(room, '')), 'B')
                      || setweight(to_tsvector('simple', coalesce(description, '')), 'C')
                    ) stored,

      foreign key (event_id, conference_id) references events (id, conference_id)
        on update cascade on delete cascade,
      -- Real feeds have events that end when they start.
      check (ends_at >= starts_at)
    );
    comment on column agenda_items.edited_fields is
      'Fields set by hand: here the item does not follow its event.';
    comment on column agenda_items.calendar_uid is 'Its name in calendars, which never changes.';
    comment on column agenda_items.revision is 'How often what calendars show of it has changed.';

    -- The agenda of one conference in its order.
    create index agenda_items_conference_idx
      on agenda_items (conference_id, starts_at, position, id);

    create function count_item_revision() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      -- Calendars show the revisions of an item and its event as one number, which never falls.
      if new.event_id is distinct from old.event_id then
        new.revision := new.revision
          + coalesce((select revision from events where id = old.event_id), 0);
      end if;
      return new;
    end
    $$;
    create trigger agenda_items_revision before update on agenda_items
      for each row when (
        (old.event_id, old.title, old.description, old.starts_at, old.ends_at, old.room)
        is distinct from
        (new.event_id, new.title, new.description, new.starts_at, new.ends_at, new.room))
      execute function count_item_revision();

    create function note_gone_agenda_item() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'agenda_item', old.id, old.conference_id
      from conferences where id = old.conference_id and published_at is not null
        and not exists (
          select from events where id = old.event_id and status in ('pending', 'rejected'));
      return null;
    end
    $$;
    create trigger agenda_items_gone after delete on agenda_items
      for each row execute function note_gone_agenda_item();
    -- It goes where its event goes, and an event that nobody sees may be given to it.
    create trigger agenda_items_moved after update of conference_id, event_id on agenda_items
      for each row when (
        (old.conference_id, old.event_id) is distinct from (new.conference_id, new.event_id))
      execute function note_gone_agenda_item();

    create table agenda_item_speakers (
      agenda_item_id bigint not null references agenda_items on delete cascade,
      speaker_id     bigint not null references speakers on delete cascade,
      position       integer not null,
      primary key (agenda_item_id, speaker_id)
    );
    -- The talks of a speaker.
    create index agenda_item_speakers_speaker_idx on agenda_item_speakers (speaker_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table agenda_item_speakers, agenda_items, conference_speakers, speakers;
    drop function note_gone_agenda_item, count_item_revision, note_speaker_publication,
      touch_speaker, note_gone_conference_speaker;
    alter table events drop column agenda_item_deleted;
  `);
}
