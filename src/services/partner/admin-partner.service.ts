import type { Page, PageRequest } from '../../db/pages.ts';
import type {
  AdminMint,
  AdminPartnerAccount,
  MintCounts,
} from '../../domain/partner/partner-mints.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import type {
  AdminMintsFilter,
  AdminPartnerAccountsFilter,
  AdminPartnerAccountsPosition,
} from '../../repositories/partner/admin-partner.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** What administrators see of the partner. */
export class AdminPartnerService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  async listAccounts(
    filter: AdminPartnerAccountsFilter,
    request: PageRequest<AdminPartnerAccountsPosition>,
  ): Promise<Page<AdminPartnerAccount, AdminPartnerAccountsPosition>> {
    return this.#store.search(filter.q, (read) => read.adminPartner.listAccounts(filter, request));
  }

  /** The counts are those of all mints, whatever the filter. */
  async listMints(
    filter: AdminMintsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<AdminMint, SortPosition> & { readonly counts: MintCounts }> {
    const { adminPartner } = this.#store.read;
    const page = await adminPartner.listMints(filter, request);
    return { ...page, counts: await adminPartner.countMints() };
  }
}
