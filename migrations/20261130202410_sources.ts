import type { Knex } from 'knex';

/** Uploads that repeat themselves: programmes and guest lists that are read from an address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sources (
      id                   bigint generated always as identity primary key,
      conference_id        bigint not null references conferences on delete cascade,
      kind                 text not null
                           check (kind in ('schedule_json', 'schedule_xml', 'sessionize', 'ical', 'pretix', 'luma')),
      name                 text not null check (length(name) between 1 and 100),
      url                  text not null check (length(url) between 1 and 2000),
      settings             jsonb not null default '{}',
      credential_encrypted bytea,
      interval_minutes     integer not null check (interval_minutes between 5 and 1440),
      publish              text not null check (publish in ('auto', 'review')),
      absent               text not null check (absent in ('keep', 'cancel')),
      off_reason           text check (off_reason in ('by_hand', 'failing', 'refused', 'owner_gone')),
      is_confirmed         boolean not null default false,
      restless_at          timestamptz(3),
      cursor               text check (length(cursor) <= 200),
      content_hash         bytea check (length(content_hash) = 32),
      seen_hash            bytea check (length(seen_hash) = 32),
      next_run_at          timestamptz(3) not null default now(),
      failures             smallint not null default 0 check (failures >= 0),
      refusals             smallint not null default 0 check (refusals >= 0),
      failing_since        timestamptz(3),
      run_id               bigint,
      leased_until         timestamptz(3),
      administrator_id     bigint references administrators,
      api_key_id           bigint references api_keys,
      version              integer not null default 1,
      created_at           timestamptz(3) not null default now(),

      constraint sources_lease_has_run check (leased_until is null or run_id is not null)
    );
    comment on table sources is 'Programmes and guest lists of a conference that are read again and again.';
    comment on column sources.credential_encrypted is 'The token or key of a ticket shop, which no answer shows.';
    comment on column sources.off_reason is 'Why it is not read; null while it is.';
    comment on column sources.is_confirmed is 'Whether a person has applied a run of this address: before, no run applies itself.';
    comment on column sources.restless_at is 'Since when its runs wait for a person, because it changes too often.';
    comment on column sources.cursor is 'Where the next reading of a list of changes begins.';
    comment on column sources.content_hash is 'SHA-256 of what was applied last, as a whole.';
    comment on column sources.seen_hash is 'SHA-256 of what waits, or what a person has decided on, since then.';
    comment on column sources.run_id is 'The run that is queued, or has the lease.';
    comment on column sources.administrator_id is 'With whose rights it imports; with both columns null, those of ADMIN_API_KEY.';
    comment on column sources.api_key_id is 'The key of a machine, with whose rights it imports.';

    -- GET /admin/conferences/:conference_id/sources, and deletions of the conference
    create index sources_conference_idx on sources (conference_id, id);
    -- What a worker reads next.
    create index sources_due_idx on sources (next_run_at) where off_reason is null;

    create table source_runs (
      id           bigint generated always as identity primary key,
      source_id    bigint not null references sources on delete cascade,
      kind         text not null check (kind in ('scheduled', 'manual', 'apply')),
      status       text not null default 'running'
                   check (status in ('running', 'unchanged', 'applied', 'waiting', 'discarded', 'failed')),
      is_dry_run   boolean not null default false,
      started_at   timestamptz(3) not null default now(),
      finished_at  timestamptz(3),
      content_hash bytea check (length(content_hash) = 32),
      counts       jsonb,
      report       jsonb check (octet_length(report::text) <= 262144),
      error        text check (length(error) <= 300),
      applied_by   text,

      constraint source_runs_end check ((finished_at is null) = (status = 'running'))
    );
    comment on table source_runs is 'The readings of a source, with what each changed or would change; kept for 90 days, and 200 of a source.';
    comment on column source_runs.report is 'Rows by key: of a programme with titles and fields, of guests with ids only.';
    comment on column source_runs.applied_by is 'The key of the person who applied it; null if it applied itself.';

    -- GET /admin/conferences/:conference_id/sources/:source_id/runs
    create index source_runs_source_idx on source_runs (source_id, id desc);
    create unique index source_runs_running_key on source_runs (source_id) where status = 'running';
    create unique index source_runs_waiting_key on source_runs (source_id) where status = 'waiting';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table source_runs; drop table sources');
}
