import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import type { Media, MediaKind, MediaPurpose } from '../../domain/media/media.ts';
import { MEDIA_COLUMNS } from './media.repository.ts';

export interface AdminMediaFilter {
  readonly user_id?: number | undefined;
  readonly kind?: MediaKind | undefined;
  readonly purpose?: MediaPurpose | undefined;
}

/** Media as administrators list it. */
export class AdminMediaReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** What is stored, newest first. */
  async list(
    { user_id, kind, purpose }: AdminMediaFilter,
    page: PageRequest<number>,
  ): Promise<Page<Media, number>> {
    const query = this.#db('media as m')
      .where('m.status', 'ready')
      .orderBy('m.id', 'desc')
      .select(MEDIA_COLUMNS.map((column) => `m.${column}`));
    for (const [column, value] of Object.entries({ user_id, kind, purpose })) {
      if (value !== undefined) query.where(`m.${column}`, value);
    }
    return keysetPage<Media, number>(query, page, {
      seek: (rows, after) => rows.where('m.id', '<', after),
      positionOf: (row) => row.id,
    });
  }
}
