import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';

/** Answers to quizzes. Each statement commits by itself, so that a refused answer is counted. */
export class TaskTriesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** @param personHashes under every key, since a try may be stored under an older one */
  async count(task_id: number, personHashes: readonly string[]): Promise<number> {
    const row = await this.#db('task_tries')
      .where({ task_id })
      .whereIn('person_hash', personHashes)
      .sum<{ tries: number | null }>({ tries: 'tries' })
      .first();
    return Number(row?.tries ?? 0);
  }

  /** Counts a try and returns the number of tries in the row. */
  async upsert(task_id: number, person_hash: string): Promise<number> {
    const { rows } = await this.#db.raw(
      `insert into task_tries as kept (task_id, person_hash, tries)
       values (:task_id, :person_hash, 1)
       on conflict (task_id, person_hash) do update set tries = kept.tries + 1
       returning tries`,
      { task_id, person_hash },
    );
    return onlyRow<{ tries: number }>(rows).tries;
  }

  /** Gives all users their tries of this task back. */
  async deleteOf(task_id: number): Promise<void> {
    await this.#db('task_tries').where({ task_id }).delete();
  }
}
