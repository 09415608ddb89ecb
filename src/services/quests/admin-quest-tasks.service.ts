import type { Administrator } from '../../domain/administration/administrators.ts';
import { differences } from '../../domain/changes.ts';
import type { DeletionOptions } from '../../domain/quests/admin-quests.ts';
import type { Recalculation } from '../../domain/quests/points.ts';
import { removedOptions } from '../../domain/quests/polls.ts';
import {
  type AdminTaskView,
  adminTaskView,
  type QuestTask,
  type TaskChanges,
  type TaskInput,
} from '../../domain/quests/quest-tasks.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import type { TaskType } from '../../domain/quests/task-types/task-type.ts';
import {
  ruleOf,
  settingsOf,
  type TaskKind,
  type TaskSettings,
} from '../../domain/quests/task-types/task-types.ts';
import { type ExpectedVersions, isExpected, type Target } from '../../domain/versions.ts';
import { conflict, invalid, notFound, preconditionFailed } from '../../errors.ts';
import { randomCode } from '../../lib/random-code.ts';
import type { TaskColumns } from '../../repositories/quests/quest-tasks.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { QuestTasksService } from './quest-tasks.service.ts';
import type { RecalculationsService } from './recalculations.service.ts';

export interface EditedTask {
  readonly task: AdminTaskView;
  /** Null if the change concerns no points. */
  readonly recalculation: Recalculation | null;
}

interface Deps {
  readonly store: Store;
  readonly questTasks: QuestTasksService;
  readonly recalculations: RecalculationsService;
  readonly now: () => Date;
}

