import type { Knex } from 'knex';

export interface ErasedPerson {
  readonly messenger_hash: string;
  readonly erased_at: string;
  readonly is_blocked: boolean;
}

/** What remains of erased users: a keyed hash of the messenger id, the time, and the block. */
export class ErasedPeopleRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(messenger_hash: string): Promise<ErasedPerson | undefined> {
    return this.#db<ErasedPerson>('erased_people')
      .where({ messenger_hash })
      .first('messenger_hash', 'erased_at', 'is_blocked');
  }

  /** A second erasure of the same person replaces the time and the block. */
  async upsert(person: ErasedPerson): Promise<void> {
    await this.#db('erased_people').insert(person).onConflict('messenger_hash').merge();
  }
}
