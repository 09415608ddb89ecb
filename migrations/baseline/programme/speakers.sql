-- Speakers, the lineups of conferences, how imports know speakers again, and which were merged. A speaker whose
-- `updated_at` is that of the transaction is not written again: an import of 10,000 speakers spent most of its time
-- there.

create table speakers (
  id           bigint generated always as identity primary key,
  slug         text collate "C" not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120),
  name         text not null check (length(name) <= 200),
  title        text check (length(title) <= 200),
  company      text check (length(company) <= 200),
  bio          text check (length(bio) <= 10000),
  photo_url    text check (length(photo_url) <= 2000),
  is_featured  boolean not null default false,
  socials      jsonb not null default '{}',
  user_id      bigint unique references users on delete set null,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  published_at timestamptz(3),
  status       text not null default 'draft' check (status in ('draft', 'published')),
  search       tsvector not null generated always as (
    setweight(to_tsvector('simple', folded_for_search(name_for_search(name))), 'A')
    || setweight(to_tsvector('simple',
         folded_for_search(coalesce(title, '') || ' ' || coalesce(company, ''))), 'B')
    || setweight(to_tsvector('simple', folded_for_search(coalesce(bio, ''))), 'C')
  ) stored,
  search_text  text not null generated always as (
    folded_for_search(name_for_search(name) || ' ' || coalesce(title, '') || ' ' || coalesce(company, ''))
  ) stored,
  version      integer not null default 1,

  constraint speakers_published_unless_draft check (published_at is not null or status = 'draft')
);
comment on column speakers.published_at is
  'When they first were public: of who never was, nobody is told that they are gone.';
comment on column speakers.version is 'Raised by each edit of a field that organizers set.';

-- GET /speakers by name, and the featured ones.
create index speakers_name_idx on speakers (lower(name), id);
create index speakers_featured_idx on speakers (lower(name), id) where is_featured;
-- ?updated_since=
create index speakers_updated_idx on speakers (updated_at);
create index speakers_search_idx on speakers using gin (search);
create index speakers_search_text_idx on speakers using gin (search_text gin_trgm_ops);
-- GET /admin/speakers?status=draft
create index speakers_drafts_idx on speakers (lower(name), id) where status = 'draft';
-- GET /admin/speakers?is_featured=false
create index speakers_not_featured_idx on speakers (lower(name), id) where not is_featured;
create index speakers_without_photo_idx on speakers (lower(name), id) where photo_url is null;
create index speakers_without_bio_idx on speakers (lower(name), id) where bio is null;
create index speakers_media_key_idx on speakers (media_key(photo_url)) where photo_url is not null;

-- At the end of a transaction, when their conferences are known. Whatever makes a speaker public
-- counts as a change of theirs.
create trigger speakers_publication before insert or update on speakers
  for each row when (new.status = 'published' and new.published_at is null)
  execute function note_publication();

create function note_gone_speaker() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id) values ('speaker', old.id);
      return null;
    end
    $$;
create trigger speakers_gone after delete on speakers
  for each row when (old.published_at is not null) execute function note_gone_speaker();

create table speaker_keys (
  source     text not null check (length(source) <= 200),
  person_key text not null check (length(person_key) <= 300),
  speaker_id bigint not null references speakers on delete cascade,

  primary key (source, person_key)
);
comment on table speaker_keys is
  'By which imports know a speaker: the host of schedules and a person there, or conference:<id> and a name.';

-- The keys of a speaker, for a merge and the cascade.
create index speaker_keys_speaker_idx on speaker_keys (speaker_id);

create table merged_speakers (
  id         bigint primary key,
  speaker_id bigint not null references speakers on delete cascade
);
comment on table merged_speakers is
  'Ids of speakers that were merged into another one, so that a repeated merge is answered.';

-- A speaker that others were merged into, for the next merge and the cascade.
create index merged_speakers_speaker_idx on merged_speakers (speaker_id);

create table conference_speakers (
  conference_id bigint not null references conferences on delete cascade,
  speaker_id    bigint not null references speakers on delete cascade,
  position      integer not null default 0 check (position between 0 and 1000000),

  primary key (conference_id, speaker_id)
);

create index conference_speakers_speaker_idx on conference_speakers (speaker_id);

-- A lineup reports only speakers who were public as gone.
create function note_gone_conference_speaker() returns trigger language plpgsql as $$
    begin
      insert into gone_rows (kind, gone_id, conference_id)
      select 'conference_speaker', old.speaker_id, old.conference_id
      from conferences where id = old.conference_id and published_at is not null
        and exists (
          select from speakers where id = old.speaker_id and published_at is not null);
      return null;
    end
    $$;
create trigger conference_speakers_gone after delete on conference_speakers
  for each row execute function note_gone_conference_speaker();

-- Where they speak decides who may see a speaker: ?updated_since= tells of that too.
create function touch_speaker() returns trigger language plpgsql as $$
    begin
      update speakers set updated_at = now()
       where id = coalesce(new.speaker_id, old.speaker_id)
         and updated_at is distinct from now()::timestamptz(3);
      return null;
    end
    $$;
create trigger conference_speakers_touch after insert or update or delete on conference_speakers
  for each row execute function touch_speaker();
