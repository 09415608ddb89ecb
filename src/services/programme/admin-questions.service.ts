import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type AdminQuestion,
  changedSince,
  type DecidedQuestion,
  type QuestionDecision,
  type QuestionStatus,
} from '../../domain/programme/questions.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { AppError, conflict, invalid, notFound } from '../../errors.ts';
import { inBatches } from '../../lib/batches.ts';
import type { Refused } from '../../lib/each-by-itself.ts';
import type { AdminQuestionsFilter } from '../../repositories/programme/admin-questions.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** What a moderator decides, and the status that they saw. */
interface Decision {
  readonly from: QuestionStatus;
  readonly status: QuestionDecision;
}

interface Merge {
  readonly from: QuestionStatus;
  readonly merge_into: number;
}

/** The outcome of a bulk decision for one id. */
type Decided = { readonly id: number; readonly status: QuestionDecision } | Refused;

/** One row of an export. */
type QuestionCells = Omit<AdminQuestion, 'user'> & Record<string, string | number | null>;

/** Moderators decide what of a session is shown. Of two who decide at once, the second is refused. */
export class AdminQuestionsService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND */
  async list(
    itemId: number,
    filter: AdminQuestionsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<AdminQuestion, SortPosition>> {
    if (!(await this.#deps.store.agendaItems.findReferences(itemId))) throw notFound('agenda item');
    return this.#deps.store.read.adminQuestions.list(itemId, filter, request);
  }

  /** Returns all questions in batches. The audit log records the export. @throws AppError NOT_FOUND */
  async export(
    by: Administrator,
    itemId: number,
    filter: AdminQuestionsFilter,
  ): Promise<AsyncIterable<readonly QuestionCells[]>> {
    const { store } = this.#deps;
    if (!(await store.agendaItems.findReferences(itemId))) throw notFound('agenda item');
    const { sort: _, ...after } = filter;
    await store.transaction((tx) =>
      tx.audit.record(by, 'agenda_item.export_questions', itemId, { after }),
    );
    const read = (request: PageRequest<SortPosition>) =>
      store.read.adminQuestions.list(itemId, filter, request);
    return cellsOf(inBatches(read));
  }

  /**
   * Shows, answers or hides a question, or merges it into another one of its session, to which its votes
   * move, once for each person.
   *
   * @throws AppError NOT_FOUND; CONFLICT unless it is as `from` says, with a sentence that says what it is
   *   now, and for a merge into one that is hidden or merged; VALIDATION_ERROR for a merge into itself or
   *   into a question of another session
   */
  async decide(by: Administrator, id: number, decision: Decision | Merge): Promise<AdminQuestion> {
    return this.#deps.store.transaction(async (tx) => {
      if ('merge_into' in decision) await this.#merge(tx, by, { id, ...decision });
      else {
        const [decided] = await this.#decide(tx, by, [id], decision);
        if (decided instanceof AppError) throw decided;
      }
      const question = await tx.read.adminQuestions.find(id);
      if (!question) throw notFound('question');
      return question;
    });
  }

  /**
   * As `decide`, for each of the ids by itself: a refused one does not stop the others. One of another
   * conference than those of the key counts as missing.
   */
  async decideAll(
    by: Administrator,
    ids: readonly number[],
    decision: Decision,
  ): Promise<readonly Decided[]> {
    const { conferenceRows } = this.#deps.store.read;
    const own = await conferenceRows.listIdsInside('question', ids, by.conference_ids);
    const inside = new Set(own);
    const decided = await this.#deps.store.transaction((tx) =>
      this.#decide(
        tx,
        by,
        ids.map((id) => (inside.has(id) ? id : 0)),
        decision,
      ),
    );
    return decided.map((one, at) => {
      const id = ids[at] as number;
      if (!(one instanceof AppError)) return { id, status: decision.status };
      return { id, error: one.message, code: one.code };
    });
  }

  /** @returns for each id its question, or why it is refused */
  async #decide(
    tx: Tx,
    by: Administrator,
    ids: readonly number[],
    { from, status }: Decision,
  ): Promise<readonly (DecidedQuestion | AppError)[]> {
    const locked = await tx.questions.lockMany(ids);
    const found = new Map(locked.map((question) => [question.id, question]));
    const decided = ids.map((id) => changeable(found.get(id), from));
    const changed = decided.filter((one) => !(one instanceof AppError) && one.status !== status);
    const questions = changed as readonly DecidedQuestion[];
    if (questions.length > 0) {
      const by_whom = this.#decidedBy(by);
      await tx.questions.updateStatus(
        questions.map(({ id }) => id),
        { status, ...by_whom },
      );
    }
    for (const [itemId, of] of Map.groupBy(questions, (one) => one.agenda_item_id)) {
      const after = { questions: of.map(({ id }) => id), status };
      await tx.audit.record(by, 'agenda_item.decide_questions', itemId, {
        before: { status: from },
        after,
      });
    }
    return decided;
  }

  async #merge(
    tx: Tx,
    by: Administrator,
    { id, from, merge_into }: Merge & { readonly id: number },
  ): Promise<void> {
    if (merge_into === id) throw invalid('merge_into', 'expected another question', 'self');
    const locked = await tx.questions.lockMany([id, merge_into]);
    const question = changeable(
      locked.find((one) => one.id === id),
      from,
    );
    if (question instanceof AppError) throw question;
    const target = locked.find((one) => one.id === merge_into);
    if (target?.agenda_item_id !== question.agenda_item_id) {
      throw invalid('merge_into', 'expected a question of the same session', 'not_found');
    }
    if (target.merged_into !== null || target.status === 'hidden') {
      const status = target.merged_into === null ? target.status : 'merged';
      throw conflict('merge_into', `this question is ${status} now`, 'status', { status });
    }
    await tx.questions.updateMerged(id, merge_into, this.#decidedBy(by));
    const after = { question: id, merged_into: merge_into };
    await tx.audit.record(by, 'agenda_item.merge_questions', question.agenda_item_id, { after });
  }

  #decidedBy({ administrator_id }: Administrator) {
    return {
      decided_by_administrator_id: administrator_id,
      decided_at: this.#deps.now().toISOString(),
    };
  }
}

/** The question, or why a decision on it is refused. */
function changeable(
  question: DecidedQuestion | undefined,
  from: QuestionStatus,
): DecidedQuestion | AppError {
  if (!question) return notFound('question');
  return changedSince(question, from) ?? question;
}

async function* cellsOf(
  batches: AsyncIterable<readonly AdminQuestion[]>,
): AsyncGenerator<readonly QuestionCells[]> {
  for await (const rows of batches) {
    yield rows.map(({ user, ...question }) => ({
      ...question,
      user_id: user?.id ?? null,
      first_name: user?.first_name ?? null,
      last_name: user?.last_name ?? null,
      username: user?.username ?? null,
    }));
  }
}
