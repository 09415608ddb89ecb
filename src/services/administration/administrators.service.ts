import type { NumberedRequest, Page } from '../../db/pages.ts';
import type {
  Administrator,
  AdministratorAccount,
} from '../../domain/administration/administrators.ts';
import { checkActsFor, checkCovers } from '../../domain/administration/grants.ts';
import { type Changes, differences } from '../../domain/changes.ts';
import { notFound } from '../../errors.ts';
import type { AdministratorColumns } from '../../repositories/administration/administrators.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { KeyChangesService } from './key-changes.service.ts';

export type NewAdministrator = Pick<AdministratorAccount, 'name'> & Changes<AdministratorColumns>;

export interface AdministratorChange extends Changes<AdministratorColumns> {
  readonly is_disabled?: boolean | undefined;
}

type Changed = AdministratorColumns & Pick<AdministratorAccount, 'disabled_at'>;

/** The accounts of the people who administer. */
export class AdministratorsService {
  readonly #deps;

  constructor(deps: { store: Store; changes: KeyChangesService }) {
    this.#deps = deps;
  }

  list(
    filter: { readonly is_disabled?: boolean | undefined },
    page: NumberedRequest,
  ): Promise<Page<AdministratorAccount>> {
    return this.#deps.store.administrators.list(filter, page);
  }

  /**
   * Creates an administrator, who can do nothing until they have a key.
   * @throws AppError CONFLICT for an e-mail or a messenger id in use
   */
  async create(by: Administrator, given: NewAdministrator): Promise<AdministratorAccount> {
    const { name, email = null, messenger_id = null } = given;
    const created_by = by.administrator_id;
    return this.#deps.changes.run(by, async (tx) => {
      const account = await tx.administrators.insert({ name, email, messenger_id, created_by });
      await tx.audit.record(by, 'administrator.create', account.id, { after: { name } });
      return account;
    });
  }

  /**
   * Changes an administrator. Disabling ends all their keys, tokens and sessions at once; enabling
   * makes those valid again that are neither revoked nor expired.
   *
   * @throws AppError NOT_FOUND; FORBIDDEN if one of their keys has more than the caller, since the
   *   owner of their messenger id signs in with these keys; CONFLICT for an e-mail or a messenger id in use, or
   *   for the holder of the last owner key
   */
  async update(
    by: Administrator,
    id: number,
    { is_disabled: isDisabled, ...columns }: AdministratorChange,
  ): Promise<AdministratorAccount> {
    return this.#deps.changes.run(by, async (tx, now) => {
      const before = await tx.administrators.find(id);
      if (!before) throw notFound('administrator');
      const keys = await tx.apiKeys.listRightsOf(id);
      for (const key of keys) checkCovers(by, key);
      // The owner of the messenger id signs in as this administrator.
      if (
        keys.length > 0 &&
        (columns.messenger_id ?? before.messenger_id) !== before.messenger_id
      ) {
        checkActsFor(by, id);
      }
      const { after: changes } = differences<Changed>(before, {
        ...columns,
        ...(isDisabled !== undefined && { disabled_at: disabledAt(before, { isDisabled, now }) }),
      });
      if (Object.keys(changes).length === 0) return before;
      const after = await tx.administrators.update(id, changes);
      await tx.audit.record(by, 'administrator.update', id, {
        before: { name: before.name, disabled_at: before.disabled_at },
        // No addresses: readers of the log need not see them.
        after: { name: after.name, disabled_at: after.disabled_at, fields: Object.keys(changes) },
      });
      return after;
    });
  }
}

/** The time of the first disabling stays. */
const disabledAt = (
  { disabled_at }: AdministratorAccount,
  { isDisabled, now }: { isDisabled: boolean; now: Date },
): string | null => (isDisabled ? (disabled_at ?? now.toISOString()) : null);
