import { OnDatabase } from '../../db/on-database.ts';
import { preparedQuery } from '../../db/statement.ts';
import type {
  Media,
  MediaKind,
  MediaStatus,
  MediaStorage,
  UploadedByUser,
} from '../../domain/media/media.ts';
import { IS_USED } from './media.sql.ts';

export const MEDIA_COLUMNS = [
  'id',
  'key',
  'user_id',
  'kind',
  'storage',
  'purpose',
  'status',
  'mime_type',
  'bytes',
  'width',
  'height',
  'frames',
  'variants',
  'variant_keys',
  'created_at',
] as const satisfies readonly (keyof Media)[];

/** The files of media whose format is known, before the first of them is stored. */
export type MediaFiles = Pick<
  Media,
  'key' | 'purpose' | 'mime_type' | 'bytes' | 'width' | 'height' | 'frames' | 'variants'
> & { readonly sha256: string };

const FIND_BY_KEY = preparedQuery<{ key: string }, Media>((db, { key }) =>
  db('media')
    .whereRaw('(key = ? or variant_keys @> array[?::text])', [key, key])
    .first(...MEDIA_COLUMNS),
);

export class MediaRepository extends OnDatabase {
  async find(id: number): Promise<Media | undefined> {
    return this.#table()
      .where({ id })
      .first(...MEDIA_COLUMNS);
  }

  /** Locks the row FOR UPDATE. */
  async lock(id: number): Promise<Media | undefined> {
    return this.#table()
      .where({ id })
      .forUpdate()
      .first(...MEDIA_COLUMNS);
  }

  /** Finds media by the key of the file or of a variant. */
  async findByKey(key: string): Promise<Media | undefined> {
    return FIND_BY_KEY.first(this.db, { key });
  }

  /** Locks an image of organizers, by the key of the file or of a variant, FOR KEY SHARE. */
  async lockOrganizersImage(key: string): Promise<{ readonly id: number } | undefined> {
    return this.#table()
      .whereRaw('(key = ? or variant_keys @> array[?::text])', [key, key])
      .where({ status: 'ready', purpose: 'public', kind: 'image' })
      .whereNull('user_id')
      .forKeyShare()
      .first('id');
  }

  /** An information page that shows the upload of an id. */
  async findPage(id: number): Promise<{ readonly id: number } | undefined> {
    return this.db('conference_pages as p')
      .join('media as m', (on) =>
        on.on(this.db.raw('media_key(p.image_url) = any(m.key || m.variant_keys)')),
      )
      .where('m.id', id)
      .whereNotNull('p.image_url')
      .first('p.id');
  }

  /** The upload of an id if nothing shows it. */
  async findUnused(id: number): Promise<{ readonly id: number } | undefined> {
    return this.db('media as m').where('m.id', id).whereRaw(`not ${IS_USED}`).first('m.id');
  }

  /** Counts the stored and incoming uploads of a user. */
  async countUploaded(user_id: number, dayBefore: string): Promise<UploadedByUser> {
    const { rows } = await this.db.raw<{ rows: UploadedByUser[] }>(
      `select count(*) filter (where status <> 'deleting') as files,
              coalesce(sum(bytes) filter (where status <> 'deleting'), 0)::bigint as bytes,
              count(*) filter (where kind = 'video' and created_at > :dayBefore) as videos_today
         from media where user_id = :user_id`,
      { user_id, dayBefore },
    );
    return rows[0] ?? { files: 0, bytes: 0, videos_today: 0 };
  }

  /** Inserts a new upload, with the size that its client declares. */
  async insert(row: {
    readonly user_id: number | null;
    readonly kind: MediaKind;
    readonly storage: MediaStorage;
    readonly bytes: number;
    readonly created_at: string;
  }): Promise<number> {
    const [inserted] = await this.#table().insert(row).returning('id');
    return inserted.id;
  }

  /** Records the files before they are stored. Returns false if the upload has been deleted. */
  async updateFiles(id: number, { variants, ...files }: MediaFiles): Promise<boolean> {
    const variant_keys = Object.values(variants).map(({ key }) => key);
    const count = await this.#table()
      .where({ id, status: 'storing' })
      .update({ ...files, variants: JSON.stringify(variants), variant_keys });
    return count > 0;
  }

  /** Returns undefined, and changes nothing, if the upload has been deleted. */
  async updateReady(id: number): Promise<Media | undefined> {
    const [row] = await this.#table()
      .where({ id, status: 'storing' })
      .update({ status: 'ready' })
      .returning<Media[]>(MEDIA_COLUMNS);
    return row;
  }

  /** Hides the row from now on; its files are deleted later. */
  async updateDeleting(id: number): Promise<void> {
    await this.#table().where({ id }).update({ status: 'deleting' });
  }

  /** As `updateDeleting`, for all media of a user. Returns their number. */
  async updateDeletingOf(user_id: number): Promise<number> {
    return this.#table().where({ user_id }).update({ status: 'deleting', user_id: null });
  }

  /** As `updateDeleting`, for uploads that began before a time and were interrupted. */
  async updateDeletingInterrupted(before: string): Promise<number> {
    return this.#table()
      .where({ status: 'storing' })
      .where('created_at', '<', before)
      .update({ status: 'deleting' });
  }

  /**
   * Locks proofs from before a time that no submission shows FOR UPDATE, and returns their ids.
   * Leaves out proofs that are being submitted at this moment.
   */
  async lockUnnamedProofs(before: string): Promise<number[]> {
    return this.#table()
      .where({ purpose: 'proof', status: 'ready' })
      .where('created_at', '<', before)
      .whereNotExists(this.#submissions())
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .pluck('id');
  }

  /**
   * As `updateDeleting`, for those of the locked media that no submission shows. It is a statement after
   * the lock, so it sees the submission that committed just before.
   */
  async updateDeletingUnnamed(ids: readonly number[]): Promise<number> {
    return this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .whereNotExists(this.#submissions())
      .update({ status: 'deleting' });
  }

  /** Media in a status with ids after `after`, by id, at most 100. */
  async listInStatus(status: MediaStatus, after: number): Promise<Media[]> {
    return this.#table()
      .where({ status })
      .where('id', '>', after)
      .orderBy('id')
      .limit(100)
      .select(...MEDIA_COLUMNS);
  }

  /** Returns the keys that no row has. */
  async listUnknownKeys(keys: readonly string[]): Promise<string[]> {
    const { rows } = await this.db.raw<{ rows: { key: string }[] }>(
      `select given.key from unnest(?::text[]) as given (key)
        where not exists (select from media m where m.key = given.key)
          and not exists (select from media m where m.variant_keys @> array[given.key])`,
      [[...keys]],
    );
    return rows.map(({ key }) => key);
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /** The submissions that show the row of `media`. */
  #submissions() {
    return this.db('user_quest_tasks as s')
      .whereRaw('s.media_id = media.id')
      .select(this.db.raw('1'));
  }

  #table() {
    return this.db('media');
  }
}
