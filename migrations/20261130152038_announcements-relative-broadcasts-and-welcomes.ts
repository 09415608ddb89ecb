import type { Knex } from 'knex';

/** A broadcast can stay as an announcement and start beside something; who gets a seat is welcomed. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notification_jobs
      add column pinned_conference_id bigint references conferences on delete set null,
      add column pinned_until timestamptz(3),
      add column pinned_visibility text
        check (pinned_visibility in ('registered', 'everyone')),
      add column anchor text check (anchor in ('before_start', 'after_start', 'after_end')),
      add column anchor_seconds integer check (anchor_seconds between 0 and 2592000),
      add column anchor_conference_id bigint references conferences on delete set null,
      add column anchor_event_id bigint references events on delete set null,
      add column missed_at timestamptz(3),
      add column ignore_gap boolean not null default false,
      add column warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array'),
      add column audience_conference_id bigint references conferences on delete set null,
      add constraint notification_jobs_pin_is_whole check (
        (pinned_until is null) = (pinned_visibility is null)
        and (pinned_conference_id is null or pinned_until is not null)),
      add constraint notification_jobs_anchor_is_whole check (
        (anchor is null) = (anchor_seconds is null)
        and num_nonnulls(anchor_conference_id, anchor_event_id) <= (anchor is not null)::integer),
      add constraint notification_jobs_missed_is_draft check (missed_at is null or status = 'draft');
    -- An announcement can be shown and not sent.
    -- contract: unused since 0.3.0: the new check allows all that this one did
    alter table notification_jobs drop constraint notification_jobs_channels_check;
    alter table notification_jobs add constraint notification_jobs_channels_check
      check (channels <@ array['in_app', 'messenger'] and cardinality(channels) <= 2);
    create index notification_jobs_pinned_idx on notification_jobs (pinned_conference_id)
     where pinned_conference_id is not null;
    create index notification_jobs_anchor_conference_idx on notification_jobs (anchor_conference_id)
     where anchor_conference_id is not null;
    create index notification_jobs_anchor_event_idx on notification_jobs (anchor_event_id)
     where anchor_event_id is not null;
    create index notification_jobs_audience_conference_idx on notification_jobs (audience_conference_id)
     where audience_conference_id is not null;
    comment on column notification_jobs.missed_at is
      'When it became a draft, because its relative time had passed or what it was relative to is gone.';
    comment on column notification_jobs.warnings is 'What its start did otherwise than wanted: sentences with their codes.';
    comment on column notification_jobs.audience_conference_id is
      'The only conference of its audience, found at its start: by it the frequency cap counts.';

    alter table conferences
      add column broadcast_gap_minutes integer not null default 0
        check (broadcast_gap_minutes between 0 and 10080);

    create table conference_welcomes (
      conference_id bigint primary key references conferences on delete cascade,
      title text not null check (length(title) between 1 and 200),
      body text not null check (length(body) between 1 and 4000),
      translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
      action_url text check (length(action_url) <= 2000),
      start jsonb,
      is_on boolean not null,
      since timestamptz(3),
      version integer not null default 1,
      constraint conference_welcomes_open_one_thing check (start is null or action_url is null),
      constraint conference_welcomes_on_has_since check (is_on = (since is not null))
    );
    comment on column conference_welcomes.since is 'When it was switched on: later seats are welcomed.';

    alter table registrations
      add column seated_at timestamptz(3),
      add column welcomed_at timestamptz(3);
    comment on column registrations.seated_at is
      'When the user got the seat: by a registration, a promotion or a claim. Null for older ones.';

    create function note_seat() returns trigger language plpgsql as $$
    begin
      new.seated_at := now();
      if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id then
        new.welcomed_at := null;
      end if;
      return new;
    end $$;
    create trigger registrations_seated_insert before insert on registrations for each row
      when (new.user_id is not null and holds_seat(new.status)) execute function note_seat();
    create trigger registrations_seated_update before update of status, user_id on registrations for each row
      when (new.user_id is not null and holds_seat(new.status)
            and not (holds_seat(old.status) and new.user_id is not distinct from old.user_id))
      execute function note_seat();

    -- After registrations_touch, by its name: the welcome changes nothing of what the door knows.
    create function keep_changed_at() returns trigger language plpgsql as $$
    begin
      new.changed_at := old.changed_at;
      return new;
    end $$;
    create trigger registrations_welcomed before update of welcomed_at on registrations for each row
      execute function keep_changed_at();

    alter table deliveries add column is_bulk boolean not null default false;
    comment on column deliveries.is_bulk is
      'A message of many that are written at once, such as a welcome: sent after single ones.';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table deliveries drop column is_bulk;
    drop trigger registrations_welcomed on registrations;
    drop function keep_changed_at;
    drop trigger registrations_seated_insert on registrations;
    drop trigger registrations_seated_update on registrations;
    drop function note_seat;
    alter table registrations drop column seated_at, drop column welcomed_at;
    drop table conference_welcomes;
    alter table conferences drop column broadcast_gap_minutes;
    update notification_jobs set channels = '{in_app}' where channels = '{}';
    alter table notification_jobs drop constraint notification_jobs_channels_check;
    alter table notification_jobs add constraint notification_jobs_channels_check
      check (channels <@ array['in_app', 'messenger'] and cardinality(channels) >= 1
             and cardinality(channels) <= 2);
    alter table notification_jobs
      drop column pinned_conference_id,
      drop column pinned_until,
      drop column pinned_visibility,
      drop column anchor,
      drop column anchor_seconds,
      drop column anchor_conference_id,
      drop column anchor_event_id,
      drop column missed_at,
      drop column ignore_gap,
      drop column warnings,
      drop column audience_conference_id;
  `);
}
