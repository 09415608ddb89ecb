import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable, RegistrationSetup } from '../../domain/attendance/attendables.ts';
import { holdsSeat, type OwnAttendance } from '../../domain/attendance/attendances.ts';
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

const NO_ANSWERS: OwnAnswers = { answers: [], answers_missing: [] };

interface Deps<A extends Attendable> {
  readonly store: Store;
  readonly attendables: Attendables<A>;
  readonly now: () => Date;
}

/** What events, or conferences, ask who registers, and the answers. */
export class FormsService<A extends Attendable & RegistrationSetup> {
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
      await tx.formQuestions.updateOwner(this.#owner(id));
      const after = await this.#form(tx, id);
      if (after.version === before.version) return after;
      await tx.audit.record(by, `${attendables.noun}.update_form`, id, { before, after });
      return after;
    });
  }

  /**
   * The attendance of a user, with their answers where something is asked. Nothing is missing of who does not
   * attend.
   */
  async withAnswers<T extends Pick<OwnAttendance, 'status'>>(
    userId: number,
    id: number,
    attendance: T,
  ): Promise<T & Partial<OwnAnswers>> {
    const own = await this.#deps.store.read.formAnswers.findOwn(this.#owner(id), userId);
    if (!own) return attendance;
    const { status } = attendance;
    const isAsked = holdsSeat(status) || status === 'waitlisted' || status === 'requested';
    return { ...attendance, ...own, ...(!isAsked && { answers_missing: [] }) };
  }

  /**
   * Replaces the answers of an attendee to the live questions. Safe to repeat.
   * @throws AppError NOT_FOUND; REGISTRATION_REQUIRED without a seat, a place on the waitlist or a
   *   request that waits; REGISTRATION_CLOSED from the start on; VALIDATION_ERROR and ANSWERS_REQUIRED as `checkAnswers`
   */
  async answer(userId: number, id: number, answers: readonly Answer[]): Promise<OwnAnswers> {
    const { store, attendables } = this.#deps;
    const { noun } = attendables;
    return store.transaction(async (tx) => {
      const attendable = await attendables.lockPublic(tx, id);
      if (!attendable) throw notFound(noun);
      const now = this.#deps.now().toISOString();
      const answerer = await tx.formAnswers.findAnswerer(this.#owner(id), userId, now);
      if (!answerer.attends && !answerer.has_asked)
        throw new AppError('REGISTRATION_REQUIRED', `Register for this ${noun} first`);
      if (answerer.has_started && !answerer.has_asked)
        throw new AppError('REGISTRATION_CLOSED', `This ${noun} has begun; answers are final`);
      const saveAnswers = await this.check(tx, attendable, userId, answers);
      await saveAnswers();
      return (await tx.read.formAnswers.findOwn(this.#owner(id), userId)) ?? NO_ANSWERS;
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
    { id, has_form }: Pick<A, 'id' | 'has_form'>,
    userId: number,
    answers: readonly Answer[] | undefined,
  ): Promise<() => Promise<void>> {
    if (!has_form && !answers?.length) return async () => {};
    const questions = await tx.formQuestions.list(this.#owner(id));
    if (answers === undefined) {
      const own = await tx.read.formAnswers.findOwn(this.#owner(id), userId);
      checkNoneMissing(questions.filter((one) => own?.answers_missing.includes(one.id)));
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
