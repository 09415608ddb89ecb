import type { Knex } from 'knex';

/** Pages of a conference that are no part of its agenda, such as the Wi-Fi, and its map. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table conference_pages (
      id            bigint generated always as identity primary key,
      conference_id bigint not null references conferences on delete cascade,
      kind          text not null check (kind in ('text', 'map')),
      title         text not null check (length(title) between 1 and 200),
      body          text not null check (length(body) <= 20000),
      image_url     text check (length(image_url) <= 2000),
      position      integer not null check (position >= 0),
      translations  jsonb not null default '{}',
      version       integer not null default 1,
      created_at    timestamptz(3) not null default now(),
      updated_at    timestamptz(3) not null default now()
    );
    comment on table conference_pages is 'Information pages of a conference, in the order of the organizers; one of them can be its map.';
    comment on column conference_pages.body is 'Paragraphs, lists, bold text and links to https in Markdown; everything else is text.';

    create unique index conference_pages_map_key on conference_pages (conference_id) where kind = 'map';
    -- GET /conferences/:conference_id/pages
    create index conference_pages_position_idx on conference_pages (conference_id, position, id);
    -- What shows a picture.
    create index conference_pages_media_key_idx on conference_pages (media_key(image_url))
     where image_url is not null;

    create table page_marks (
      id      bigint generated always as identity primary key,
      page_id bigint not null references conference_pages on delete cascade,
      room_id bigint references agenda_groups on delete cascade,
      label   text check (length(label) between 1 and 100),
      x       smallint not null check (x between 0 and 1000),
      y       smallint not null check (y between 0 and 1000),

      constraint page_marks_have_one_name check (num_nonnulls(room_id, label) = 1)
    );
    comment on table page_marks is 'Places on the picture of a map, in per mille of its width and height.';
    -- The marks of a page; a room has one.
    create unique index page_marks_room_key on page_marks (page_id, room_id);
    -- Deletions of a room, and a new name of it.
    create index page_marks_room_idx on page_marks (room_id) where room_id is not null;

    create function touch_page_of_mark() returns trigger language plpgsql as $$
      begin
        update conference_pages set updated_at = now()
         where id = old.page_id and updated_at is distinct from now()::timestamptz(3);
        return null;
      end $$;
    comment on function touch_page_of_mark is 'A page has changed when its room, and so a mark, is deleted.';
    create trigger page_marks_touch after delete on page_marks
      for each row execute function touch_page_of_mark();

    create function touch_pages_of_room() returns trigger language plpgsql as $$
      begin
        update conference_pages p set updated_at = now()
          from page_marks m where m.room_id = new.id and p.id = m.page_id;
        return null;
      end $$;
    comment on function touch_pages_of_room is 'A page shows the names of the rooms of its marks.';
    create trigger agenda_groups_marked after update of name on agenda_groups
      for each row when (old.name is distinct from new.name) execute function touch_pages_of_room();

    -- contract: unused since 0.2.0, as the check that replaces it allows all that this one does
    alter table gone_rows drop constraint gone_rows_kind_check;
    alter table gone_rows add constraint gone_rows_kind_check check (kind in (
      'event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest', 'attendee', 'guest', 'page'));

    create function note_gone_page() returns trigger language plpgsql as $$
      begin
        insert into gone_rows (kind, gone_id, conference_id)
        select 'page', old.id, old.conference_id
          from conferences where id = old.conference_id and published_at is not null;
        return null;
      end $$;
    create trigger conference_pages_gone after delete on conference_pages
      for each row execute function note_gone_page();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger agenda_groups_marked on agenda_groups;
    drop function touch_pages_of_room;
    drop table page_marks;
    drop function touch_page_of_mark;
    drop table conference_pages;
    drop function note_gone_page;
    delete from gone_rows where kind = 'page';
    alter table gone_rows drop constraint gone_rows_kind_check;
    alter table gone_rows add constraint gone_rows_kind_check check (kind in (
      'event', 'conference', 'agenda_item', 'conference_speaker', 'speaker', 'quest', 'attendee', 'guest'));
  `);
}
