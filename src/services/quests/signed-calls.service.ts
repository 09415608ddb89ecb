import { hash } from 'node:crypto';
import { isStored } from '../../domain/operations/idempotency-keys.ts';
import {
  type Completed,
  type CompletionCall,
  type JoinCall,
  type Joined,
  SIGNED_TYPES,
  type SignedCall,
} from '../../domain/quests/quest-calls.ts';
import { checkRunning, checkShown, type Quest } from '../../domain/quests/quests.ts';
import { AppError, type ErrorCode, forbidden, invalid, notFound } from '../../errors.ts';
import {
  isSigned,
  type SignatureHeaders,
  type SignatureProblem,
  signatureProblem,
} from '../../lib/standard-webhooks.ts';
import type { FirstAnswer } from '../../repositories/quests/signed-calls.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { ParticipationsService } from './participations.service.ts';
import { type FoundPerson, type QuestCallsService, userIdOf } from './quest-calls.service.ts';
import type { QuestSecretsService } from './quest-secrets.service.ts';

interface Deps {
  readonly store: Store;
  readonly secrets: QuestSecretsService;
  readonly participations: ParticipationsService;
  readonly calls: QuestCallsService;
  readonly now: () => Date;
}

/** Signed calls of the public quest API: each id runs once, and errors name the reason. */
export class SignedCallsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Verifies the signature of a call, if it has one of the headers of signed calls.
   *
   * @returns undefined for an unsigned call
   * @throws AppError UNAUTHORIZED with the problem; an unknown quest has no secret
   */
  async verify(request: {
    readonly headers: SignatureHeaders;
    readonly body: Pick<JoinCall, 'quest_id'> | Pick<CompletionCall, 'task_id'>;
    readonly rawBody: Buffer;
  }): Promise<SignedCall | undefined> {
    const { headers, body, rawBody } = request;
    if (!isSigned(headers)) return undefined;
    const quest_id = 'quest_id' in body ? body.quest_id : await this.#questOf(body.task_id);
    const secrets = quest_id === undefined ? [] : await this.#deps.secrets.listValid(quest_id);
    const problem = signatureProblem(headers, { secrets, rawBody, now: this.#deps.now() });
    if (problem || quest_id === undefined) throw wrong(problem ?? 'signature');
    const webhook_id = String(headers['webhook-id']);
    return { quest_id, webhook_id, body_hash: hash('sha256', rawBody, 'hex') };
  }

  /**
   * @throws AppError TICKET_INVALID; NOT_FOUND for an unknown or blocked person; FORBIDDEN for a quest
   *   without calls; IDEMPOTENCY_KEY_REUSED; and as `ParticipationsService.start`
   */
  async join(call: SignedCall, { person }: JoinCall): Promise<Joined> {
    const found = await this.#deps.calls.findPerson(person);
    return this.#once(call, async (tx) => {
      const { quest_id } = call;
      const quest = await callable(tx, quest_id);
      const userId = await checkPerson(tx, found);
      const entry = { userId, source: 'signed', at: this.#deps.now() } as const;
      await this.#deps.participations.enter(tx, quest, entry);
      await this.#admit(tx, quest_id, userId);
      return { quest_id, status: 'accepted' };
    });
  }

  /** @throws AppError as `join`; VALIDATION_ERROR for a task of another type; TASK_CLOSED */
  async complete(call: SignedCall, { task_id, person, proof }: CompletionCall): Promise<Completed> {
    const found = await this.#deps.calls.findPerson(person);
    return this.#once(call, async (tx) => {
      const quest = await callable(tx, call.quest_id);
      const task = await tx.questTasks.find(task_id);
      if (!task) throw notFound('task');
      if (!SIGNED_TYPES.includes(task.type))
        throw invalid('task_id', 'expected a task that a call can complete', 'not_allowed');
      const user_id = await checkPerson(tx, found);
      const before = await tx.submissions.find({ task_id, user_id });
      const at = this.#deps.now();
      if (before?.status !== 'approved') checkRunning(quest, { at, isParticipant: false, task });
      const { status } = await this.#deps.calls.complete(tx, {
        quest,
        task_id,
        user_id,
        source: 'signed',
        status: 'approved',
        text: task.type === 'external' ? (proof ?? null) : null,
        sent_at: at.toISOString(),
      });
      await this.#admit(tx, quest.id, user_id);
      return { task_id, status: status === 'approved' ? 'approved' : 'pending' };
    });
  }

  /** Runs the first call with an id, and gives every later one the same answer. */
  async #once<T extends object>(call: SignedCall, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      await this.#deps.store.transaction((tx) =>
        this.#answerOnce(tx, call, async () => ({ status: ACCEPTED, answer: await work(tx) })),
      );
    } catch (error) {
      const refusal = refusalOf(error);
      if (!isStored(refusal.status)) throw refusal;
      const { status, code, message } = refusal;
      // The transaction of the refused work is rolled back, so this is a new one.
      await this.#deps.store.transaction((tx) =>
        this.#answerOnce(tx, call, async () => ({ status, answer: { error: message, code } })),
      );
    }
    return answered<T>(await this.#deps.store.signedCalls.find(call), call);
  }

  /** Does nothing for an id that has its answer; waits for a call with the same id that is running. */
  async #answerOnce(
    tx: Tx,
    call: SignedCall,
    work: () => Promise<Pick<FirstAnswer, 'status' | 'answer'>>,
  ): Promise<void> {
    if (await tx.signedCalls.insertIfAbsent(call, this.#deps.now().toISOString()))
      await tx.signedCalls.updateAnswer(call, await work());
  }

  async #questOf(taskId: number): Promise<number | undefined> {
    return (await this.#deps.store.questTasks.find(taskId))?.quest_id;
  }

  /** The user takes part now, so no decision on their request is needed. */
  async #admit(tx: Tx, quest_id: number, user_id: number): Promise<void> {
    const ids = await tx.registrationRequests.updateAdmitted(
      { quest_id, user_id },
      this.#deps.now().toISOString(),
    );
    await tx.webhookChanges.insertChanged('registration_request.changed', ids);
  }
}

