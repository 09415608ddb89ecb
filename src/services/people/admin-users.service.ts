import type { Page } from '../../db/pages.ts';
import { type AttendableKey, attendableKeys } from '../../domain/attendance/attendable-keys.ts';
import { type Changes, differences } from '../../domain/changes.ts';
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
import type { Store, Tx } from '../../repositories/store.ts';

/** A user as administrators see them. */
export interface AdminUser extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
}

/** The seats of events, or of conferences, that an unblocked user can get. */
export interface WaitlistSeats {
  lockPromotionsOf(tx: Tx, userId: number): Promise<(() => Promise<unknown>)[]>;
}

/** Users for administrators: list, search, update, block, unblock. */
export class AdminUsersService {
  readonly #store: Store;
  readonly #seats: readonly WaitlistSeats[];
  readonly #now: () => Date;

  /** @param deps.seats in the order in which they are locked */
  constructor(deps: { store: Store; seats: readonly WaitlistSeats[]; now: () => Date }) {
    this.#store = deps.store;
    this.#seats = deps.seats;
    this.#now = deps.now;
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
   * Changes the given fields. Safe to repeat.
   * @throws AppError NOT_FOUND also if the user is erased
   */
  async update(
    by: Administrator,
    id: number,
    given: Changes<Pick<User, 'is_ranked'>>,
  ): Promise<AdminUser> {
    return this.#store.transaction(async (tx) => {
      const user = await tx.users.lockAllowingReferences(id);
      if (!user || user.erased_at !== null) throw notFound('user');
      const { before, after } = differences<Pick<User, 'is_ranked'>>(user, given);
      if (Object.keys(after).length === 0) return forAdmin(user);
      const changed = await tx.users.update(id, after);
      if (!changed) throw notFound('user');
      await tx.audit.record(by, 'user.update', id, { before, after });
      return forAdmin(changed);
    });
  }

  /**
   * Blocks or unblocks a user. A blocked user can only export and erase their own data. Takes
   * effect at once: each request reads the row, and open live streams are notified. An unblocked
   * user gets a free seat where they are next on a waitlist. Safe to repeat.
   *
   * @throws AppError NOT_FOUND also if the user is erased
   */
  async setBlocked(by: Administrator, id: number, is_blocked: boolean): Promise<AdminUser> {
    const locked = is_blocked ? [] : await this.#attendedBy(id);
    return this.#store.transactionOn(locked, async (tx) => {
      // Attendables before users: the lock order of every transaction that promotes.
      const promotions = is_blocked ? [] : await this.#lockPromotions(tx, id);
      const user = await (is_blocked ? tx.users.lock(id) : tx.users.lockAllowingReferences(id));
      if (user?.is_blocked === is_blocked && user.erased_at === null) return forAdmin(user);

      const changed = await tx.users.update(id, { is_blocked });
      if (!changed) throw notFound('user');
      if (is_blocked) await tx.streamTickets.deleteAllOf(id);
      await tx.audit.record(by, is_blocked ? 'user.block' : 'user.unblock', id, {
        before: { is_blocked: !is_blocked },
        after: { is_blocked },
      });
      for (const promote of promotions) await promote();
      return forAdmin(changed);
    });
  }

  async #attendedBy(userId: number): Promise<AttendableKey[]> {
    const { conferences, events } = this.#store;
    const now = this.#now().toISOString();
    return attendableKeys({
      conferences: await conferences.listIdsOf(userId, now),
      events: await events.listIdsOf(userId, now),
    });
  }

  async #lockPromotions(tx: Tx, userId: number) {
    const promotions: (() => Promise<unknown>)[] = [];
    for (const seats of this.#seats) promotions.push(...(await seats.lockPromotionsOf(tx, userId)));
    return promotions;
  }
}

const forAdmin = (user: User): AdminUser => ({ ...user, socials: linksOf(user.socials) });
