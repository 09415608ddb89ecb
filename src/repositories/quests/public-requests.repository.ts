import type { Knex } from 'knex';
import type { RegistrationRequest } from '../../domain/quests/participations.ts';

type Key = Pick<RegistrationRequest, 'quest_id' | 'user_id'>;

/** Registration requests as calls of the public quest API change them. */
export class PublicRequestsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  /** An unsigned call changes nothing where there is a request. */
  async insertIfAbsent({ quest_id, user_id }: Key, requested_at: string): Promise<void> {
    await this.#db('quest_registration_requests')
      .insert({ quest_id, user_id, requested_at, source: 'public' })
      .onConflict(['quest_id', 'user_id'])
      .ignore();
  }

  /** A signed call made the user a participant, so nothing is left to decide. */
  async updateAdmitted({ quest_id, user_id }: Key, decided_at: string): Promise<void> {
    await this.#db('quest_registration_requests')
      .where({ quest_id, user_id })
      .whereNot({ status: 'approved' })
      .update({ status: 'approved', reason: null, decided_at });
  }
}
