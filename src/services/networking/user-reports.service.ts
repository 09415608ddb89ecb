import type { NumberedRequest, Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type Block,
  type ListedBlock,
  listedBlock,
  MAX_BLOCKS,
} from '../../domain/networking/blocks.ts';
import {
  type AdminUserReport,
  DAILY_REPORTS,
  RESOLVED_REPORT_DAYS,
  type ReportOutcome,
  type ReportReason,
  type UserReport,
} from '../../domain/networking/user-reports.ts';
import type { User } from '../../domain/people/users.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { AppError, conflict, invalid, notFound, unauthorized } from '../../errors.ts';
import type { UserReportsFilter } from '../../repositories/networking/user-reports.read-model.ts';
import type { NewUserReport } from '../../repositories/networking/user-reports.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';
import type { AdminUsersService } from '../people/admin-users.service.ts';
import type { FailedAttemptsService } from '../people/authentication.service.ts';

const NO_MESSAGE = { message: null, is_own_message: null } as const;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What a user says about another one. */
export interface Reporting {
  readonly reason: ReportReason;
  readonly text?: string | null | undefined;
  readonly connection_id?: number | null | undefined;
}

interface Deps {
  readonly store: Store;
  readonly tries: FailedAttemptsService;
  readonly now: () => Date;
}

/** Receives reports of users by users. */
export class UserReportsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Stores a report, with the profile of the reported user and the message of the connection as they
   * are now. While a report of this pair is open, it is returned unchanged with `created: false`, also
   * when the two are concurrent.
   *
   * @throws AppError VALIDATION_ERROR for the caller's own id, and for a connection that is not between
   *   the two; NOT_FOUND for a user who is unknown, erased, or blocks the caller; RATE_LIMITED after 5
   *   reports in 24 hours; UNAUTHORIZED for a caller who has been erased
   */
  async create(
    reporter: User,
    reported_id: number,
    given: Reporting,
  ): Promise<{ readonly report: UserReport; readonly created: boolean }> {
    if (reported_id === reporter.id) throw invalid('id', "expected another user's id", 'self');
    return this.#deps.store.transaction(async (tx) => {
      const present = await tx.users.lockMany([reporter.id, reported_id]);
      if (!present.includes(reporter.id)) throw unauthorized();
      const isHidden = await tx.blocks.isBlockedBy(reporter.id, reported_id);
      if (isHidden || !present.includes(reported_id)) throw notFound('user');

      const open = await tx.userReports.findOpen(reporter.id, reported_id);
      if (open) return { report: open, created: false };
      const message = await this.#messageOf(tx, [reporter.id, reported_id], given.connection_id);
      await this.#deps.tries.countAction(tx, reporter, {
        ...DAILY_REPORTS,
        sentence: `You sent ${DAILY_REPORTS.limit} reports within 24 hours`,
      });
      const report = await tx.userReports.insert({
        reporter_id: reporter.id,
        reported_id,
        reason: given.reason,
        text: given.text ?? null,
        connection_id: given.connection_id ?? null,
        ...message,
        created_at: this.#deps.now().toISOString(),
      });
      return { report, created: true };
    });
  }

  /** Deletes reports a year after their resolution. Returns their number. */
  async deleteOld(): Promise<number> {
    const time = this.#deps.now().getTime() - RESOLVED_REPORT_DAYS * DAY_MS;
    return this.#deps.store.userReports.deleteResolvedBefore(new Date(time).toISOString());
  }

  /** The message of a connection of these two, the reporter first. @throws AppError VALIDATION_ERROR */
  async #messageOf(
    tx: Tx,
    [one, other]: readonly [number, number],
    connection_id: number | null | undefined,
  ): Promise<Pick<NewUserReport, 'message' | 'is_own_message'>> {
    if (connection_id === null || connection_id === undefined) return NO_MESSAGE;
    const connection = await tx.connections.lockPair(one, other);
    if (connection?.id !== connection_id) {
      throw invalid(
        'connection_id',
        'expected your connection or request with this user',
        'not_found',
      );
    }
    const { message, requester_id } = connection;
    return message === null ? NO_MESSAGE : { message, is_own_message: requester_id === one };
  }
}

/** A moderator's decision. */
export interface Decision {
  readonly outcome: ReportOutcome;
  readonly note?: string | null | undefined;
}

interface AdminUserReportsDeps {
  readonly store: Store;
  readonly users: AdminUsersService;
  readonly notifications: NotificationsService;
  readonly now: () => Date;
}

