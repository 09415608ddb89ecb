import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import type { Participation, QuestProgress } from '../../domain/quests/participations.ts';
import { checkEntry, checkRunning, checkShown, type Quest } from '../../domain/quests/quests.ts';
import type { Source } from '../../domain/quests/submissions.ts';
import { notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AwardsService } from './awards.service.ts';

export type Participant = Pick<User, 'id' | 'messenger_id'>;

/** Who enters a quest, who caused it, and when: that of a call is when it was sent. */
interface Entry {
  readonly userId: number;
  readonly source: Exclude<Source, 'worker'>;
  readonly at: Date;
}

/** Users start quests. The places of a quest are given under the lock of its row. */
export class ParticipationsService {
  readonly #store: Store;
  readonly #awards: AwardsService;
  readonly #hashOf: MessengerHash;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    awards: AwardsService;
    hashOf: MessengerHash;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#awards = deps.awards;
    this.#hashOf = deps.hashOf;
    this.#now = deps.now;
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
    const entry = { userId: user.id, source: 'self', at: this.#now() } as const;
    const created = await this.#store.transactionOn([`quest:${questId}`], async (tx) => {
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
   * the automatic tasks that are already fulfilled. Locks the quest, then the user.
   *
   * @returns false for a user who has started it
   * @throws AppError as `start`
   */
  async enter(tx: Tx, { id }: Pick<Quest, 'id'>, entry: Entry): Promise<boolean> {
    const { userId, source } = entry;
    const quest = await tx.quests.lock(id);
    if (!quest) throw notFound('quest');
    const current = await tx.participations.find({ quest_id: id, user_id: userId });
    if (current && current.status !== 'admitted') return false;
    await checkEnterable(tx, quest, { ...entry, current });

    const user = await tx.users.lockAllowingReferences(userId);
    if (!user || user.erased_at !== null) throw unauthorized();
    const started_at = entry.at.toISOString();
    if (current) await tx.participations.updateStarted(current, { started_at, source });
    else {
      await tx.participations.insertIfAbsent({
        quest_id: id,
        user_id: userId,
        status: 'in_progress',
        source,
        started_at,
        active_at: started_at,
      });
      await tx.quests.updateParticipantCount(id);
    }
    await this.#awards.settle(tx, quest, userId);
    return true;
  }

  async progress(quest_id: number, user: Participant): Promise<QuestProgress> {
    const of = { quest_id, user_id: user.id, person_hashes: this.#hashesOf(user) };
    const found = await this.#store.read.participations.find(of);
    if (!found) throw notFound('quest');
    return found;
  }

  /** The progress of a user in several quests, by quest id, in one query. */
  async progressIn(
    quest_ids: readonly number[],
    user: Participant,
  ): Promise<ReadonlyMap<number, QuestProgress>> {
    const of = { quest_ids, user_id: user.id, person_hashes: this.#hashesOf(user) };
    return this.#store.read.participations.listOf(of);
  }

  #hashesOf({ messenger_id }: Participant): readonly string[] {
    return messenger_id === null ? [] : this.#hashOf(messenger_id).all;
  }
}

async function checkEnterable(
  tx: Tx,
  quest: Quest,
  { userId, source, at, current }: Entry & { readonly current: Participation | undefined },
): Promise<void> {
  const isAdmitted = current !== undefined;
  // A signed call learns nothing of the person.
  checkRunning(quest, { at, isParticipant: isAdmitted && source === 'self' });
  const presence =
    quest.access === 'anyone'
      ? undefined
      : await tx.read.participations.findPresence(quest.id, userId);
  checkEntry(quest, { presence, isAdmitted, isVouchedFor: source === 'signed' });
}
