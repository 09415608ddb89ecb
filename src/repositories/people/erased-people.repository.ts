import { OnDatabase } from '../../db/on-database.ts';

export interface ErasedPerson {
  readonly messenger_hash: string;
  /** The key that made the hash; null for a row from before the ids. */
  readonly key_id: string | null;
  readonly erased_at: string;
  readonly is_blocked: boolean;
}

/** What remains of erased users: a keyed hash of the messenger id, the time, and the block. */
export class ErasedPeopleRepository extends OnDatabase {
  /** The latest erasure of one person, by the hashes of their messenger id under every key. */
  async findLatest(hashes: readonly string[]): Promise<ErasedPerson | undefined> {
    return this.db<ErasedPerson>('erased_people')
      .whereIn('messenger_hash', hashes)
      .orderBy('erased_at', 'desc')
      .first('messenger_hash', 'key_id', 'erased_at', 'is_blocked');
  }

  /** A second erasure under the same key replaces the time and the block. */
  async upsert(person: ErasedPerson): Promise<void> {
    await this.db('erased_people').insert(person).onConflict('messenger_hash').merge();
  }
}
