-- Uploaded images and videos.

create table media (
  id           bigint generated always as identity primary key,
  key          text unique check (length(key) <= 100),
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

  constraint media_only_image_has_variants check (kind = 'image' or variants = '{}' and frames is null),
  constraint media_ready_has_file check (
    status <> 'ready' or key is not null and mime_type is not null and sha256 is not null
  )
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
-- GET /media/:key of a variant.
create index media_variant_keys_idx on media using gin (variant_keys);
-- GET /admin/media?sort=bytes
create index media_bytes_idx on media (bytes, id) where status = 'ready';

alter table users
  add constraint users_photo_media_id_fkey foreign key (photo_media_id)
    references media (id) on delete set null;

alter table user_quest_tasks
  add constraint user_quest_tasks_media_id_fkey foreign key (media_id)
    references media (id) on delete set null;
