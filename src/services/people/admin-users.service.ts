import type { Page } from '../../db/pages.ts';
import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import type { Scope } from '../../domain/administration/scopes.ts';
import { type Changes, differences } from '../../domain/changes.ts';
import {
  type AdminUser,
  adminUserView,
  type UserActivities,
} from '../../domain/people/admin-users.ts';
import { PROFILE_FIELDS, type User } from '../../domain/people/users.ts';
import { type ExpectedVersions, isExpected, type Target } from '../../domain/versions.ts';
import { notFound, preconditionFailed } from '../../errors.ts';
import { inBatches } from '../../lib/batches.ts';
import type {
  PersonalAttendance,
  PersonalRegistration,
} from '../../repositories/attendance/personal-attendances.read-model.ts';
import type { AuditRow } from '../../repositories/operations/audit-log.read-model.ts';
import type {
  AdminUsersFilter,
  AdminUsersPage,
  AdminUsersPosition,
} from '../../repositories/people/admin-users.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** A user with their attendances and the latest changes. */
interface AdminUserDetails extends AdminUser, UserActivities {
  readonly event_attendances: readonly PersonalAttendance[];
  readonly conference_attendances: readonly PersonalRegistration[];
  readonly connection_count: number;
  readonly audit_log: readonly AuditRow[];
}

type Corrected = Pick<User, 'is_ranked' | (typeof PROFILE_FIELDS)[number] | 'last_name'> & {
  readonly first_name: string | null;
};

/** The fields that an administrator can correct. A null name restores the messenger's. */
export type UserCorrections = Changes<Corrected>;

/** A row of an export. */
type Row = Omit<User, 'socials' | 'interests'> & { readonly interests: string };

/** Erases accounts. The audit log records an administrator who does, who may expect a version. */
interface Erasure {
  erase(userId: number, request: { by: Administrator; ifMatch: ExpectedVersions }): Promise<void>;
}

/** The number of audit rows that a user is shown with. */
const LATEST_CHANGES = 10;

/** The seats of events, or of conferences, that an unblocked user can get. */
export interface WaitlistSeats {
  lockPromotionsOf(tx: Tx, userId: number): Promise<(() => Promise<unknown>)[]>;
}

interface Deps {
  readonly store: Store;
  readonly seats: readonly WaitlistSeats[];
  readonly accounts: Erasure;
  readonly now: () => Date;
}

/** Users for administrators: list, search, update, block, unblock. */
export class AdminUsersService {
  readonly #deps: Deps;
  /** @param deps.seats in the order in which they are locked */
  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists all users, including hidden and blocked ones, but not erased ones. */
  async list(
    filter: AdminUsersFilter,
    page: AdminUsersPage,
  ): Promise<Page<AdminUser, AdminUsersPosition>> {
    const found = await this.#page(filter, page);
    return { ...found, rows: found.rows.map(adminUserView) };
  }

  /**
   * Returns all users of a list in batches. The audit log records the export, since a file of personal
   * data leaves the service. It does not record the search words, which can be a name.
   */
  async export(
    by: Administrator,
    { format, ...filter }: AdminUsersFilter & { readonly format: string },
  ): Promise<AsyncIterable<readonly Row[]>> {
    const { q: _, byContacts: __, sort: ___, ...recorded } = filter;
    const after = { format, ...recorded };
    await this.#deps.store.transaction((tx) => tx.audit.record(by, 'user.export', null, { after }));
    return this.#batches(filter);
  }

  async *#batches(filter: AdminUsersFilter): AsyncGenerator<readonly Row[]> {
    for await (const users of inBatches((request: AdminUsersPage) => this.#page(filter, request))) {
      yield users.map(({ socials: _, interests, ...user }) => ({
        ...user,
        interests: interests.join(', '),
      }));
    }
  }

