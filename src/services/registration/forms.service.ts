import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import { holdsSeat } from '../../domain/attendance/attendances.ts';
import { checkAnswers, checkNoneMissing } from '../../domain/registration/form-answers.ts';
import {
  formPlan,
  formVersion,
  type QuestionInput,
} from '../../domain/registration/form-changes.ts';
import type { Answer, Form, FormOwner, OwnAnswers } from '../../domain/registration/forms.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { AppError, notFound, preconditionFailed } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type Attendables, findExisting, lockExisting } from '../attendance/attendables.service.ts';

interface Deps<A extends Attendable> {
  readonly store: Store;
  readonly attendables: Attendables<A>;
  readonly now: () => Date;
}

/** What events, or conferences, ask who registers, and the answers. */
export class FormsService<A extends Attendable> {
  readonly #deps: Deps<A>;

  constructor(deps: Deps<A>) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<Form> {
    const { store, attendables } = this.#deps;
    await findExisting(attendables, store, id);
    return this.#form(store, id);
  }

  /**
   * Replaces the whole form. A question in other words is a new one; the old one is retired if it has answers,
   * else deleted, as are those that are left out.
   *
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED; VALIDATION_ERROR and CONFLICT as `formPlan`
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    given: readonly QuestionInput[],
  ): Promise<Form> {
    const { store, attendables } = this.#deps;
    return store.transaction(async (tx) => {
      await lockExisting(attendables, tx, id);
      const before = await this.#form(tx, id);
      if (!isExpected(before, ifMatch)) throw preconditionFailed(before);
      const { questions, removed } = formPlan(before.form_questions, given);
      await tx.formQuestions.upsertAll(this.#owner(id), questions);
      await tx.formQuestions.updateRetired(removed);
      await tx.formQuestions.deleteLive(removed);
      const after = await this.#form(tx, id);
      if (after.version === before.version) return after;
      await tx.audit.record(by, `${attendables.noun}.update_form`, id, { before, after });
      return after;
    });
  }

  /** Of the user, to the live questions; nothing is missing of who has neither a seat nor waits for one. */
  async findOwn(userId: number, id: number): Promise<OwnAnswers> {
    return this.#deps.store.read.formAnswers.findOwn(this.#owner(id), userId);
  }

  /**
   * Replaces the answers of an attendee to the live questions. Safe to repeat.
   * @throws AppError NOT_FOUND; REGISTRATION_REQUIRED without a seat or a place on the waitlist;
   *   REGISTRATION_CLOSED from the start on; VALIDATION_ERROR and ANSWERS_REQUIRED as `checkAnswers`
   */
  async answer(userId: number, id: number, answers: readonly Answer[]): Promise<OwnAnswers> {
    const { store, attendables } = this.#deps;
    const { noun } = attendables;
    return store.transaction(async (tx) => {
      if (!(await attendables.lockPublic(tx, id))) throw notFound(noun);
      const now = this.#deps.now().toISOString();
      const answerer = await tx.formAnswers.findAnswerer(this.#owner(id), userId, now);
      if (!answerer || !(holdsSeat(answerer.status) || answerer.status === 'waitlisted'))
        throw new AppError('REGISTRATION_REQUIRED', `Register for this ${noun} first`);
      if (answerer.has_started)
        throw new AppError('REGISTRATION_CLOSED', `This ${noun} has begun; answers are final`);
      const save = await this.check(tx, { id, userId }, answers);
      await save();
      return tx.read.formAnswers.findOwn(this.#owner(id), userId);
    });
  }

  /**
   * Checks the answers of who registers or asks to; without any, those that are stored. Requires the lock of
   * the event or conference. Returns what saves them once the user has their place.
   *
   * @throws AppError VALIDATION_ERROR and ANSWERS_REQUIRED as `checkAnswers`
   */
  async check(
    tx: Tx,
    { id, userId }: { readonly id: number; readonly userId: number },
    answers: readonly Answer[] | undefined,
  ): Promise<() => Promise<void>> {
    const questions = await tx.formQuestions.list(this.#owner(id));
    if (answers === undefined) {
      if (questions.length === 0) return async () => {};
      const { answers_missing } = await tx.read.formAnswers.findOwn(this.#owner(id), userId);
      checkNoneMissing(questions.filter((question) => answers_missing.includes(question.id)));
      return async () => {};
    }
    checkAnswers(questions, answers);
    return () =>
      tx.formAnswers.upsertAll(userId, {
        questionIds: questions.map((question) => question.id),
        answers,
        answered_at: this.#deps.now().toISOString(),
      });
  }

  async #form(repositories: Pick<Tx, 'formQuestions'>, id: number): Promise<Form> {
    const form_questions = await repositories.formQuestions.list(this.#owner(id));
    return { form_questions, version: formVersion(form_questions) };
  }

  #owner(id: number): FormOwner {
    return { noun: this.#deps.attendables.noun, id };
  }
}
