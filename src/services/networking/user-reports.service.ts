import {
  DAILY_REPORTS,
  RESOLVED_REPORT_DAYS,
  type ReportReason,
  type UserReport,
} from '../../domain/networking/user-reports.ts';
import type { User } from '../../domain/people/users.ts';
import { invalid, notFound, unauthorized } from '../../errors.ts';
import type { NewUserReport } from '../../repositories/networking/user-reports.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { WrongTriesService } from '../people/wrong-tries.service.ts';

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
  readonly tries: WrongTriesService;
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
