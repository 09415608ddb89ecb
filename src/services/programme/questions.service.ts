import type { User } from '../../domain/people/users.ts';
import {
  checkHasSeat,
  checkQuestionsOpen,
  firstStatus,
  type ListedQuestion,
  MAX_OPEN_QUESTIONS,
  QUESTIONS_A_MINUTE,
  type Question,
  type QuestionSort,
  questionsClosed,
  questionsOpen,
} from '../../domain/programme/questions.ts';
import { AppError, conflict, notFound, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { FailedAttemptsService } from '../people/authentication.service.ts';

/** The questions of a session as everyone sees them. */
export interface SessionQuestions extends ReturnType<typeof questionsOpen> {
  readonly as_of: string;
  readonly data: readonly ListedQuestion[];
}

/** Attendees ask questions in sessions, and vote for those of others. */
export class QuestionsService {
  readonly #deps;

  constructor(deps: { store: Store; tries: FailedAttemptsService; now: () => Date }) {
    this.#deps = deps;
  }

  /** The visible and the last answered questions of an item; none while they are off. @throws AppError NOT_FOUND */
  async list(itemId: number, sort: QuestionSort): Promise<SessionQuestions> {
    const { questions } = this.#deps.store.read;
    const now = this.#deps.now();
    const item = await questions.findItem(itemId);
    if (!item) throw notFound('agenda item');
    const data = item.questions === 'off' ? [] : await questions.list(itemId, sort);
    return { ...questionsOpen(item, now), as_of: now.toISOString(), data };
  }

  /**
   * Asks a question. The same text of the same person is the same question, with `created: false`. The
   * lock of the person covers an erasure and the limit: of many at once, three are asked.
   *
   * @throws AppError NOT_FOUND for an item that is not public; REGISTRATION_REQUIRED; QUESTIONS_CLOSED;
   *   QUESTION_LIMIT; RATE_LIMITED; UNAUTHORIZED for a user who has been erased
   */
  async ask(
    user: User,
    itemId: number,
    text: string,
  ): Promise<{ readonly question: Question; readonly created: boolean }> {
    return this.#deps.store.transaction(async (tx) => {
      const item = await tx.questions.lockItem(itemId);
      if (!item) throw notFound('agenda item');
      const locked = await tx.users.lockAllowingReferences(user.id);
      if (!locked || locked.erased_at !== null) throw unauthorized();

      const asker = await tx.read.questions.findAsker(itemId, user.id, text);
      checkHasSeat(asker);
      const now = this.#deps.now();
      checkQuestionsOpen(item, now);
      if (asker.same) return { question: asker.same, created: false };
      if (asker.open_questions >= MAX_OPEN_QUESTIONS) throw tooManyQuestions();
      await this.#deps.tries.countAction(tx, user, {
        ...QUESTIONS_A_MINUTE,
        sentence: 'Too many questions; try again later',
      });
      const question = await tx.questions.insert({
        agenda_item_id: itemId,
        user_id: user.id,
        text,
        status: firstStatus(item, asker),
        created_at: now.toISOString(),
      });
      return { question, created: true };
    });
  }

  /** Withdraws an own question. @throws AppError NOT_FOUND; CONFLICT once it is answered */
  async withdraw(userId: number, id: number): Promise<void> {
    const { questions, read } = this.#deps.store;
    if ((await questions.deleteOwn(id, userId)).length > 0) return;
    const question = await read.questions.findForUser(id, userId);
    if (!question?.is_own) throw notFound('question');
    throw conflict(null, 'This question is answered', 'status', { status: 'answered' });
  }

  /**
   * Votes for a question, or withdraws the vote. Safe to repeat. For an own question it does nothing.
   * Returns whether the user's vote counts.
   *
   * @throws AppError NOT_FOUND also for a hidden or merged question; REGISTRATION_REQUIRED;
   *   QUESTIONS_CLOSED also for a question that waits or is answered; UNAUTHORIZED
   */
  async vote(userId: number, id: number, isVote: boolean): Promise<boolean> {
    const { questions } = this.#deps.store;
    if (!(await this.#isVotable(userId, id))) return false;
    if (!isVote) {
      await questions.deleteVote(id, userId);
      return false;
    }
    if (await questions.insertVote(id, userId)) return true;
    // A moderator has decided in between, or the user has been erased.
    await this.#isVotable(userId, id);
    throw unauthorized();
  }

  /**
   * Reports a question, once. The third person takes it off the wall of an open session, until a
   * moderator decides. Returns whether the report is new.
   *
   * @throws AppError NOT_FOUND for a question that is not shown; REGISTRATION_REQUIRED; UNAUTHORIZED
   */
  async report(userId: number, id: number): Promise<boolean> {
    const { store, now } = this.#deps;
    const found = await store.read.questions.findForUser(id, userId);
    if (!found || found.is_merged || !isShown(found.question_status)) throw notFound('question');
    checkHasSeat(found);
    return store.transaction(async (tx) => {
      const user = await tx.users.lockAllowingReferences(userId);
      if (!user || user.erased_at !== null) throw unauthorized();
      const [question] = await tx.questions.lockMany([id]);
      if (!question) throw notFound('question');
      const isNew = await tx.questions.insertReport(id, userId, now().toISOString());
      if (isNew) await tx.questions.updateReported(id);
      return isNew;
    });
  }

  /** Whether a vote of the user counts: not for an own question. @throws AppError as `vote` */
  async #isVotable(userId: number, id: number): Promise<boolean> {
    const found = await this.#deps.store.read.questions.findForUser(id, userId);
    if (!found || found.is_merged || found.question_status === 'hidden') throw notFound('question');
    checkHasSeat(found);
    if (found.is_own) return false;
    checkQuestionsOpen(found, this.#deps.now());
    if (found.question_status !== 'visible') throw questionsClosed();
    return true;
  }
}

const isShown = (status: Question['status']) => status === 'visible' || status === 'answered';

const tooManyQuestions = () =>
  new AppError(
    'QUESTION_LIMIT',
    `You have ${MAX_OPEN_QUESTIONS} open questions in this session; withdraw one first`,
  );