/** Reports of users for moderators. */
export class AdminUserReportsService {
  readonly #deps: AdminUserReportsDeps;

  constructor(deps: AdminUserReportsDeps) {
    this.#deps = deps;
  }

  async list(
    filter: UserReportsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<AdminUserReport, SortPosition>> {
    return this.#deps.store.read.userReports.list(filter, request);
  }

  /**
   * Resolves a report: `warned` notifies the reported user, who does not learn who reported them; `blocked`
   * blocks their account. Safe to repeat: the same outcome changes and sends nothing more.
   *
   * @throws AppError NOT_FOUND; CONFLICT if the report was resolved with another outcome
   */
  async resolve(by: Administrator, id: number, decision: Decision): Promise<AdminUserReport> {
    const reported_id = await this.#deps.store.userReports.findReported(id);
    if (reported_id === undefined) throw notFound('report');
    return this.#deps.store.transaction(async (tx) => {
      // The user first, as an erasure, which deletes the report.
      await tx.users.lock(reported_id);
      const report = await tx.userReports.lock(id);
      if (!report) throw notFound('report');
      if (report.outcome === null) await this.#decide(tx, by, { id, reported_id, ...decision });
      else if (report.outcome !== decision.outcome) {
        throw conflict(null, `This report is resolved already: ${report.outcome}`, 'decided', {
          status: report.outcome ?? '',
        });
      }
      const resolved = await tx.read.userReports.find(id);
      if (!resolved) throw notFound('report');
      return resolved;
    });
  }

  async #decide(
    tx: Tx,
    by: Administrator,
    { id, reported_id, outcome, note }: Decision & { id: number; reported_id: number },
  ): Promise<void> {
    const resolved_at = this.#deps.now().toISOString();
    await tx.userReports.updateResolved(id, { outcome, note: note ?? null, resolved_at });
    // The note can name people, and stays in the report.
    const after = { report_id: id, outcome };
    await tx.audit.record(by, 'user.resolve_report', reported_id, { after });
    if (outcome === 'warned') await this.#deps.notifications.userWarned(tx, reported_id);
    if (outcome === 'blocked') await this.#deps.users.block(tx, by, reported_id);
  }
}

interface BlocksDeps {
  readonly store: Store;
  readonly now: () => Date;
}

/**
 * Blocks between users. A block locks both users, by id, before the row of the pair: a request locks its
 * requester, so it commits before the block, which deletes it, or sees the block.
 */
export class BlocksService {
  readonly #deps: BlocksDeps;

  constructor(deps: BlocksDeps) {
    this.#deps = deps;
  }

  /**
   * Hides the two users from each other, ends their connection or request, and deletes its
   * notifications. Safe to repeat. An id that no user has is blocked, too: the answer does not tell it from a
   * user who blocks the caller.
   *
   * @throws AppError VALIDATION_ERROR for the caller's own id; TOO_MANY_BLOCKS; UNAUTHORIZED for a caller who has been erased
   */
  async create(blocker_id: number, blocked_id: number): Promise<Block> {
    if (blocked_id === blocker_id) throw invalid('id', "expected another user's id", 'self');
    return this.#deps.store.transaction(async (tx) => {
      const present = await tx.users.lockMany([blocker_id, blocked_id]);
      if (!present.includes(blocker_id)) throw unauthorized();

      const created_at = this.#deps.now().toISOString();
      const { is_inserted, is_known } = await tx.blocks.insert({
        blocker_id,
        blocked_id,
        created_at,
      });
      if (!is_inserted && !is_known) {
        throw new AppError(
          'TOO_MANY_BLOCKS',
          `You block ${MAX_BLOCKS} users already; unblock one first`,
        );
      }
      if (is_inserted) {
        tx.pinToPrimary([blocker_id, blocked_id]);
        await tx.connections.deleteOfPair(blocker_id, blocked_id);
        await tx.notifications.deleteBetween(blocker_id, blocked_id);
      }
      return { id: blocked_id, blocked: true };
    });
  }

  /** Ends the caller's own block, also of an unknown user. Safe to repeat. */
  async delete(blockerId: number, id: number): Promise<Block> {
    await this.#deps.store.blocks.delete(blockerId, id);
    return { id, blocked: false };
  }

  /** The users whom the caller blocks, the latest first. */
  async list(blockerId: number, request: NumberedRequest): Promise<Page<ListedBlock>> {
    const page = await this.#deps.store.read.blocks.list(blockerId, request);
    return { ...page, rows: page.rows.map(listedBlock) };
  }
}
