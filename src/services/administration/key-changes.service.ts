import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkOwnerLeft, isValid } from '../../domain/administration/api-keys.ts';
import { checkCovers } from '../../domain/administration/grants.ts';
import { unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AdminAuthenticationService } from './admin-authentication.service.ts';

interface Deps {
  readonly store: Store;
  readonly adminAuthentication: Pick<AdminAuthenticationService, 'forget'>;
  readonly now: () => Date;
}

/** What all changes of keys and administrators keep: one after the other, and never without an owner. */
export class KeyChangesService {
  readonly #deps: Deps;
  readonly #authentication: Pick<AdminAuthenticationService, 'forget'>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#authentication = deps.adminAuthentication;
  }

  /**
   * Runs `work`, and rolls back if it ends the last owner key. This process answers by the changed keys
   * before the promise settles, also after a failure: a COMMIT whose answer was lost may have happened.
   *
   * @param work gets the time of the change
   * @throws AppError CONFLICT for the last owner key; UNAUTHORIZED or FORBIDDEN if the caller's key was
   *   revoked or lost rights since the request was authenticated
   */
  async run<T>(by: Administrator, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
    try {
      return await this.#run(by, work);
    } finally {
      this.#authentication.forget();
    }
  }

  #run<T>(by: Administrator, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      await tx.apiKeys.lockAll();
      const now = this.#deps.now();
      await checkCaller(tx, by, now);
      const before = await tx.apiKeys.listOwners(now.toISOString());
      const result = await work(tx, now);
      checkOwnerLeft(before, await tx.apiKeys.listOwners(now.toISOString()));
      return result;
    });
  }
}

/** Under the lock: a revoked key makes no other one, even if its process does not know it yet. */
async function checkCaller(tx: Tx, by: Administrator, now: Date): Promise<void> {
  if (by.api_key_id === null) return;
  const rights = await tx.apiKeys.findRights(by.key);
  if (!rights || !isValid(rights, now)) throw unauthorized();
  checkCovers(rights, by);
}
