import type { Knex } from 'knex';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import type { Page, PageRequest } from '../../db/pages.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import type { OnboardingStatus, User } from '../../domain/people/users.ts';
import { type Sort, type SortPosition, sortOf } from '../../domain/sorts.ts';
import { PRIMARY_LANGUAGE, SERVED_LANGUAGE } from '../messaging/languages.sql.ts';
import { attending, foundAttending, searchAllUsers } from './profiles.sql.ts';
import { USER_COLUMNS } from './users.repository.ts';

const KEYS = {
  created_at: 'u.created_at',
  first_name: 'u.first_name',
  /** A user without a last name comes first. */
  last_name: `coalesce(u.last_name, '')`,
  /** From `user_activity`, where a user who has never signed in counts as the earliest. */
  last_seen_at: 'a.last_seen_at',
} as const;

export interface AdminUsersFilter {
  readonly q?: string | undefined;
  /** Whether `q` also finds usernames and messenger ids. */
  readonly byContacts?: boolean | undefined;
  readonly onboarding_status?: OnboardingStatus | undefined;
  readonly is_blocked?: boolean | undefined;
  /** `de` is also `de-AT`. */
  readonly language_code?: string | undefined;
  readonly messenger_reachable?: boolean | undefined;
  readonly conference_id?: number | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly sort: Sort<keyof typeof KEYS>;
}

export type AdminUsersPosition = SearchPosition<SortPosition>;
export type AdminUsersPage = PageRequest<AdminUsersPosition>;

/** Users as administrators search them. */
export class AdminUsersReadModel extends OnDatabase {
  async list(
    filter: AdminUsersFilter,
    request: AdminUsersPage,
  ): Promise<Page<User, AdminUsersPosition>> {
    const isByLastSeen = sortOf(filter.sort).key === 'last_seen_at';
    const sorting = { sort: filter.sort, keys: KEYS, id: isByLastSeen ? 'a.user_id' : 'u.id' };
    const withActivity = (query: Knex.QueryBuilder) =>
      isByLastSeen ? query.join('user_activity as a', 'a.user_id', 'u.id') : query;
    return searchedKeysetPage(filter.q, request, {
      key: 'u.id',
      of: (words) => this.#listed({ ...filter, ...words }),
      read: (counted, page, total) =>
        sortedPage<User, keyof typeof KEYS>(withActivity(counted.clone()), page, {
          ...sorting,
          total,
          counted,
        }),
    });
  }

  #listed(filter: Searched<AdminUsersFilter>): Knex.QueryBuilder {
    const query = this.db('users as u')
      .select(USER_COLUMNS.map((column) => `u.${column}`))
      .whereNull('u.erased_at');
    this.#filter(query, filter);
    return query;
  }

  #filter(query: Knex.QueryBuilder, filter: Searched<AdminUsersFilter>): void {
    const { q, matching, onboarding_status, is_blocked, conference_id, created_from, created_to } =
      filter;
    const { language_code, messenger_reachable } = filter;
    if (q) searchAllUsers(query, { q, matching, byContacts: filter.byContacts });
    if (onboarding_status) query.where('u.onboarding_status', onboarding_status);
    if (is_blocked !== undefined) query.where('u.is_blocked', is_blocked);
    if (language_code) speaking(query, language_code);
    if (messenger_reachable !== undefined) {
      query.where('u.messenger_reachable', messenger_reachable);
    }
    if (created_from) query.where('u.created_at', '>=', created_from);
    if (created_to) query.where('u.created_at', '<', created_to);
    if (!conference_id) return;
    const isNewestFirst = filter.sort === '-created_at';
    if (q) foundAttending(query, conference_id);
    else attending(query, conference_id, { id: 'u.id', isNewestFirst });
  }
}

/** Unnamed: nearly all users speak one language, and few each of the others. */
function speaking(query: Knex.QueryBuilder, code: string): void {
  const [language = '', region] = code.toLowerCase().split('-', 2);
  query.whereRaw(`${PRIMARY_LANGUAGE} = ?`, [language]);
  if (region !== undefined) {
    query.whereRaw(`${SERVED_LANGUAGE} is not null`, { languages: [code] });
  }
}
