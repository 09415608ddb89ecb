import type { Knex } from 'knex';
import { lookUp } from '../../db/statement.ts';

/** The secrets of a quest as stored, encrypted. */
export interface EncryptedSecrets {
  /** Null for a quest whose calls are not signed. */
  readonly secret_encrypted: Buffer | null;
  /** Null once it is not valid any more. */
  readonly old_secret_encrypted: Buffer | null;
}

const FIND = lookUp<{ quest_id: number; now: string }, EncryptedSecrets>((db, { quest_id, now }) =>
  db.raw(
    `select secret_encrypted,
            case when old_secret_until > :now then old_secret_encrypted end as old_secret_encrypted
       from quests where id = :quest_id and deleted_at is null`,
    { quest_id, now },
  ),
);

/** The secrets that sign calls of the public quest API. */
export class QuestSecretsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(quest_id: number, now: string): Promise<EncryptedSecrets | undefined> {
    return FIND.first(this.#db, { quest_id, now });
  }

  /** Requires the lock of the quest. */
  async update(
    id: number,
    secrets: EncryptedSecrets & { readonly old_secret_until: string | null },
  ): Promise<void> {
    await this.#db('quests').where({ id }).update(secrets);
  }
}
