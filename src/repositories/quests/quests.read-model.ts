import type { Knex } from 'knex';
import { deletedSince, pageWithGone, withChanges } from '../../db/changes.ts';
import type { Searched } from '../../db/matches.ts';
import { OnDatabase } from '../../db/on-database.ts';
import {
  type ChangingPage,
  type NumberedRequest,
  numberedPage,
  type Page,
  prepare,
  preparedList,
  queryList,
} from '../../db/pages.ts';
import { searchedPage } from '../../db/search-pages.ts';
import type { ParticipationStatus } from '../../domain/quests/participations.ts';
import type { ListedState, Quest } from '../../domain/quests/quests.ts';
import { containingEveryWord } from '../search.sql.ts';
import { questsOf } from './participations.sql.ts';
import { isRunning, isShown, LISTED_QUEST_COLUMNS } from './quests.sql.ts';

export interface QuestsFilter {
  readonly state: ListedState;
  readonly is_featured?: true | undefined;
  readonly conference_id?: number | undefined;
  readonly event_id?: number | undefined;
  readonly q?: string | undefined;
  readonly updated_since?: string | undefined;
}

/** The statuses of the quests of a user. */
export type OwnStatus = Exclude<ParticipationStatus, 'none'>;

/** All quests of a user, the latest activity first. */
const ownQuests = (db: Knex, user_id: number): Knex.QueryBuilder =>
  db
    .queryBuilder()
    .from(db.raw(`(${questsOf(':user_id')}) as own`, { user_id }))
    .join('quests as q', 'q.id', 'own.quest_id')
    .leftJoin('conferences as c', 'c.id', 'q.conference_id')
    .whereNull('q.deleted_at')
    .orderByRaw('own.active_at desc, q.id desc')
    .select(db.raw(LISTED_QUEST_COLUMNS));

const OWN = prepare<{ readonly user_id: number }, Quest>((db, { user_id }) =>
  ownQuests(db, user_id),
);

/** Quests as users and visitors find them. */
export class QuestsReadModel extends OnDatabase {
  /** Quests that are not hidden: featured ones first, then the latest start. */
  async list(
    filter: QuestsFilter,
    now: string,
    page: NumberedRequest,
  ): Promise<ChangingPage<Quest>> {
    const { updated_since: since, q } = filter;
    return withChanges(this.db, () =>
      pageWithGone(
        this.db,
        () =>
          searchedPage<Quest>(since === undefined ? q : undefined, page, {
            key: 'q.id',
            of: (words) => this.#listed({ ...filter, ...words }, now),
          }),
        async () => (since === undefined ? undefined : this.#goneSince(since, filter, now)),
      ),
    );
  }

  /** Quests that changed and are not in the list, and those that left its conference or event. */
  async #goneSince(since: string, filter: QuestsFilter, now: string): Promise<number[]> {
    const { conference_id, event_id } = filter;
    const listed = this.#listed(filter, now);
    const changed = this.db('quests as q')
      .whereRaw(CHANGED, { since, now })
      .whereNotIn('q.id', listed.clearSelect().clearOrder().select('q.id'))
      .select('q.id');
    if (conference_id) changed.where('q.conference_id', conference_id);
    if (event_id) changed.where('q.event_id', event_id);
    const isNarrow = conference_id !== undefined || event_id !== undefined;
    const moved = isNarrow ? [deletedSince(this.db, 'quest', { since, conference_id })] : [];
    const rows = await changed.union(moved);
    return rows.map(({ id }: { id: number }) => id);
  }

  /** The quests of a user, also hidden and ended ones: the latest activity first. */
  async listOf(
    user_id: number,
    { status }: { status: OwnStatus | undefined },
    page: NumberedRequest,
  ): Promise<Page<Quest>> {
    if (status === undefined) return numberedPage(preparedList(this.db, OWN, { user_id }), page);
    const query = ownQuests(this.db, user_id).where('own.status', status);
    return numberedPage<Quest>(queryList(query), page);
  }

  #listed(filter: Searched<QuestsFilter>, now: string): Knex.QueryBuilder {
    const { state, is_featured, conference_id, event_id, q, matching } = filter;
    const query = this.db('quests as q')
      .leftJoin('conferences as c', 'c.id', 'q.conference_id')
      .whereRaw(WHERE[state], { now })
      // The order of an index, in which a start is never null.
      .orderByRaw('q.is_featured desc, coalesce(q.starts_at, q.created_at) desc, q.id desc')
      .select(this.db.raw(LISTED_QUEST_COLUMNS));
    if (is_featured) query.where('q.is_featured', true);
    if (conference_id) query.where('q.conference_id', conference_id);
    if (event_id) query.where('q.event_id', event_id);
    if (filter.updated_since) query.whereRaw(CHANGED, { since: filter.updated_since, now });
    if (q) search(query, { q, matching });
    return query;
  }
}

const search = (query: Knex.QueryBuilder, words: Searched<{ readonly q: string }>): void =>
  containingEveryWord(query, words, 'q.search_text');

/** SQL for whether the quest `q` changed since then: also by its start or end, without an update. */
const CHANGED = `(q.updated_at > :since or (q.starts_at > :since and q.starts_at <= :now)
  or (q.ends_at > :since and q.ends_at <= :now))`;

const WHERE: Readonly<Record<ListedState, string>> = {
  all: isShown('q'),
  running: isRunning('q'),
  coming: `${isShown('q')} and q.starts_at > :now`,
  ended: `${isShown('q')} and q.ends_at <= :now`,
};