  #page(filter: AdminUsersFilter, page: AdminUsersPage): Promise<Page<User, AdminUsersPosition>> {
    return this.#deps.store.search(filter.q, (read) => read.adminUsers.list(filter, page));
  }

  /**
   * What the user did and received is only read with the scope for it.
   * @throws AppError NOT_FOUND
   */
  async get(by: Administrator, id: number): Promise<AdminUserDetails> {
    const user = await this.#deps.store.users.find(id);
    if (!user) throw notFound('user');
    const { personalAttendances, users, auditLog } = this.#deps.store.read;
    const about = { sort: '-id', subject_type: 'user', subject_id: id } as const;
    const [activities, events, conferences, counts, audit] = await Promise.all([
      this.#activitiesOf(by, id),
      personalAttendances.listAttendances(id),
      personalAttendances.listRegistrations(id),
      users.countOwn(id),
      auditLog.list(about, { page: 1, limit: LATEST_CHANGES }),
    ]);
    return {
      ...adminUserView(user),
      ...activities,
      event_attendances: events,
      conference_attendances: conferences,
      connection_count: counts.connections,
      audit_log: audit.rows,
    };
  }

  /** One statement for each kind that the key may read. */
  async #activitiesOf({ scopes }: Administrator, id: number): Promise<UserActivities> {
    const { adminUserDetails } = this.#deps.store.read;
    const reads = (scope: Scope) => missingScope(scopes, [scope]) === undefined;
    const [quests, feedback, messages, media] = await Promise.all([
      reads('quests:read') ? adminUserDetails.findQuests(id) : undefined,
      reads('feedback:read') ? adminUserDetails.findFeedback(id) : undefined,
      reads('broadcasts:read') ? adminUserDetails.findMessages(id) : undefined,
      reads('media:read') ? adminUserDetails.findMedia(id) : undefined,
    ]);
    return {
      ...(quests && { quests }),
      ...(feedback && { feedback }),
      ...(messages && { messages }),
      ...(media && { media }),
    };
  }

  /**
   * Erases a user on their request, as they do themselves. Safe to repeat.
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED unless they are erased already
   */
  async erase(by: Administrator, { id, ifMatch }: Target): Promise<void> {
    if (!(await this.#deps.store.users.find(id))) throw notFound('user');
    await this.#deps.accounts.erase(id, { by, ifMatch });
  }

  /**
   * Changes the given fields. No later import overwrites them. Safe to repeat.
   * @throws AppError NOT_FOUND also if the user is erased; PRECONDITION_FAILED
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    given: UserCorrections,
  ): Promise<AdminUser> {
    return this.#deps.store.transaction(async (tx) => {
      const user = await tx.users.lockAllowingReferences(id);
      if (!user || user.erased_at !== null) throw notFound('user');
      if (!isExpected(user, ifMatch)) throw preconditionFailed(adminUserView(user));
      const { before, after } = differences<Corrected>(user, given);
      if (Object.keys(after).length === 0) return adminUserView(user);
      const { first_name, last_name, ...columns } = after;
      const names = {
        ...(first_name !== undefined && { own_first_name: first_name }),
        ...(last_name !== undefined && { own_last_name: last_name }),
      };
      const edited = PROFILE_FIELDS.filter((field) => after[field] !== undefined);
      const changed = await tx.users.update(id, { ...columns, ...names }, edited);
      if (!changed) throw notFound('user');
      await tx.audit.record(by, 'user.update', id, { before, after });
      return adminUserView(changed);
    });
  }

  /**
   * Blocks or unblocks a user. A blocked user can only export and erase their own data. Takes
   * effect at once: each request reads the row, and open live streams are notified. An unblocked
   * user gets a free seat where they are next on a waitlist. Safe to repeat.
   *
   * @param reason for the other administrators, in the audit log
   * @throws AppError NOT_FOUND also if the user is erased
   */
  async setBlocked(
    by: Administrator,
    id: number,
    { is_blocked, reason }: { is_blocked: boolean; reason?: string | undefined },
  ): Promise<AdminUser> {
    if (is_blocked) return this.#deps.store.transaction((tx) => this.block(tx, by, id, reason));
    return this.#deps.store.transaction(async (tx) => {
      // Attendables before users: the lock order of every transaction that promotes.
      const promotions = await this.#lockPromotions(tx, id);
      const user = await tx.users.lockAllowingReferences(id);
      if (user?.is_blocked === false && user.erased_at === null) return adminUserView(user);
      const changed = await this.#saveBlocked(tx, by, { id, is_blocked, reason });
      for (const promote of promotions) await promote();
      return changed;
    });
  }

  /** As `setBlocked`, in the transaction of a decision about the user. @throws AppError NOT_FOUND */
  async block(tx: Tx, by: Administrator, id: number, reason?: string): Promise<AdminUser> {
    const user = await tx.users.lock(id);
    if (user?.is_blocked && user.erased_at === null) return adminUserView(user);
    const changed = await this.#saveBlocked(tx, by, { id, is_blocked: true, reason });
    await tx.streamTickets.deleteAllOf(id);
    return changed;
  }

  async #saveBlocked(
    tx: Tx,
    by: Administrator,
    { id, is_blocked, reason }: Pick<User, 'id' | 'is_blocked'> & { reason: string | undefined },
  ): Promise<AdminUser> {
    const changed = await tx.users.update(id, { is_blocked });
    if (!changed) throw notFound('user');
    tx.pinToPrimary('all');
    await tx.audit.record(by, is_blocked ? 'user.block' : 'user.unblock', id, {
      before: { is_blocked: !is_blocked },
      after: { is_blocked, ...(reason !== undefined && { reason }) },
    });
    return adminUserView(changed);
  }

  async #lockPromotions(tx: Tx, userId: number) {
    const promotions: (() => Promise<unknown>)[] = [];
    for (const seats of this.#deps.seats)
      promotions.push(...(await seats.lockPromotionsOf(tx, userId)));
    return promotions;
  }
}
