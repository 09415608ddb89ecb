import { isReady } from '../../domain/media/media.ts';
import type { MessengerHash, MessengerHashes } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import type { QuestProgress } from '../../domain/quests/participations.ts';
import { checkRunning, isVisible } from '../../domain/quests/quests.ts';
import {
  checkTries,
  isReplaceable,
  MAX_SUBMISSIONS,
  type SentProof,
  type Submission,
  type Verdict,
  wasRejected,
  wrongCodeLimits,
} from '../../domain/quests/submissions.ts';
import { ruleOf, verify } from '../../domain/quests/task-types/task-types.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import type { Attempt } from '../../repositories/quests/submissions.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { ParticipationsService } from './participations.service.ts';
import type { PendingAwardsService } from './pending-awards.service.ts';
import type { PointsService } from './points.service.ts';
import type { QuestTasksService } from './quest-tasks.service.ts';

export interface Completion {
  readonly task_id: number;
  readonly user_quest_task_id: number;
  readonly status: 'pending' | 'approved';
  readonly points_awarded: number;
  readonly quest: QuestProgress;
}

/** The user who sends something for a task, by id and by the keyed hashes that count their tries. */
interface Sender {
  readonly task_id: number;
  readonly user_id: number;
  readonly hashes: MessengerHashes;
}

/** What is stored after a request. */
interface Stored {
  readonly quest_id: number;
  readonly submission: Pick<Submission, 'id' | 'status'>;
  readonly created: boolean;
}

interface Deps {
  readonly store: Store;
  readonly participations: ParticipationsService;
  readonly points: PointsService;
  readonly pendingAwards: PendingAwardsService;
  readonly questTasks: QuestTasksService;
  readonly hashOf: MessengerHash;
  readonly now: () => Date;
}

