import type { QuestFunnel } from '../../domain/quests/admin-quests.ts';
import { notFound } from '../../errors.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type { Store } from '../../repositories/store.ts';

/** The counts read every submission of the quest, so all consoles share them for 5 seconds. */
const MAX_AGE_MS = 5_000;

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

/** How far the participants of quests are. */
export class QuestFunnelsService {
  readonly #deps: Deps;
  readonly #funnels: SharedReads<number, QuestFunnel>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#funnels = new SharedReads({ maxAgeMs: MAX_AGE_MS, now: deps.now });
  }

  /** The counts are at most 5 seconds old. @throws AppError NOT_FOUND */
  async find(questId: number): Promise<QuestFunnel> {
    if (!(await this.#deps.store.quests.find(questId))) throw notFound('quest');
    return this.#funnels.get(questId, () => this.#count(questId));
  }

  async #count(quest_id: number): Promise<QuestFunnel> {
    const as_of = this.#deps.now().toISOString();
    const { questFunnels } = this.#deps.store.read;
    const [participants, tasks] = await Promise.all([
      questFunnels.countParticipants(quest_id),
      questFunnels.listTasks(quest_id),
    ]);
    return { quest_id, as_of, participants, tasks };
  }
}
