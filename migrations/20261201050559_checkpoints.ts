import type { Knex } from 'knex';

/** Where people are scanned at a conference besides their arrival: entrances of each day, rooms, exits. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table checkpoints (
      id            bigint generated always as identity primary key,
      conference_id bigint not null references conferences on delete cascade,
      name          text not null check (length(name) between 1 and 100),
      folded_name   text not null generated always as (folded_name(name)) stored check (folded_name <> ''),
      kind          text not null check (kind in ('entrance', 'room', 'exit')),
      counts        text not null check (counts in ('once', 'daily', 'each')),
      position      integer not null check (position >= 0),
      retired_at    timestamptz(3),
      version       integer not null default 1
    );
    comment on table checkpoints is 'Places of a conference where people are scanned, in the order of the organizers.';
    comment on column checkpoints.counts is 'How often a person is counted: at all, on each day, or each time, in and out.';
    create unique index checkpoints_name_key on checkpoints (conference_id, folded_name) where retired_at is null;
    -- The checkpoints of a conference, retired ones too.
    create index checkpoints_position_idx on checkpoints (conference_id, position, id);

    create table check_in_events (
      id               bigint generated always as identity primary key,
      registration_id  bigint not null references registrations on delete cascade,
      checkpoint_id    bigint not null references checkpoints on delete cascade,
      day              date not null,
      counted_on       date,
      direction        text not null check (direction in ('in', 'out')),
      scanned_at       timestamptz(3) not null,
      device           text check (length(device) <= 64),
      nonce            text check (length(nonce) <= 200),
      administrator_id bigint references administrators on delete set null,
      undone_at        timestamptz(3)
    );
    comment on table check_in_events is 'Scans of registrations at checkpoints.';
    comment on column check_in_events.day is 'That of scanned_at in the time zone of the conference.';
    comment on column check_in_events.counted_on is
      'What a checkpoint counts once: -infinity for a person, the day for a person and a day, null for each scan.';
    create unique index check_in_events_counted_key on check_in_events (registration_id, checkpoint_id, counted_on)
      where undone_at is null;
    create unique index check_in_events_nonce_key on check_in_events (checkpoint_id, nonce);
    create index check_in_events_day_idx on check_in_events (checkpoint_id, day);
    create index check_in_events_registration_idx on check_in_events (registration_id, scanned_at);
    create index check_in_events_administrator_idx on check_in_events (administrator_id)
      where administrator_id is not null;

    create function undo_scans_of_registration() returns trigger language plpgsql as $$
      declare
        kept bigint;
      begin
        if old.claimant_id is null and new.claimant_id is not null then
          select r.id into kept from registrations r
           where r.conference_id = new.conference_id and r.user_id = new.claimant_id;
          update check_in_events e set registration_id = kept
           where e.registration_id = new.id and e.undone_at is null and kept is not null
             and not exists (
               select from check_in_events o
                where o.registration_id = kept and o.checkpoint_id = e.checkpoint_id
                  and o.counted_on = e.counted_on and o.undone_at is null);
        end if;
        update check_in_events set undone_at = now() where registration_id = new.id and undone_at is null;
        return null;
      end $$;
    comment on function undo_scans_of_registration is
      'Scans are of an arrival: who gave the seat up, or whose arrival is undone, has none. Those of a guest pass with the arrival to the registration that their claimant had.';
    create trigger registrations_arrival_undone after update of checked_in_at on registrations
      for each row when (old.checked_in_at is not null and new.checked_in_at is null)
      execute function undo_scans_of_registration();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger registrations_arrival_undone on registrations;
    drop function undo_scans_of_registration;
    drop table check_in_events, checkpoints;
  `);
}
