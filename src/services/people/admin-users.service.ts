import type { Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { SocialLinks } from '../../domain/people/socials.ts';
import { linksOf } from '../../domain/people/socials.ts';
import type { User } from '../../domain/people/users.ts';
import { notFound } from '../../errors.ts';
import type {
  AdminUsersFilter,
  AdminUsersPage,
  AdminUsersPosition,
} from '../../repositories/people/admin-users.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** A user as administrators see them. */
export interface AdminUser extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
}

/** Users for administrators: list, search, block, unblock. */
export class AdminUsersService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Lists all users, including hidden and blocked ones, but not erased ones. */
  async list(
    filter: AdminUsersFilter,
    page: AdminUsersPage,
  ): Promise<Page<AdminUser, AdminUsersPosition>> {
    const found = await this.#store.read.adminUsers.list(filter, page);
    return { ...found, rows: found.rows.map(forAdmin) };
  }

  /**
   * Blocks or unblocks a user. A blocked user can only export and erase their own data. Takes
   * effect at once: each request reads the row, and open live streams are notified. Safe to repeat.
   *
   * @throws AppError NOT_FOUND also if the user is erased
   */
  async setBlocked(by: Administrator, id: number, is_blocked: boolean): Promise<AdminUser> {
    return this.#store.transaction(async (tx) => {
      const user = await tx.users.lock(id);
      if (user?.is_blocked === is_blocked && user.erased_at === null) return forAdmin(user);

      const changed = await tx.users.update(id, { is_blocked });
      if (!changed) throw notFound('user');
      if (is_blocked) await tx.streamTickets.deleteAllOf(id);
      await tx.audit.record(by, is_blocked ? 'user.block' : 'user.unblock', id, {
        before: { is_blocked: !is_blocked },
        after: { is_blocked },
      });
      return forAdmin(changed);
    });
  }
}

const forAdmin = (user: User): AdminUser => ({ ...user, socials: linksOf(user.socials) });
