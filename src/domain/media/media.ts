export const MEDIA_KINDS = ['image', 'video'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const MEDIA_STORAGES = ['local', 'objstore'] as const;
export type MediaStorage = (typeof MEDIA_STORAGES)[number];

/** `proof` is private: only its owner and administrators get a signed URL of it. */
export const MEDIA_PURPOSES = ['public', 'proof'] as const;
export type MediaPurpose = (typeof MEDIA_PURPOSES)[number];

export const MEDIA_STATUSES = ['storing', 'ready', 'deleting'] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

export const VARIANTS = ['96', '320', '960'] as const;
/** The longest side of a smaller copy at most, in pixels. */
export type Variant = (typeof VARIANTS)[number];

/** The file of a smaller copy. */
export interface VariantFile {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** A row of `media`. */
export interface Media {
  readonly id: number;
  /** Null until the format of the file is known. */
  readonly key: string | null;
  /** Null for an upload by an administrator. */
  readonly user_id: number | null;
  readonly kind: MediaKind;
  readonly storage: MediaStorage;
  readonly purpose: MediaPurpose;
  readonly status: MediaStatus;
  readonly mime_type: string | null;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  /** 1 for a still image. */
  readonly frames: number | null;
  readonly variants: Readonly<Partial<Record<Variant, VariantFile>>>;
  readonly variant_keys: readonly string[];
  readonly created_at: string;
}

/** What can show a file. */
export const MEDIA_USERS = [
  'conference',
  'event',
  'page',
  'profile',
  'quest',
  'speaker',
  'submission',
] as const;

/** What shows a file; `id` is that of a row of its type. */
export interface MediaUse {
  readonly type: (typeof MEDIA_USERS)[number];
  readonly id: number;
  /** Title or name; that of the task for a submission, and null for the profile of a user. */
  readonly name: string | null;
  /** Null for a speaker, a profile, and what belongs to no conference. */
  readonly conference_id: number | null;
}

/** Media whose file is stored. */
export interface ReadyMedia extends Media {
  readonly key: string;
  readonly mime_type: string;
}

export const isReady = (media: Media | undefined): media is ReadyMedia => media?.status === 'ready';

/** The uploads of a user, for the quota. */
export interface UploadedByUser {
  readonly files: number;
  readonly bytes: number;
  readonly videos_today: number;
}

/** The limits of one user (`MEDIA_QUOTA_…`). `UploadsService` refuses an upload over one of them. */
export interface MediaQuota {
  readonly files: number;
  readonly bytes: number;
  readonly videosPerDay: number;
}

/** The error sentence of the limit that one more upload would exceed; undefined if it fits. */
export function quotaProblem(
  quota: MediaQuota,
  uploaded: UploadedByUser,
  { kind, bytes }: Pick<Media, 'kind' | 'bytes'>,
): string | undefined {
  if (uploaded.files >= quota.files)
    return `You have ${quota.files} files, the maximum for one user; delete some first`;
  if (uploaded.bytes + bytes > quota.bytes)
    return `Your files would exceed ${Math.floor(quota.bytes / 1_024 ** 2)} MiB; delete some first`;
  if (kind === 'video' && uploaded.videos_today >= quota.videosPerDay)
    return `You have uploaded ${quota.videosPerDay} videos in the last 24 hours, the maximum for one day`;
  return undefined;
}
