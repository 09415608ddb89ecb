import { isReady } from '../../domain/media/media.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import type { Participation, QuestProgress } from '../../domain/quests/participations.ts';
import type { QuestTask } from '../../domain/quests/quest-tasks.ts';
import { checkRunning, isVisible, type Quest } from '../../domain/quests/quests.ts';
import {
  isReplaceable,
  MAX_SUBMISSIONS,
  type SentProof,
  type Submission,
  type Verdict,
  wasRejected,
} from '../../domain/quests/submissions.ts';
import { ruleOf, verify } from '../../domain/quests/task-types/task-types.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AwardsService } from './awards.service.ts';
import type { ParticipationsService } from './participations.service.ts';
import type { QuestTasksService } from './quest-tasks.service.ts';
import type { TriesService } from './tries.service.ts';

export interface Completion {
  readonly task_id: number;
  readonly user_quest_task_id: number;
  readonly status: 'pending' | 'approved';
  readonly points_awarded: number;
  readonly quest: QuestProgress;
}

interface Sent {
  readonly submission: Submission;
  readonly created: boolean;
}

interface Sender {
  readonly user: User;
  readonly quest: Quest;
  readonly task: QuestTask;
  readonly participation: Participation | undefined;
}

/** Users complete tasks by themselves. */
export class SubmissionsService {
  readonly #store: Store;
  readonly #participations: ParticipationsService;
  readonly #awards: AwardsService;
  readonly #questTasks: QuestTasksService;
  readonly #tries: TriesService;
  readonly #hashOf: MessengerHash;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    participations: ParticipationsService;
    awards: AwardsService;
    questTasks: QuestTasksService;
    tries: TriesService;
    hashOf: MessengerHash;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#participations = deps.participations;
    this.#awards = deps.awards;
    this.#questTasks = deps.questTasks;
    this.#tries = deps.tries;
    this.#hashOf = deps.hashOf;
    this.#now = deps.now;
  }

  /**
   * Completes a task, or sends its proof for review. The first completion starts the quest. Safe to
   * repeat: a pending or approved submission stays, with `created: false`.
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
    const sender = await this.#find(user, task_id);
    const before = await this.#store.submissions.find({ task_id, user_id: user.id });
    const { submission, created } = isFinal(before)
      ? { submission: before, created: false }
      : await this.#send(sender, sent);
    const quest = await this.#participations.progress(sender.quest.id, user);
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

  async #find(user: User, taskId: number): Promise<Sender> {
    const task = await this.#store.questTasks.find(taskId);
    const quest = task && (await this.#store.quests.find(task.quest_id));
    if (!quest) throw notFound('task');
    const of = { quest_id: quest.id, user_id: user.id };
    const participation = await this.#store.participations.find(of);
    if (!isVisible(quest, participation?.status, this.#now())) throw notFound('task');
    return { user, quest, task, participation };
  }

  async #send(sender: Sender, sent: SentProof): Promise<Sent> {
    const { quest, task, participation } = sender;
    checkRunning(quest, { at: this.#now(), isParticipant: participation !== undefined, task });
    const isAutomatic = ruleOf(task.type).verification === 'automatic';
    const verdict = isAutomatic ? undefined : await this.#verify(sender, sent);
    return this.#asParticipant(sender, async (tx, isNew) => {
      const before = await tx.submissions.find({ task_id: task.id, user_id: sender.user.id });
      // Entering settles a new participant's automatic tasks: those are new, not sent before.
      if (!isNew && isFinal(before)) return { submission: before, created: false };
      return verdict ? this.#keep(tx, sender, { verdict, before }) : this.#settle(tx, sender, sent);
    });
  }

  /** Counts the tries of codes and quizzes before it compares. */
  async #verify({ user, task }: Sender, sent: SentProof): Promise<Verdict> {
    const answer = ruleOf(task.type).answer
      ? await this.#questTasks.findAnswer(this.#store, task)
      : null;
    const decide = () => verify(task, sent, { answer, fulfilled_at: null });
    if (user.messenger_id === null) throw unauthorized();
    const hashes = this.#hashOf(user.messenger_id);
    if (task.type === 'quiz' && sent.option_ids !== undefined)
      await this.#tries.countQuiz(task, hashes);
    if (task.type !== 'code' || sent.answer === undefined) return decide();
    const giveBack = await this.#tries.countCode(task.id, hashes);
    const verdict = decide();
    await giveBack();
    return verdict;
  }

  /**
   * Runs `work` with the user locked, who is then a participant. `isNew`: this request starts the
   * quest.
   */
  async #asParticipant(
    { user, quest, participation }: Sender,
    work: (tx: Tx, isNew: boolean) => Promise<Sent>,
  ): Promise<Sent> {
    const hasStarted = participation !== undefined && participation.status !== 'admitted';
    const run = async (tx: Tx) => {
      const entry = { userId: user.id, source: 'self', at: this.#now() } as const;
      const isNew = !hasStarted && (await this.#participations.enter(tx, quest, entry));
      const locked = await tx.users.lockAllowingReferences(user.id);
      if (!locked || locked.erased_at !== null) throw unauthorized();
      if (participation?.source === 'public') await tx.participations.updateOpened(participation);
      return work(tx, isNew);
    };
    return hasStarted
      ? this.#store.transaction(run)
      : this.#store.transactionOn([`quest:${quest.id}`], run);
  }

  async #settle(tx: Tx, sender: Sender, sent: SentProof): Promise<Sent> {
    const { user, quest, task } = sender;
    await this.#awards.settle(tx, quest, user.id);
    const submission = await tx.submissions.find({ task_id: task.id, user_id: user.id });
    if (isFinal(submission)) return { submission, created: true };
    // After a rejection the fact still holds, and an administrator decides again.
    const fulfilled_at = submission?.submitted_at ?? null;
    const verdict = verify(task, sent, { answer: null, fulfilled_at });
    return this.#keep(tx, sender, { verdict, before: submission });
  }

  /**
   * After a rejection, an administrator decides on the next submission, whatever the type of task.
   */
  async #keep(
    tx: Tx,
    { user, quest, task }: Sender,
    {
      verdict: { status, proof },
      before,
    }: { readonly verdict: Verdict; readonly before: Submission | undefined },
  ): Promise<Sent> {
    if ((before?.submissions ?? 0) >= MAX_SUBMISSIONS)
      throw new AppError('CONFLICT', `You have sent this task ${MAX_SUBMISSIONS} times`);
    if (proof.media_id !== null) await lockProof(tx, user.id, proof.media_id);
    const isApproved = status === 'approved' && !wasRejected(before);
    const now = this.#now().toISOString();
    const submission = await tx.submissions.upsert({
      task_id: task.id,
      user_id: user.id,
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
    if (isApproved) await this.#awards.award(tx, quest, submission);
    else await tx.participations.updateActive(submission, now);
    return { submission, created: true };
  }
}

type Final = Submission & { readonly status: Completion['status'] };

/** Whether the submission stays: it is pending or approved. */
const isFinal = (before: Submission | undefined): before is Final =>
  before !== undefined && !isReplaceable(before);

/**
 * Locks the image, so that no deletion overtakes the submission that shows it.
 * @throws AppError NOT_FOUND unless it is a stored proof of the user
 */
async function lockProof(tx: Tx, userId: number, mediaId: number): Promise<void> {
  const media = await tx.media.lock(mediaId);
  const isUsable = isReady(media) && media.user_id === userId && media.purpose === 'proof';
  if (!isUsable || media.kind !== 'image') throw notFound('image');
}