const ACCEPTED = 202;

/** @throws AppError NOT_FOUND for a hidden quest; FORBIDDEN where calls are switched off */
async function callable(tx: Tx, questId: number): Promise<Quest> {
  const quest = await tx.quests.find(questId);
  if (!quest) throw notFound('quest');
  checkShown(quest, { isParticipant: false });
  if (!quest.public_api_enabled) throw forbidden();
  return quest;
}

/**
 * A partner must not learn whom the organizers blocked, so a blocked person is unknown.
 * @throws AppError TICKET_INVALID; NOT_FOUND
 */
async function checkPerson(tx: Tx, found: FoundPerson): Promise<number> {
  const id = userIdOf(found);
  const user = id === undefined ? undefined : await tx.users.find(id);
  if (!user || user.erased_at !== null || user.is_blocked) throw notFound('person');
  return user.id;
}

const wrong = (problem: SignatureProblem) =>
  new AppError('UNAUTHORIZED', 'Unauthorized', {
    headers: { 'WWW-Authenticate': `HallwaySignature error="${problem}"` },
  });

/** A person who was erased during the call is unknown. Throws a defect on. */
function refusalOf(error: unknown): AppError {
  if (!(error instanceof AppError)) throw error;
  return error.code === 'UNAUTHORIZED' ? notFound('person') : error;
}

/** The answer of the first call with this id. */
function answered<T extends object>(first: FirstAnswer | undefined, call: SignedCall): T {
  if (!first) throw new Error('signed call: its answer has been deleted');
  if (first.body_hash !== call.body_hash)
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'webhook-id: expected a new one for another body');
  if (first.status === ACCEPTED) return first.answer as T;
  const { error, code } = first.answer as { error: string; code: ErrorCode };
  throw new AppError(code, error);
}
