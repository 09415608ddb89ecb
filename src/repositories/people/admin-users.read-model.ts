import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import { type Searched, type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { UNNAMED } from '../../db/statement-names.ts';
import type { OnboardingStatus, User } from '../../domain/people/users.ts';
import { attending, searchAllUsers } from './profiles.sql.ts';
import { USER_COLUMNS } from './users.repository.ts';

export interface AdminUsersFilter {
  readonly q?: string | undefined;
  readonly onboarding_status?: OnboardingStatus | undefined;
  readonly is_blocked?: boolean | undefined;
  readonly conference_id?: number | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly sort: `${'' | '-'}${'created_at' | 'first_name'}`;
}

/** The sort key and the id of the last row. */
type Position = readonly [key: string, id: number];
export type AdminUsersPosition = SearchPosition<Position>;
export type AdminUsersPage = PageRequest<AdminUsersPosition>;

/** Users as administrators search them. */
export class AdminUsersReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async list(
    filter: AdminUsersFilter,
    request: AdminUsersPage,
  ): Promise<Page<User, AdminUsersPosition>> {
    const key = filter.sort.endsWith('first_name') ? 'first_name' : 'created_at';
    const direction = filter.sort.startsWith('-') ? 'desc' : 'asc';
    return searchedKeysetPage(filter.q, request, (matching, page) => {
      const query = this.#db('users as u')
        .select(USER_COLUMNS.map((column) => `u.${column}`))
        .whereNull('u.erased_at')
        .orderBy([
          { column: `u.${key}`, order: direction },
          { column: 'u.id', order: direction },
        ]);
      this.#filter(query, { ...filter, matching });
      return keysetPage<User, Position>(query, page, {
        seek: (rows, after) =>
          rows.whereRaw(`(u.${key}, u.id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [...after]),
        positionOf: (row) => [row[key], row.id],
      });
    });
  }

  #filter(query: Knex.QueryBuilder, filter: Searched<AdminUsersFilter>): void {
    const { q, matching, onboarding_status, is_blocked, conference_id, created_from, created_to } =
      filter;
    if (q) searchAllUsers(query, { q, matching });
    if (onboarding_status) query.where('u.onboarding_status', onboarding_status);
    if (is_blocked !== undefined) query.where('u.is_blocked', is_blocked);
    if (created_from) query.where('u.created_at', '>=', created_from);
    if (created_to) query.where('u.created_at', '<', created_to);
    if (conference_id) attending(query.options(UNNAMED), conference_id);
  }
}
