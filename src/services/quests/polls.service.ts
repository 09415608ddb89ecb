import type { User } from '../../domain/people/users.ts';
import {
  type PollResults,
  pollResults,
  showsResults,
  type VotesByOption,
} from '../../domain/quests/polls.ts';
import { type TaskOf, taskStateOf } from '../../domain/quests/quest-tasks.ts';
import { hasBegun, isVisible, type Quest } from '../../domain/quests/quests.ts';
import { forbidden, notFound } from '../../errors.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type { Store } from '../../repositories/store.ts';

/** A room that votes watches the results: all its requests within a second share one count. */
const MAX_AGE_MS = 1_000;

/** The results, and the option that the viewer voted for; null for none. */
export type ResultsFor = PollResults & { readonly my_vote?: string | null };

/** Results of polls. */
export class PollsService {
  readonly #deps;
  readonly #votes: SharedReads<number, VotesByOption>;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
    this.#votes = new SharedReads({ maxAgeMs: MAX_AGE_MS, now: deps.now });
  }

  /**
   * The counts are at most 1 second old; erased users stay counted. `my_vote` is current, and
   * absent without `viewer`.
   *
   * @throws AppError NOT_FOUND for a task that is not a poll or has not opened, and for a quest
   *   that is hidden or coming, except for participants; FORBIDDEN while the poll does not show its
   *   results
   */
  async find(taskId: number, viewer: Pick<User, 'id'> | undefined): Promise<ResultsFor> {
    const { poll, quest } = await this.#findVisible(taskId, viewer);
    const vote = viewer && (await this.#deps.store.polls.findVote(taskId, viewer.id));
    if (!showsResults(poll, { quest, hasVoted: vote !== undefined, now: this.#deps.now() }))
      throw forbidden();
    const votes = await this.#votes.get(taskId, () => this.#deps.store.polls.countVotes(taskId));
    const results = pollResults(poll, votes);
    return viewer ? { ...results, my_vote: vote ?? null } : results;
  }

  async #findVisible(
    taskId: number,
    viewer: Pick<User, 'id'> | undefined,
  ): Promise<{ poll: TaskOf<'poll'>; quest: Quest }> {
    const now = this.#deps.now();
    const poll = await this.#deps.store.questTasks.find(taskId);
    if (poll?.type !== 'poll' || taskStateOf(poll, now) === 'coming') throw notFound('poll');
    const quest = await this.#deps.store.quests.find(poll.quest_id);
    if (!quest || !hasBegun(quest, now)) throw notFound('poll');
    const of = { quest_id: quest.id, user_id: viewer?.id ?? 0 };
    const participation = viewer && (await this.#deps.store.participations.find(of));
    if (!isVisible(quest, participation?.status, now)) throw notFound('poll');
    return { poll, quest };
  }
}
