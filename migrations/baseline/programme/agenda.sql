-- The agenda of a conference. An item may stand for an event of the same conference, whose title, description, times
-- and room it then follows, except for fields edited by hand, and with which it is deleted.

create function speaks_one_of(language_code text, codes text[])
returns boolean language sql immutable parallel safe
return lower(language_code) = any(folded(codes))
  or lower(split_part(language_code, '-', 1)) = any(folded(codes));
comment on function speaks_one_of is
  'Whether a language matches one of the codes, in any case; en also matches en-GB.';

create table agenda_items (
  id                  bigint generated always as identity primary key,
  conference_id       bigint not null references conferences on delete cascade,
  event_id            bigint unique,
  title               text not null check (length(title) <= 300),
  description         text check (length(description) <= 20000),
  kind                text not null default 'talk'
    check (kind in ('keynote', 'talk', 'panel', 'workshop', 'break', 'social', 'other')),
  track               text check (length(track) <= 100),
  room                text check (length(room) <= 500),
  starts_at           timestamptz(3) not null,
  ends_at             timestamptz(3) not null,
  position            integer not null default 0 check (position between 0 and 1000000),
  edited_fields       text[] not null default '{}',
  calendar_uid        uuid not null default gen_random_uuid(),
  revision            integer not null default 0,
  created_at          timestamptz(3) not null default now(),
  updated_at          timestamptz(3) not null default now(),
  search              tsvector not null generated always as (
    setweight(to_tsvector('simple', folded_for_search(title)), 'A')
    || setweight(to_tsvector('simple',
         folded_for_search(coalesce(track, '') || ' ' || coalesce(room, ''))), 'B')
    || setweight(to_tsvector('simple', folded_for_search(coalesce(description, ''))), 'C')
  ) stored,
  search_text         text not null generated always as (
    folded_for_search(title || ' ' || coalesce(track, '') || ' ' || coalesce(room, ''))
  ) stored,
  status              text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  import_key          text check (length(import_key) <= 200),
  language            text check (length(language) <= 35),
  url                 text check (length(url) <= 2000),
  links               jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  import_source       text check (length(import_source) <= 200),
  cancelled_by_import boolean not null default false,
  version             integer not null default 1,

  constraint agenda_items_event_id_conference_id_fkey foreign key (event_id, conference_id)
    references events (id, conference_id) on update cascade on delete cascade,
  constraint agenda_items_end_not_before_start check (ends_at >= starts_at)
);
comment on column agenda_items.edited_fields is 'Fields set by hand: here the item does not follow its event.';
comment on column agenda_items.calendar_uid is 'Its name in calendars, which never changes.';
comment on column agenda_items.revision is 'How often what calendars show of it has changed.';
comment on column agenda_items.status is
  'Set by administrators. An item is cancelled as well while its event is cancelled.';
comment on column agenda_items.import_key is 'The guid of the item in an imported schedule.';
comment on column agenda_items.language is 'The language it is held in, as a BCP 47 tag.';
comment on column agenda_items.url is 'Its page on the website of the conference.';
comment on column agenda_items.links is 'Slides, recordings and the like: title and url of each.';
comment on column agenda_items.import_source is
  'Where the last import that had it came from: the host of a schedule, or "sheet".';
comment on column agenda_items.cancelled_by_import is
  'Cancelled because its source no longer had it. An import that has it again revives it.';
comment on column agenda_items.version is 'Raised by each edit of a field that organizers set.';

-- The agenda of one conference in its order.
create index agenda_items_conference_idx on agenda_items (conference_id, starts_at, position, id);
create unique index agenda_items_import_key on agenda_items (conference_id, import_key);
create index agenda_items_start_idx on agenda_items (starts_at) where status = 'scheduled';

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
    (old.event_id, old.title, old.description, old.starts_at, old.ends_at, old.room, old.status)
    is distinct from
    (new.event_id, new.title, new.description, new.starts_at, new.ends_at, new.room, new.status))
  execute function count_item_revision();

create trigger agenda_items_move_feedback after update of conference_id on agenda_items
  for each row when (old.conference_id is distinct from new.conference_id)
  execute function move_feedback();

create table agenda_item_speakers (
  agenda_item_id bigint not null references agenda_items on delete cascade,
  speaker_id     bigint not null references speakers on delete cascade,
  position       integer not null,

  primary key (agenda_item_id, speaker_id)
);

-- The talks of a speaker.
create index agenda_item_speakers_speaker_idx on agenda_item_speakers (speaker_id);

create table agenda_moves (
  conference_id bigint not null references conferences on delete cascade,
  -- SHA-256 of the selected items and the change.
  move_hash     bytea not null check (length(move_hash) = 32),
  moved_at      timestamptz(3) not null default now(),

  primary key (conference_id, move_hash)
);
comment on table agenda_moves is 'Bulk moves of the last minutes; each move deletes older rows.';

create table agenda_favorites (
  user_id        bigint not null references users on delete cascade,
  agenda_item_id bigint not null references agenda_items on delete cascade,
  created_at     timestamptz(3) not null default now(),

  primary key (user_id, agenda_item_id)
);
comment on table agenda_favorites is 'The agenda items that users keep in their own agenda.';

-- Who is notified of a changed item, and the cascade of a deleted one.
create index agenda_favorites_item_idx on agenda_favorites (agenda_item_id);

create table calendar_links (
  user_id    bigint primary key references users on delete cascade,
  token_hash text not null unique check (length(token_hash) = 64),
  created_at timestamptz(3) not null
);
