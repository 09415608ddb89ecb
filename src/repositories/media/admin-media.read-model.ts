import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type { Media, MediaKind, MediaPurpose, MediaUse } from '../../domain/media/media.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';
import { MEDIA_COLUMNS } from './media.repository.ts';
import { IS_USED, USES } from './media.sql.ts';

/** More would help no organizer who decides on a file. */
const MAX_USES = 100;

const KEYS = { id: 'm.id', bytes: 'm.bytes' } as const;

export interface AdminMediaFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly user_id?: number | undefined;
  readonly kind?: MediaKind | undefined;
  readonly purpose?: MediaPurpose | undefined;
  /** Files that nothing shows; their URLs may be used elsewhere. */
  readonly unused?: boolean | undefined;
  /** Finds users, whose files are listed. */
  readonly q?: string | undefined;
  /** Whether `q` also finds usernames and messenger ids. */
  readonly byContacts?: boolean | undefined;
}

export type AdminMediaPosition = SearchPosition<SortPosition>;

/** Media as administrators list it. */
export class AdminMediaReadModel extends OnDatabase {
  /** The number and the bytes of the stored files. */
  async list(
    filter: AdminMediaFilter,
    request: PageRequest<AdminMediaPosition>,
  ): Promise<Page<Media, AdminMediaPosition>> {
    const { sort, q } = filter;
    const sorting = { sort, keys: KEYS, id: 'm.id' };
    return searchedKeysetPage(q, request, {
      key: 'm.id',
      of: (words) => sorted(this.#listed({ ...filter, ...words }), sorting),
      read: (query, page, total) =>
        sortedPage<Media, keyof typeof KEYS>(query, page, { ...sorting, total }),
    });
  }

  /** What shows an upload, by type and id. */
  async listUses(id: number): Promise<MediaUse[]> {
    const { rows } = await this.db.raw<{ rows: MediaUse[] }>(USES, { id, limit: MAX_USES });
    return rows;
  }

  #listed(filter: Searched<AdminMediaFilter>): Knex.QueryBuilder {
    const { user_id, kind, purpose, unused, q, matching, byContacts } = filter;
    const query = this.db('media as m')
      .where('m.status', 'ready')
      .select(MEDIA_COLUMNS.map((column) => `m.${column}`));
    for (const [column, value] of Object.entries({ user_id, kind, purpose })) {
      if (value !== undefined) query.where(`m.${column}`, value);
    }
    if (unused !== undefined) query.whereRaw(`${IS_USED} = ?`, [!unused]);
    if (q) {
      query.join('users as u', 'u.id', 'm.user_id');
      searchAllUsers(query, { q, matching, byContacts });
    }
    return query;
  }
}
