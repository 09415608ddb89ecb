import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import type { Participation, QuestProgress } from '../../domain/quests/participations.ts';
import {
  checkEntry,
  checkRunning,
  checkShown,
  type Quest,
  questFull,
} from '../../domain/quests/quests.ts';
import type { Source } from '../../domain/quests/submissions.ts';
import { notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { PendingAwardsService } from './pending-awards.service.ts';

export type Participant = Pick<User, 'id' | 'messenger_id'>;

/** Who enters a quest, who caused it, and when: that of a call is when it was sent. */
interface Entry {
  readonly userId: number;
  readonly source: Exclude<Source, 'worker'>;
  readonly at: Date;
}

/** What is stored of the user in the quest: nothing, or an admission. */
interface Seen {
  readonly current: Pick<Participation, 'status'> | undefined;
}

interface Deps {
  readonly store: Store;
  readonly pendingAwards: PendingAwardsService;
  readonly hashOf: MessengerHash;
  readonly now: () => Date;
}

/**
 * Users start quests. Those who do share the entry lock, and take their places at the very end: they
 * wait for each other during that statement and the commit only.
 */
export class ParticipationsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Starts a quest. Safe to repeat: a user who has started it gets the same answer with `created:
   * false`, also after its end.
   *
   * @throws AppError NOT_FOUND; QUEST_INACTIVE if it has been switched off; QUEST_NOT_STARTED;
   *   QUEST_ENDED; REGISTRATION_REQUIRED without the seat, check-in or admission that it requires;
   *   QUEST_FULL; UNAUTHORIZED if the user has been erased
   */
  async start(user: User, questId: number): Promise<{ progress: QuestProgress; created: boolean }> {
    const entry = { userId: user.id, source: 'self', at: this.#deps.now() } as const;
    const created = await this.#deps.store.transaction(async (tx) => {
      const quest = await tx.quests.find(questId);
      if (!quest) throw notFound('quest');
      if (await this.enter(tx, quest, entry)) return true;
      checkShown(quest, { isParticipant: true });
      await tx.participations.updateOpened({ quest_id: questId, user_id: user.id });
      return false;
    });
    return { progress: await this.progress(questId, user), created };
  }

  /**
   * Makes the user a participant who has started the quest, in the caller's transaction, and awards
   * the automatic tasks that are already fulfilled. Locks the entry of the quest, then the user, and at
   * the end the row of the quest.
   *
   * @returns false for a user who has started it
   * @throws AppError as `start`
   */
  async enter(tx: Tx, { id }: Pick<Quest, 'id'>, entry: Entry): Promise<boolean> {
    const { userId, source } = entry;
    if (!(await tx.participations.lockEntry({ quest_id: id, user_id: userId })))
      throw unauthorized();
    const quest = await tx.quests.find(id);
    if (!quest) throw notFound('quest');
    const current = await tx.participations.find({ quest_id: id, user_id: userId });
    if (current && current.status !== 'admitted') return false;
    // A signed call learns nothing of the person.
    checkRunning(quest, {
      at: entry.at,
      isParticipant: current !== undefined && source === 'self',
    });
    await this.checkEntry(tx, quest, { ...entry, current });
    await this.begin(tx, quest, { ...entry, current });
    await this.#deps.pendingAwards.settle(tx, quest, userId);
    if (!current) await this.takePlace(tx, quest);
    return true;
  }

  /** @throws AppError REGISTRATION_REQUIRED; QUEST_FULL. Requires the entry lock of the quest. */
  async checkEntry(
    tx: Tx,
    quest: Parameters<typeof checkEntry>[0] & Pick<Quest, 'id'>,
    { userId, source, current }: Entry & Seen,
  ): Promise<void> {
    const presence =
      quest.access === 'anyone'
        ? undefined
        : await tx.read.participations.findPresence(quest.id, userId);
    const isVouchedFor = source === 'signed';
    checkEntry(quest, { presence, isAdmitted: current !== undefined, isVouchedFor });
  }

  /**
   * Makes the user a participant who has started the quest. Requires the locks of its entry and of the
   * user, `checkEntry` before, and `takePlace` for a new participant after everything else.
   */
  async begin(
    tx: Tx,
    { id: quest_id }: Pick<Quest, 'id'>,
    { userId: user_id, source, at, current }: Entry & Seen,
  ): Promise<void> {
    const started_at = at.toISOString();
    const started = { quest_id, user_id, source, started_at };
    if (current) await tx.participations.updateStarted(started, { source, started_at });
    else await tx.participations.insert({ ...started, status: 'in_progress' });
  }

  /**
   * Takes a place for a new participant. Between `checkEntry` and this one, others may have taken the
   * last one.
   * @throws AppError QUEST_FULL
   */
  async takePlace(tx: Tx, { id }: Pick<Quest, 'id'>): Promise<void> {
    if (!(await tx.quests.updateWithParticipant(id))) throw questFull();
  }

  async progress(quest_id: number, user: Participant): Promise<QuestProgress> {
    const of = { quest_id, user_id: user.id, person_hashes: this.#hashesOf(user) };
    const found = await this.#deps.store.read.participations.find(of);
    if (!found) throw notFound('quest');
    return found;
  }

  /** The progress of a user in several quests, by quest id, in one query. */
  async progressIn(
    quest_ids: readonly number[],
    user: Participant,
  ): Promise<ReadonlyMap<number, QuestProgress>> {
    const of = { quest_ids, user_id: user.id, person_hashes: this.#hashesOf(user) };
    return this.#deps.store.read.participations.listOf(of);
  }

  #hashesOf({ messenger_id }: Participant): readonly string[] {
    return messenger_id === null ? [] : this.#deps.hashOf(messenger_id).all;
  }
}