/** Tasks of quests for administrators. The answers of codes and quizzes are never returned. */
export class AdminQuestTasksService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Adds a task to a quest, after the others unless `position` is given. A code is generated unless
   * it is given. No completion is taken away.
   *
   * @throws AppError NOT_FOUND; VALIDATION_ERROR naming the field
   */
  async create(
    by: Administrator,
    questId: number,
    { config: given = {}, type, ...fields }: TaskInput,
  ): Promise<AdminTaskView> {
    return this.#deps.store.transaction(async (tx) => {
      const quest = await tx.quests.lock(questId);
      if (!quest) throw notFound('quest');
      checkTimes({ opens_at: null, closes_at: null, ...differences({}, fields).after });
      const { kind, answer } = settingsOf(type, given, { quest });
      await checkReferences(tx, kind);
      const position = fields.position ?? (await tx.questTasks.findNextPosition(questId));
      const task = await tx.questTasks.insert({ ...fields, ...kind, position, quest_id: questId });
      const stored = answer ?? newAnswer(type);
      if (stored !== undefined) await this.#storeAnswer(tx, task.id, stored);
      await tx.audit.record(by, 'quest_task.create', task.id, { after: task });
      return adminTaskView(task, this.#deps.now());
    });
  }

  /**
   * Updates the given fields; null clears one. Of `config`, only the given settings change. New points
   * hold for everyone who has them, and a task that is not required any more completes the quest for
   * those who have the others: a worker recalculates them. A new answer of a quiz gives everyone their
   * tries back and takes nothing away.
   *
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED; VALIDATION_ERROR naming the field; CONFLICT for
   *   another type once something was sent, and for the removal of an option that has votes
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    changes: TaskChanges,
  ): Promise<EditedTask> {
    const known = await this.#deps.store.questTasks.find(id);
    if (!known) throw notFound('task');
    return this.#deps.store.transaction(async (tx) => {
      const quest = await tx.quests.lock(known.quest_id);
      await tx.recalculations.lock(known.quest_id);
      const isPlain = changes.config === undefined && changes.type === undefined;
      const task = quest && (await (isPlain ? tx.questTasks.find(id) : tx.questTasks.lock(id)));
      if (!task) throw notFound('task');
      this.#checkVersion(task, ifMatch);
      const settings = isPlain ? undefined : await this.#settings(tx, { task, quest, changes });
      return this.#change(tx, { by, quest, task, changes, settings });
    });
  }

  /**
   * Deletes a task. The worker completes the quest for users who have all other tasks.
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED
   */
  async delete(
    by: Administrator,
    { id, ifMatch }: Target,
    { takesBack }: DeletionOptions,
  ): Promise<Recalculation> {
    const known = await this.#deps.store.questTasks.find(id);
    if (!known) throw notFound('task');
    return this.#deps.store.transaction(async (tx) => {
      const quest = await tx.quests.lock(known.quest_id);
      await tx.recalculations.lock(known.quest_id);
      const task = quest && (await tx.questTasks.find(id));
      if (!task) throw notFound('task');
      this.#checkVersion(task, ifMatch);
      await tx.questTasks.updateDeleted(id, {
        deleted_at: this.#deps.now().toISOString(),
        points_taken_back: takesBack,
      });
      await tx.audit.record(by, 'quest_task.delete', id, {
        before: task,
        after: { points_taken_back: takesBack },
      });
      return this.#deps.recalculations.request(tx, quest, by);
    });
  }

  /** Ask under the lock of the quest, which every edit of its tasks takes. */
  #checkVersion(task: QuestTask, ifMatch: ExpectedVersions): void {
    if (!isExpected(task, ifMatch)) throw preconditionFailed(adminTaskView(task, this.#deps.now()));
  }

  async #change(
    tx: Tx,
    { by, quest, task, changes: { type: _, config: __, ...fields }, settings }: Change,
  ): Promise<EditedTask> {
    const { before, after } = differences<QuestTask>(task, { ...fields, ...settings?.kind });
    const columns = { ...after, ...(await this.#answerColumns(tx, task, settings)) };
    if (Object.keys(columns).length === 0)
      return { task: adminTaskView(task, this.#deps.now()), recalculation: null };

    checkTimes({ ...task, ...after });
    const changed = await tx.questTasks.update(task.id, columns);
    const answer = 'answer_encrypted' in columns && { answer: 'changed' };
    await tx.audit.record(by, 'quest_task.update', task.id, {
      before,
      after: { ...after, ...answer },
    });
    const concernsPoints = 'points' in after || 'is_required' in after;
    return {
      task: adminTaskView(changed, this.#deps.now()),
      recalculation: concernsPoints ? await this.#deps.recalculations.request(tx, quest, by) : null,
    };
  }

  /** The settings after a change that is allowed. */
  async #settings(tx: Tx, { task, quest, changes }: Asked): Promise<TaskSettings> {
    const { type = task.type, config = {} } = changes;
    const isOther = type !== task.type;
    if (isOther && (await tx.submissions.findAnyOf(task.id)))
      throw conflict('type', 'something was sent for this task, so its type stays', 'has_answers');
    const settings = settingsOf(type, config, { before: task, quest });
    await checkReferences(tx, settings.kind);
    const removed = removedOptions(task, settings.kind);
    if (removed.length > 0 && (await tx.polls.findAnyVote(task.id, removed)))
      throw conflict('config.options', 'an option that has votes stays', 'has_answers');
    if (settings.answer !== undefined) return settings;
    if (isOther) return { ...settings, answer: newAnswer(type) };
    const stored = await this.#deps.questTasks.findAnswer(tx, task);
    if (stored) ruleOf(type).answer?.check?.(settings.kind.config, stored.current);
    return settings;
  }

  /** Empty unless the answer changes. */
  async #answerColumns(
    tx: Tx,
    task: QuestTask,
    settings: TaskSettings | undefined,
  ): Promise<TaskColumns> {
    if (!settings) return {};
    const stored = await this.#deps.questTasks.findAnswer(tx, task);
    const isKept = settings.answer === undefined && settings.kind.type === task.type;
    if (isKept || settings.answer === stored?.current) return {};
    await tx.submissions.deleteTriesOf(task.id);
    const answer_encrypted =
      settings.answer === undefined
        ? null
        : this.#deps.questTasks.encryptAnswer(task.id, 'answer_encrypted', settings.answer);
    return { answer_encrypted, old_answer_encrypted: null, old_answer_until: null };
  }

  /** Runs after the insert, because the id of the row is authenticated with the answer. */
  async #storeAnswer(tx: Tx, id: number, answer: string): Promise<void> {
    const answer_encrypted = this.#deps.questTasks.encryptAnswer(id, 'answer_encrypted', answer);
    await tx.questTasks.updateNewAnswer(id, answer_encrypted);
  }
}

interface Asked {
  readonly task: QuestTask;
  readonly quest: Quest;
  readonly changes: TaskChanges;
}

interface Change extends Asked {
  readonly by: Administrator;
  readonly settings: TaskSettings | undefined;
}

/**
 * The answer of a task for which none is given; undefined for a type without answers.
 * @throws AppError VALIDATION_ERROR for a type whose answer must be given
 */
function newAnswer(type: TaskType): string | undefined {
  const { answer } = ruleOf(type);
  if (!answer) return undefined;
  if (answer.isGenerated) return randomCode();
  throw invalid(
    `config.${answer.field}`,
    `expected a value for a task of type ${type}`,
    'required',
  );
}

/** @throws AppError VALIDATION_ERROR for an event or conference that does not exist */
async function checkReferences(tx: Tx, { type, config }: TaskKind): Promise<void> {
  if (type === 'event_attendance' && !(await tx.events.find(config.event_id)))
    throw invalid('config.event_id', 'expected an event that exists', 'not_found');
  if (type === 'conference_registration' && !(await tx.conferences.find(config.conference_id)))
    throw invalid('config.conference_id', 'expected a conference that exists', 'not_found');
}

function checkTimes({ opens_at, closes_at }: Pick<QuestTask, 'opens_at' | 'closes_at'>): void {
  if (opens_at !== null && closes_at !== null && Date.parse(closes_at) <= Date.parse(opens_at))
    throw invalid('closes_at', 'expected a time after opens_at', 'after', { field: 'opens_at' });
}
