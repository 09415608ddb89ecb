import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { AdminUserReport, ReportOutcome } from '../../domain/networking/user-reports.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { conflict, notFound } from '../../errors.ts';
import type { UserReportsFilter } from '../../repositories/networking/user-reports.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';
import type { AdminUsersService } from '../people/admin-users.service.ts';

/** A moderator's decision. */
export interface Decision {
  readonly outcome: ReportOutcome;
  readonly note?: string | null | undefined;
}

interface Deps {
  readonly store: Store;
  readonly users: AdminUsersService;
  readonly notifications: NotificationsService;
  readonly now: () => Date;
}

/** Reports of users for moderators. */
export class AdminUserReportsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
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
