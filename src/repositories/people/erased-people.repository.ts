import type { Knex } from 'knex';

export interface ErasedPerson {
  readonly messenger_hash: string;
  readonly erased_at: string;
  readonly is_blocked: boolean;
}

/** What is kept of people who had themselves erased: a keyed hash and two facts. */
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

  /** Somebody who came back and leaves again gets the later time. */
  async upsert(person: ErasedPerson): Promise<void> {
    await this.#db('erased_people').insert(person).onConflict('messenger_hash').merge();
  }
}
