import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import { MAX_ADMIN_TOTAL, type Page, type PageRequest } from '../../db/pages.ts';
import { onlyRow } from '../../db/rows.ts';
import { type SearchPosition, searchedKeysetPage } from '../../db/search-pages.ts';
import { sorted, sortedPage } from '../../db/sorts.ts';
import type { PartnerAccountStatus } from '../../domain/partner/partner-accounts.ts';
import {
  type AdminMint,
  type AdminPartnerAccount,
  type FailureCode,
  MINT_VIEW_STATUSES,
  type MintCounts,
  type MintViewStatus,
} from '../../domain/partner/partner-mints.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { searchAllUsers } from '../people/profiles.sql.ts';

/** SQL for the status that is shown; the expression of an index. */
const SHOWN = `(case m.status when 'unknown' then 'pending' else m.status end)`;

/** SQL for the user `u`. */
const USER = `json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'username', u.username) as "user"`;

export interface AdminPartnerAccountsFilter {
  readonly sort: Sort<'user_id'>;
  readonly status?: PartnerAccountStatus | undefined;
  readonly q?: string | undefined;
  /** Whether `q` also finds usernames and messenger ids. */
  readonly byContacts?: boolean | undefined;
}

export type AdminPartnerAccountsPosition = SearchPosition<SortPosition>;

export interface AdminMintsFilter {
  readonly sort: Sort<'id'>;
  readonly status?: MintViewStatus | undefined;
  readonly failure_reason?: FailureCode | undefined;
}

/** Accounts with the partner, and mints, as administrators see them: without tokens and addresses. */
export class AdminPartnerReadModel extends OnDatabase {
  async listAccounts(
    filter: AdminPartnerAccountsFilter,
    request: PageRequest<AdminPartnerAccountsPosition>,
  ): Promise<Page<AdminPartnerAccount, AdminPartnerAccountsPosition>> {
    const { q, sort } = filter;
    const sorting = { sort, keys: { user_id: 'p.user_id' }, id: 'p.user_id' };
    return searchedKeysetPage(q, request, {
      key: 'p.user_id',
      of: (words) => sorted(this.#accounts({ ...filter, ...words }), sorting),
      read: (query, page, total) =>
        sortedPage<AdminPartnerAccount, 'user_id'>(query, page, { ...sorting, total }),
    });
  }

  #accounts({ status, q, matching, byContacts }: Searched<AdminPartnerAccountsFilter>) {
    const query = this.db('partner_accounts as p')
      .join('users as u', 'u.id', 'p.user_id')
      .leftJoin('partner_mints as m', 'm.user_id', 'p.user_id')
      .select('p.status', 'p.partner_user_id', 'p.otp_expires_at', 'p.tries', 'p.verified_at')
      .select(this.db.raw(`${USER}, ${SHOWN} as mint_status`));
    if (status) query.where('p.status', status);
    if (q) searchAllUsers(query, { q, matching, byContacts });
    // A common status has another best plan than a rare one.
    return query;
  }

  async listMints(
    { status, failure_reason, sort }: AdminMintsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<AdminMint, SortPosition>> {
    const query = this.db('partner_mints as m')
      .join('users as u', 'u.id', 'm.user_id')
      .select('m.id', 'm.try', 'm.partner_mint_id', 'm.token_id', 'm.transaction_hash')
      .select('m.explorer_url', 'm.failure_code as failure_reason')
      .select('m.created_at', 'm.requested_at', 'm.finished_at')
      .select(this.db.raw(`${USER}, ${SHOWN} as status`));
    if (status) query.whereRaw(`${SHOWN} = ?`, [status]);
    if (failure_reason) query.where('m.failure_code', failure_reason);
    return sortedPage(query, request, { sort, keys: { id: 'm.id' }, id: 'm.id' });
  }

  /** Counts each status up to the largest total of a list, so that the counts cost a constant. */
  async countMints(): Promise<MintCounts> {
    const counts = MINT_VIEW_STATUSES.map(
      (status) =>
        `(select count(*) from (select from partner_mints m where ${SHOWN} = '${status}'
           limit ${MAX_ADMIN_TOTAL}) counted) as ${status}`,
    );
    const { rows } = await this.db.raw<{ rows: MintCounts[] }>(`select ${counts.join(', ')}`);
    return onlyRow(rows);
  }
}