/** Users complete tasks by themselves. */
export class SubmissionsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Completes a task, or sends its proof for review. The first completion starts the quest. Safe to
   * repeat: a pending or approved submission stays, with `created: false`. All of it is one
   * transaction, which a wrong answer commits with its count.
   *
   * @throws AppError NOT_FOUND; VALIDATION_ERROR for a proof that the task does not take;
   *   WRONG_ANSWER; RATE_LIMITED after too many wrong codes; NO_TRIES_LEFT; TASK_CLOSED;
   *   TASK_NOT_FULFILLED; MEDIA_IN_USE; CONFLICT after 10 submissions; UNAUTHORIZED if the user has
   *   been erased; and as `ParticipationsService.start`
   */
  async complete(
    user: User,
    { task_id, ...sent }: SentProof & { readonly task_id: number },
  ): Promise<{ completion: Completion; created: boolean }> {
    if (user.messenger_id === null) throw unauthorized();
    const sender = { task_id, user_id: user.id, hashes: this.#deps.hashOf(user.messenger_id) };
    const stored = await this.#deps.store.transaction((tx) => this.#send(tx, sender, sent));
    if (stored instanceof AppError) throw stored;
    const { submission, created } = stored;
    const quest = await this.#deps.participations.progress(stored.quest_id, user);
    const awarded = quest.tasks.find((task) => task.task_id === task_id)?.points ?? 0;
    const completion = {
      task_id,
      user_quest_task_id: submission.id,
      status: submission.status === 'approved' ? ('approved' as const) : ('pending' as const),
      points_awarded: created ? awarded : 0,
      quest,
    };
    return { completion, created };
  }

  /** @returns the refusal of a wrong answer, whose count is to be committed */
  async #send(tx: Tx, sender: Sender, sent: SentProof): Promise<Stored | AppError> {
    const attempt = await this.#lock(tx, sender);
    const { quest, task, participation, submission } = attempt;
    // Ids can be guessed: a quest that is not public yet does not exist, except for its
    // participants.
    if (!isVisible(quest, participation?.status, this.#deps.now())) throw notFound('task');
    if (submission && !isReplaceable(submission))
      return { quest_id: quest.id, submission, created: false };
    checkRunning(quest, { at: this.#deps.now(), isParticipant: participation !== null, task });
    const begins = participation === null || participation.status === 'admitted';
    const entry = this.#entryOf(sender, participation);
    if (begins) await this.#deps.participations.checkEntry(tx, quest, entry);
    const isAutomatic = ruleOf(task.type).verification === 'automatic';
    const verdict = isAutomatic ? undefined : this.#verify(attempt, sent);
    if (verdict instanceof AppError) {
      await countWrong(tx, attempt, sender);
      return verdict;
    }
    if (begins) await this.#deps.participations.begin(tx, quest, entry);
    else if (participation.source === 'public') await tx.participations.updateOpened(participation);
    if (isAutomatic || (begins && attempt.has_automatic_tasks))
      await this.#deps.pendingAwards.settle(tx, quest, sender.user_id);
    const stored = verdict
      ? await this.#keep(tx, attempt, { sender, verdict, before: submission })
      : await this.#keepSettled(tx, attempt, { sender, sent });
    if (!participation) await this.#deps.participations.takePlace(tx, quest);
    return stored;
  }

  /** Everything that decides, read under the locks. @throws AppError NOT_FOUND; UNAUTHORIZED */
  async #lock(tx: Tx, { task_id, user_id, hashes }: Sender): Promise<Attempt> {
    const of = { task_id, user_id };
    if (!(await tx.submissions.lockSender(of))) throw unauthorized();
    const limits = hashes.all.map((hash) => wrongCodeLimits(task_id, hash));
    const attempt = await tx.read.submissions.findAttempt({
      ...of,
      now: this.#deps.now().toISOString(),
      person_hashes: hashes.all,
      code_keys_of_task: limits.map(({ ofTask }) => ofTask.key),
      code_keys: limits.map(({ ofAll }) => ofAll.key),
    });
    if (!attempt) throw notFound('task');
    return attempt;
  }

  #entryOf({ user_id }: Sender, participation: Attempt['participation']) {
    const current = participation ?? undefined;
    return { userId: user_id, source: 'self', at: this.#deps.now(), current } as const;
  }

  /** @returns the refusal of a wrong answer @throws AppError any other refusal */
  #verify({ task, tries, ...stored }: Attempt, sent: SentProof): Verdict | AppError {
    checkTries(tries, task.type === 'quiz' ? task.config : { max_tries: Infinity });
    const answer = this.#deps.questTasks.decryptAnswer(task.id, stored);
    try {
      return verify(task, sent, { answer, fulfilled_at: null });
    } catch (error) {
      if (error instanceof AppError && error.code === 'WRONG_ANSWER') return error;
      throw error;
    }
  }

  /** For an automatic task, after settling. */
  async #keepSettled(
    tx: Tx,
    attempt: Attempt,
    { sender, sent }: { readonly sender: Sender; readonly sent: SentProof },
  ): Promise<Stored> {
    const { quest, task } = attempt;
    const submission = await tx.submissions.find(sender);
    if (submission && !isReplaceable(submission))
      return { quest_id: quest.id, submission, created: true };
    // After a rejection the fact still holds, and an administrator decides again.
    const fulfilled_at = submission?.submitted_at ?? null;
    const verdict = verify(task, sent, { answer: null, fulfilled_at });
    return this.#keep(tx, attempt, { sender, verdict, before: submission ?? null });
  }

  /**
   * After a rejection, an administrator decides on the next submission, whatever the type of task.
   */
  async #keep(
    tx: Tx,
    { quest, task }: Attempt,
    {
      sender: { user_id },
      verdict: { status, proof },
      before,
    }: {
      readonly sender: Sender;
      readonly verdict: Verdict;
      readonly before: Attempt['submission'];
    },
  ): Promise<Stored> {
    if ((before?.submissions ?? 0) >= MAX_SUBMISSIONS)
      throw new AppError('CONFLICT', `You have sent this task ${MAX_SUBMISSIONS} times`);
    if (proof.media_id !== null) await lockProof(tx, user_id, proof.media_id);
    const isApproved = status === 'approved' && !wasRejected(before ?? undefined);
    const now = this.#deps.now().toISOString();
    const submission = await tx.submissions.upsert({
      task_id: task.id,
      user_id,
      quest_id: quest.id,
      ...proof,
      status: isApproved ? 'approved' : 'pending',
      source: 'self',
      submissions: 1,
      submitted_at: now,
      decided_at: isApproved ? now : null,
    });
    const [option_id] = task.type === 'poll' ? (proof.option_ids ?? []) : [];
    if (option_id !== undefined) await tx.polls.insertVote(submission, option_id);
    if (isApproved) await this.#deps.points.reconcile(tx, quest, [submission]);
    return { quest_id: quest.id, submission, created: true };
  }
}

/** Counts a wrong answer under the lock of the user, so that no two answers see the same count. */
async function countWrong(tx: Tx, { task }: Attempt, { hashes }: Sender): Promise<void> {
  if (task.type === 'quiz') await tx.submissions.upsertTry(task.id, hashes.newest);
  if (task.type !== 'code') return;
  const { ofTask, ofAll } = wrongCodeLimits(task.id, hashes.newest);
  await tx.rateLimitCounters.upsertBoth(ofTask, ofAll);
}

/**
 * Locks the image, so that no deletion overtakes the submission that shows it.
 * @throws AppError NOT_FOUND unless it is a stored proof of the user
 */
async function lockProof(tx: Tx, userId: number, mediaId: number): Promise<void> {
  const media = await tx.media.lock(mediaId);
  const isUsable = isReady(media) && media.user_id === userId && media.purpose === 'proof';
  if (!isUsable || media.kind !== 'image') throw notFound('image');
}
