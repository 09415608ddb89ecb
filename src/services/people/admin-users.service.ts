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

/** A person as administrators see them. */
export interface AdminUser extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
}

/** What administrators do with people. */
export class AdminUsersService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Everybody, hidden and blocked people too; erased ones are nobody's any more. */
  async list(
    filter: AdminUsersFilter,
    page: AdminUsersPage,
  ): Promise<Page<AdminUser, AdminUsersPosition>> {
    const found = await this.#store.read.adminUsers.list(filter, page);
    return { ...found, rows: found.rows.map(forAdmin) };
  }

  /**
   * Keeps a person out of everything but their own data, or lets them in again; at once, since the
   * row is read at each of their requests and their open streams are told. Doing it again changes
   * nothing.
   *
   * @throws AppError NOT_FOUND for nobody, and for somebody erased
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
