import type { Knex } from 'knex';

/** The users whose automatic tasks are settled next. Triggers insert the rows. */
export class SettlementsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** Whether any row exists. */
  async exists(): Promise<boolean> {
    return (await this.#db('due_settlements').first('id')) !== undefined;
  }

  /** Finds the oldest rows. */
  async list(limit: number): Promise<{ id: number; user_id: number }[]> {
    return this.#db('due_settlements').orderBy('id').limit(limit).select('id', 'user_id');
  }

  async delete(ids: readonly number[]): Promise<void> {
    await this.#db('due_settlements')
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .delete();
  }
}
