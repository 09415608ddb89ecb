import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { RegistrationRequest } from '../../domain/quests/registration-requests.ts';

const COLUMNS = [
  'id',
  'quest_id',
  'user_id',
  'status',
  'source',
  'message',
  'reason',
  'requested_at',
  'decided_at',
] as const satisfies readonly (keyof RegistrationRequest)[];

type Key = Pick<RegistrationRequest, 'quest_id' | 'user_id'>;
/** The fields that a user sends. */
export type SentRequest = Pick<RegistrationRequest, 'source' | 'message' | 'requested_at'>;

const FIND = preparedQuery<{ quest_id: number; user_id: number }, RegistrationRequest>(
  (db, { quest_id, user_id }) =>
    db('registration_requests')
      .where({ quest_id, user_id })
      .first(...COLUMNS),
);

/** Requests of users to take part in quests. A user has one for each quest. */
export class RegistrationRequestsRepository extends OnDatabase {
  async find({ quest_id, user_id }: Key): Promise<RegistrationRequest | undefined> {
    return FIND.first(this.db, { quest_id, user_id });
  }

  async listByIds(ids: readonly number[]): Promise<RegistrationRequest[]> {
    return this.#byIds(ids);
  }

  /** Locks the rows FOR UPDATE, by id. Requires the locks of their users. */
  async lockByIds(ids: readonly number[]): Promise<RegistrationRequest[]> {
    return this.#byIds(ids).forUpdate();
  }

  /**
   * Inserts a pending request, or replaces the one before. Requires the lock of the user.
   */
  async upsert(request: Key & SentRequest): Promise<RegistrationRequest> {
    const rows = await this.#table()
      .insert({ ...request, status: 'pending', reason: null, decided_at: null })
      .onConflict(['quest_id', 'user_id'])
      .merge()
      .returning<RegistrationRequest[]>(COLUMNS);
    return onlyRow(rows);
  }

  /** An unsigned call changes nothing if a request exists. Returns the id of a new one. */
  async insertIfAbsent(key: Key, requested_at: string): Promise<number[]> {
    const rows = await this.#table()
      .insert({ ...key, requested_at, source: 'public' })
      .onConflict(['quest_id', 'user_id'])
      .ignore()
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  /** Records that the user asked for it themselves, after the approval of an unsigned call. */
  async updateSource(id: number, source: RegistrationRequest['source']): Promise<void> {
    await this.#table().where({ id }).update({ source });
  }

  /** Requires the locks of the rows. */
  async updateDecided(
    ids: readonly number[],
    decision: Pick<RegistrationRequest, 'status' | 'reason' | 'decided_at'>,
  ): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .update(decision);
  }

  /**
   * Approves a request that is not approved: a signed call made the user a participant, so nothing
   * is left to decide. Returns its id.
   */
  async updateAdmitted({ quest_id, user_id }: Key, decided_at: string): Promise<number[]> {
    const rows = await this.#table()
      .where({ quest_id, user_id })
      .whereNot({ status: 'approved' })
      .update({ status: 'approved', reason: null, decided_at })
      .returning<{ id: number }[]>('id');
    return rows.map(({ id }) => id);
  }

  #byIds(ids: readonly number[]): Knex.QueryBuilder {
    return this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .select(...COLUMNS);
  }

  #table() {
    return this.db('registration_requests');
  }
}
