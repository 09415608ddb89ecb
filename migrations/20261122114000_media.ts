import type { Knex } from 'knex';

/**
 * Uploaded images and videos, and profile photos of one's own.
 *
 * The photo has two sources, as the name has: the messenger and the user. `photo_url` is computed from
 * them, so that no reader changes. PostgreSQL cannot turn a column into a computed one, so the table is
 * rewritten, and a process of the previous version that still runs cannot store a changed photo: its
 * sign-ins with one fail until it is replaced.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table media (
      id           bigint generated always as identity primary key,
      key          text constraint media_key_key unique check (length(key) <= 100),
      user_id      bigint references users on delete set null,
      kind         text not null check (kind in ('image', 'video')),
      storage      text not null check (storage in ('local', 'objstore')),
      purpose      text not null default 'public' check (purpose in ('public', 'proof')),
      status       text not null default 'storing' check (status in ('storing', 'ready', 'deleting')),
      mime_type    text check (length(mime_type) <= 100),
      bytes        bigint not null check (bytes >= 0),
      width        integer check (width > 0),
      height       integer check (height > 0),
      frames       integer check (frames > 0),
      variants     jsonb not null default '{}',
      variant_keys text[] not null default '{}',
      sha256       text check (length(sha256) = 64),
      created_at   timestamptz(3) not null default now(),

      check (status <> 'ready' or (key is not null and mime_type is not null and sha256 is not null)),
      check (kind = 'image' or (variants = '{}' and frames is null))
    );
    comment on column media.bytes is
      'While the file is being received, the size that its client declared, for the quota.';
    comment on column media.sha256 is 'Of the file as it was received.';

    -- Quotas, the export and the administrators' list of a user, newest first.
    create index media_user_idx on media (user_id, id desc);
    -- GET /admin/media by kind and by purpose, and their totals.
    create index media_kind_idx on media (kind, id desc) where status = 'ready';
    create index media_purpose_idx on media (purpose, id desc) where status = 'ready';
    -- The sweeps of interrupted uploads and deletions.
    create index media_unfinished_idx on media (status, created_at) where status <> 'ready';
    -- The sweep of proofs.
    create index media_proofs_idx on media (created_at) where purpose = 'proof';
    -- GET /media/:key of a variant.
    create index media_variant_keys_idx on media using gin (variant_keys);

    alter table users rename column photo_url to messenger_photo_url;
    alter table users
      add column own_photo_url text check (length(own_photo_url) <= 2000),
      add column photo_media_id bigint references media on delete set null,
      add column photo_url text generated always as
        (coalesce(own_photo_url, messenger_photo_url)) stored;
    -- The deletion of an image finds the profile that shows it.
    create index users_photo_media_idx on users (photo_media_id) where photo_media_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users
      drop column photo_url,
      drop column photo_media_id,
      drop column own_photo_url;
    alter table users rename column messenger_photo_url to photo_url;
    drop table media;
  `);
}
