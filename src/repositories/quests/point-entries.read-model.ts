import type { Knex } from 'knex';
import { keysetPage, type Page, type PageRequest } from '../../db/pages.ts';
import type { PointEntry } from '../../domain/quests/points.ts';

/** SQL for the id and title of a row, or null; a deleted quest or task keeps its title. */
const titled = (alias: string, name: string) =>
  `case when ${alias}.id is not null
        then json_build_object('id', ${alias}.id, 'title', ${alias}.title) end as ${name}`;

/** The ledger of one user. */
export class PointEntriesReadModel {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Newest first. The position is the id of the last entry. */
  async listOf(user_id: number, request: PageRequest<number>): Promise<Page<PointEntry, number>> {
    const query = this.#db('point_ledger as l')
      .leftJoin('quests as q', 'q.id', 'l.quest_id')
      .leftJoin('quest_tasks as t', 't.id', 'l.task_id')
      .where('l.user_id', user_id)
      .select('l.id', 'l.delta', 'l.kind', 'l.reason', 'l.earned_at', 'l.created_at')
      .select(this.#db.raw(titled('q', 'quest')), this.#db.raw(titled('t', 'task')))
      .orderBy('l.id', 'desc');
    return keysetPage<PointEntry, number>(query, request, {
      seek: (rows, after) => rows.where('l.id', '<', after),
      positionOf: ({ id }) => id,
    });
  }
}
