import {
  type Completed,
  type CompletionCall,
  type JoinCall,
  type Joined,
  UNSIGNED_TYPES,
  type UnsignedCall,
  unsignedCodeLimits,
} from '../../domain/quests/quest-calls.ts';
import type { QuestTask } from '../../domain/quests/quest-tasks.ts';
import { checkRunning, isPublic, type Quest } from '../../domain/quests/quests.ts';
import { tooManyCodes } from '../../domain/quests/submissions.ts';
import { verify } from '../../domain/quests/task-types/task-types.ts';
import { AppError, forbidden, invalid, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { ParticipationsService } from './participations.service.ts';
import { type QuestCallsService, userIdOf } from './quest-calls.service.ts';
import type { QuestTasksService } from './quest-tasks.service.ts';

type NamedCall = UnsignedCall & { readonly user_id: number };

interface Deps {
  readonly store: Store;
  readonly participations: ParticipationsService;
  readonly calls: QuestCallsService;
  readonly questTasks: QuestTasksService;
  readonly now: () => Date;
}

/**
 * Unsigned calls of the public quest API. Their answer depends on the request, the quest and the task
 * alone, never on the named person: a job does what depends on the person.
 */
export class UnsignedCallsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND; FORBIDDEN; TICKET_INVALID */
  async join({ quest_id, person }: JoinCall): Promise<Joined> {
    const quest = await this.#deps.store.quests.find(quest_id);
    this.#checkCallable(quest, 'quest');
    const user_id = userIdOf(await this.#deps.calls.findPerson(person));
    await this.#keep({ quest_id, task_id: null, user_id: user_id ?? null, text: null });
    return { quest_id, status: 'accepted' };
  }

  /**
   * @param options.address counts wrong codes
   * @throws AppError NOT_FOUND; FORBIDDEN; VALIDATION_ERROR for a task of another type; TICKET_INVALID;
   *   WRONG_ANSWER; RATE_LIMITED after too many wrong codes
   */
  async complete(
    { task_id, person, proof }: CompletionCall,
    { address }: { readonly address: string },
  ): Promise<Completed> {
    const task = await this.#deps.store.questTasks.find(task_id);
    const quest = task && (await this.#deps.store.quests.find(task.quest_id));
    this.#checkCallable(quest, 'task');
    if (!task) throw notFound('task');
    if (!UNSIGNED_TYPES.includes(task.type))
      throw invalid('task_id', 'expected a signed call for this type of task', 'not_allowed');
    const user_id = userIdOf(await this.#deps.calls.findPerson(person));
    const isCode = task.type === 'code';
    if (isCode) await this.#checkCode(task, { proof, address });
    const text = isCode ? null : (proof ?? null);
    await this.#keep({ quest_id: task.quest_id, task_id, user_id: user_id ?? null, text });
    return { task_id, status: isCode ? 'approved' : 'pending' };
  }

  /**
   * Applies a kept call, and deletes it. Does nothing if it was applied before, or if the person
   * was erased since. Safe to repeat.
   * @returns whether something was done
   */
  async applyKept(id: number): Promise<boolean> {
    const call = await this.#deps.store.unsignedCalls.find(id);
    if (!call) return false;
    const isApplied = await this.apply(call);
    await this.#deps.store.unsignedCalls.delete(id);
    return isApplied;
  }

  /**
   * Applies the call as far as the person's state allows; the caller already has the answer. Safe
   * to repeat.
   * @returns whether something was done
   */
  async apply({ user_id, ...call }: UnsignedCall): Promise<boolean> {
    const user = user_id === null ? undefined : await this.#deps.store.users.find(user_id);
    if (!user || user.erased_at !== null || user.is_blocked) return false;
    const named = { ...call, user_id: user.id };
    try {
      return await this.#deps.store.transaction((tx) => this.#apply(tx, named));
    } catch (error) {
      // A rule of the quest refuses the person. Temporary errors are retried.
      if (error instanceof AppError && error.status < 500) return false;
      throw error;
    }
  }

  async #apply(tx: Tx, { task_id, ...call }: NamedCall): Promise<boolean> {
    const { quest_id, user_id } = call;
    const quest = await tx.quests.find(quest_id);
    if (!quest?.public_api_enabled) return false;
    const isParticipant = (await tx.participations.find({ quest_id, user_id })) !== undefined;
    if (!isParticipant && !(await isFreeToAll(tx, quest_id))) return this.#request(tx, quest, call);
    if (task_id !== null) return this.#complete(tx, quest, { ...call, task_id });
    if (isParticipant) return false;
    const at = new Date(call.sent_at);
    return this.#deps.participations.enter(tx, quest, { userId: user_id, source: 'public', at });
  }

  /** @throws AppError NOT_FOUND also for a quest that strangers do not see; FORBIDDEN */
  #checkCallable(quest: Quest | undefined, noun: 'quest' | 'task'): void {
    if (!quest || !isPublic(quest, this.#deps.now())) throw notFound(noun);
    if (!quest.public_api_enabled) throw forbidden();
  }

  /**
   * Counts the code before it is compared, in a statement of its own: unsigned calls have no row whose
   * lock makes them wait for each other. A right code is given back.
   * @throws AppError VALIDATION_ERROR; WRONG_ANSWER; RATE_LIMITED after 30 wrong ones of the address in
   *   10 minutes, or 100,000 for the task in an hour
   */
  async #checkCode(
    task: QuestTask,
    { proof, address }: { readonly proof: string | undefined; readonly address: string },
  ): Promise<void> {
    if (proof === undefined)
      throw invalid('proof', 'expected a value for this type of task', 'required');
    const answer = await this.#deps.questTasks.findAnswer(this.#deps.store, task);
    const { ofAddress, ofTask } = unsignedCodeLimits(task.id, address);
    const blockedKey = await this.#deps.store.rateLimitCounters.upsertBoth(ofAddress, ofTask);
    if (blockedKey) throw tooManyCodes(blockedKey);
    verify(task, { answer: proof }, { answer, fulfilled_at: null });
    await this.#deps.store.rateLimitCounters.updateGivenBack([ofAddress.key, ofTask.key]);
  }

  /** The job names only the row, so that an erasure deletes the personal data of the call. */
  async #keep(call: Omit<UnsignedCall, 'sent_at'>): Promise<void> {
    const sent_at = this.#deps.now().toISOString();
    await this.#deps.store.transaction(async (tx) => {
      const call_id = await tx.unsignedCalls.insert({ ...call, sent_at });
      await tx.jobs.add('apply-unsigned-call', { call_id });
    });
  }

  /** An administrator decides on the request; an unproven call gives nothing. */
  async #request(
    tx: Tx,
    quest: Quest,
    { user_id, sent_at }: Pick<NamedCall, 'user_id' | 'sent_at'>,
  ): Promise<boolean> {
    checkRunning(quest, { at: new Date(sent_at), isParticipant: false });
    const user = await tx.users.lockAllowingReferences(user_id);
    if (!user || user.erased_at !== null) return false;
    const of = { quest_id: quest.id, user_id };
    const ids = await tx.registrationRequests.insertIfAbsent(of, sent_at);
    await tx.webhookChanges.insertChanged('registration_request.changed', ids);
    return true;
  }

  async #complete(
    tx: Tx,
    quest: Quest,
    { task_id, user_id, text, sent_at }: NamedCall & { readonly task_id: number },
  ): Promise<boolean> {
    const task = await tx.questTasks.find(task_id);
    if (!task) return false;
    checkRunning(quest, { at: new Date(sent_at), isParticipant: false, task });
    const status = task.type === 'code' ? 'approved' : 'pending';
    const source = 'public';
    await this.#deps.calls.complete(tx, {
      quest,
      task_id,
      user_id,
      source,
      status,
      text,
      sent_at,
    });
    return true;
  }
}

/** Runs under the lock of the quest, because an open quest may get a limit at the same time. */
async function isFreeToAll(tx: Tx, questId: number): Promise<boolean> {
  const quest = await tx.quests.lock(questId);
  return quest?.registration_mode === 'open' && quest.max_participants === null;
}
