import type { Knex } from 'knex';
import type { Page, PageRequest } from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { Media, MediaKind, MediaPurpose } from '../../domain/media/media.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { MEDIA_COLUMNS } from './media.repository.ts';
import { IS_USED } from './media.sql.ts';

const KEYS = { id: 'm.id', bytes: 'm.bytes' } as const;

export interface AdminMediaFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly user_id?: number | undefined;
  readonly kind?: MediaKind | undefined;
  readonly purpose?: MediaPurpose | undefined;
  /** Files that nothing shows; their URLs may be used elsewhere. */
  readonly unused?: boolean | undefined;
}

/** Media as administrators list it. */
export class AdminMediaReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** The number and the bytes of the stored files. */
  async list(
    { sort, user_id, kind, purpose, unused }: AdminMediaFilter,
    page: PageRequest<SortPosition>,
  ): Promise<Page<Media, SortPosition>> {
    const query = this.#db('media as m')
      .where('m.status', 'ready')
      .select(MEDIA_COLUMNS.map((column) => `m.${column}`));
    for (const [column, value] of Object.entries({ user_id, kind, purpose })) {
      if (value !== undefined) query.where(`m.${column}`, value);
    }
    if (unused !== undefined) query.whereRaw(`${IS_USED} = ?`, [!unused]);
    return sortedPage<Media, keyof typeof KEYS>(query, page, { sort, keys: KEYS, id: 'm.id' });
  }
}
