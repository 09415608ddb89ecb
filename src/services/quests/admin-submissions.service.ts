import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  alreadyDecided,
  type Decided,
  type Decision,
  type ProofUrl,
  type ReviewedSubmission,
  type ReviewView,
  reviewView,
  STATUS_OF,
} from '../../domain/quests/admin-submissions.ts';
import type { Submission } from '../../domain/quests/submissions.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { conflict, notFound } from '../../errors.ts';
import { eachByItself } from '../../lib/each-by-itself.ts';
import type {
  PendingFilter,
  ReviewFilter,
} from '../../repositories/quests/admin-submissions.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { PointsService } from './points.service.ts';
import type { QuestNotificationsService } from './quest-notifications.service.ts';

/** The decision of an administrator on a submission. The reason is for a rejection. */
export interface Review {
  readonly decision: Decision;
  readonly reason: string | null;
}

interface Deps {
  readonly store: Store;
  readonly points: PointsService;
  readonly notices: QuestNotificationsService;
  readonly proofUrl: ProofUrl;
  readonly now: () => Date;
}

/**
 * Administrators decide on submissions, also after the end of the quest and while it is inactive. A
 * decision locks the user, then reads the submission again.
 */
export class AdminSubmissionsService {
  readonly #deps: Deps;
  /** @param deps.proofUrl signs the URL of a private file */
  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lists submissions of all quests: pending ones, or those on which an administrator decided. */
  async list(
    filter: ReviewFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ReviewView, SortPosition>> {
    const page = await this.#deps.store.read.adminSubmissions.list(filter, request);
    return { ...page, rows: page.rows.map((row) => reviewView(row, this.#deps.proofUrl)) };
  }

  /** Lists the pending submissions of a quest. @throws AppError NOT_FOUND */
  async listPending(
    questId: number,
    filter: PendingFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ReviewedSubmission, SortPosition>> {
    if (!(await this.#deps.store.quests.find(questId))) throw notFound('quest');
    return this.#deps.store.read.adminSubmissions.listPending(questId, filter, request);
  }

  /**
   * Approves or rejects a pending submission, and notifies its user. An approval awards the points
   * of the task, and those of the completion if the user completes the quest by it, for the time when it
   * was sent: `PointsService.reconcile` adds what the view `earned` has and the ledger lacks. The rejection of a submission of an unsigned call
   * notifies no one. Safe to repeat: the same decision changes nothing.
   *
   * @throws AppError NOT_FOUND; CONFLICT after the other decision, naming who made it and when, or if the
   *   user has sent it again
   */
  async decide(by: Administrator, id: number, review: Review): Promise<ReviewedSubmission> {
    await this.#decide(by, id, review);
    return this.#view(id);
  }

  /**
   * As `decide`, for each of the ids by itself: a refused one does not stop the others. One of another
   * conference than those of the key counts as missing.
   */
  async decideAll(
    by: Administrator,
    ids: readonly number[],
    review: Review,
  ): Promise<readonly Decided[]> {
    const { conferenceRows } = this.#deps.store.read;
    const own = await conferenceRows.listIdsInside('submission', ids, by.conference_ids);
    const inside = new Set(own);
    return eachByItself(ids, async (id) => {
      if (!inside.has(id)) throw notFound('task');
      await this.#decide(by, id, review);
      return { status: STATUS_OF[review.decision] };
    });
  }

  /**
   * Makes a decided submission pending again and takes back its points, and the completion of the quest
   * if that needs it. Safe to repeat.
   *
   * @throws AppError NOT_FOUND, also for a deleted task or quest, which keeps its points
   */
  async reopen(by: Administrator, id: number, reason: string): Promise<ReviewedSubmission> {
    const { user_id } = await this.#find(this.#deps.store, id);
    await this.#deps.store.transaction(async (tx) => {
      await tx.users.lockAllowingReferences(user_id);
      const submission = await this.#find(tx, id);
      const { quest } = await taskOf(tx, submission);
      const { status } = submission;
      if (status === 'pending') return;
      await tx.submissions.updateReopened(id);
      await this.#deps.points.reconcile(tx, quest, [submission], { reason, actor: by.name });
      await tx.audit.record(by, 'quest_submission.reopen', id, {
        before: { status, reason: submission.reason },
        after: { status: 'pending', reason },
      });
    });
    return this.#view(id);
  }

  async #decide(by: Administrator, id: number, { decision, reason }: Review): Promise<void> {
    const seen = await this.#find(this.#deps.store, id);
    await this.#deps.store.transaction(async (tx) => {
      await tx.users.lockAllowingReferences(seen.user_id);
      const submission = await this.#find(tx, id);
      const status = STATUS_OF[decision];
      if (submission.status === status) return;
      await checkPending(tx, submission, seen);
      const review = { decision, reason: decision === 'reject' ? reason : null };
      await this.#apply(tx, by, submission, review);
      await tx.audit.record(by, `quest_submission.${decision}`, id, {
        before: { status: 'pending' },
        after: { status, ...(review.reason !== null && { reason: review.reason }) },
      });
    });
  }

  async #apply(
    tx: Tx,
    { name: reviewer, administrator_id: reviewer_id }: Administrator,
    submission: Submission,
    { decision, reason }: Review,
  ): Promise<void> {
    const { id, user_id, task_id, source } = submission;
    const { task, quest } = await taskOf(tx, submission);
    const decided = { decided_at: this.#deps.now().toISOString(), reviewer, reviewer_id };
    if (decision === 'approve') {
      const approved = await tx.submissions.updateApproved(id, decided);
      const entries = await this.#deps.points.reconcile(tx, quest, [approved]);
      const award = entries.find((entry) => entry.task_id === task_id && entry.kind === 'task');
      await this.#deps.notices.questTaskApproved(tx, user_id, { task, points: award?.delta ?? 0 });
      return;
    }
    await tx.submissions.updateRejected(id, { ...decided, reason });
    if (source !== 'public')
      await this.#deps.notices.questTaskRejected(tx, user_id, { task, reason });
  }

  async #find(db: Store | Tx, id: number): Promise<Submission> {
    const submission = await db.submissions.findById(id);
    if (!submission) throw notFound('task');
    return submission;
  }

  async #view(id: number): Promise<ReviewedSubmission> {
    const submission = await this.#deps.store.read.adminSubmissions.find(id);
    if (!submission) throw notFound('task');
    return submission;
  }
}

/** @throws AppError NOT_FOUND for what was deleted */
async function taskOf(tx: Tx, { task_id, quest_id }: Submission) {
  const task = await tx.questTasks.find(task_id);
  const quest = await tx.quests.find(quest_id);
  if (!task || !quest) throw notFound('task');
  return { task, quest };
}

/** @throws AppError CONFLICT unless it is pending, and what it was before the wait for the lock */
async function checkPending(
  tx: Tx,
  { id, status, submissions, source }: Submission,
  seen: Pick<Submission, 'submissions' | 'source'>,
): Promise<void> {
  if (status !== 'pending') {
    const standing = await tx.read.adminSubmissions.findDecision(id);
    throw standing ? alreadyDecided(standing) : notFound('task');
  }
  if (submissions !== seen.submissions || source !== seen.source)
    throw conflict(null, 'The user has sent this task again; look at it first', 'changed');
}
