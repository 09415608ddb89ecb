import type { Knex } from 'knex';
import { onlyRow } from '../../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../../db/slugs.ts';
import { lookUp, statement } from '../../db/statement.ts';
import type { Participation } from '../../domain/quests/participations.ts';
import type { Quest, QuestChanges, QuestInput } from '../../domain/quests/quests.ts';
import { QUEST_COLUMNS, QUEST_TABLES } from './quests.sql.ts';

const FIND = lookUp<{ id: number }, Quest>((db, { id }) =>
  db.raw(`select ${QUEST_COLUMNS} from ${QUEST_TABLES} where q.id = :id and q.deleted_at is null`, {
    id,
  }),
);

type NewParticipation = Omit<Participation, 'completed_at'> & { readonly active_at: string };

const INSERT_PARTICIPANT = statement<NewParticipation, unknown>(
  (db, { quest_id, user_id, status, source, started_at, active_at }) =>
    db.raw(
      `with entered as (
         insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
         values (:quest_id, :user_id, :status, :source, :started_at, :active_at)
         on conflict (quest_id, user_id) do nothing
         returning quest_id
       )
       update quests q set participant_count = q.participant_count + 1
         from entered where q.id = entered.quest_id`,
      { quest_id, user_id, status, source, started_at, active_at },
    ),
);

/** The secrets of a quest as stored, encrypted. */
export interface EncryptedSecrets {
  /** Null for a quest whose calls are not signed. */
  readonly secret_encrypted: Buffer | null;
  /** Null once it is not valid any more. */
  readonly old_secret_encrypted: Buffer | null;
}

const FIND_SECRETS = lookUp<{ quest_id: number; now: string }, EncryptedSecrets>(
  (db, { quest_id, now }) =>
    db.raw(
      `select secret_encrypted,
            case when old_secret_until > :now then old_secret_encrypted end as old_secret_encrypted
       from quests where id = :quest_id and deleted_at is null`,
      { quest_id, now },
    ),
);

/** Quests. No method finds deleted ones. */
export class QuestsRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(id: number): Promise<Quest | undefined> {
    return FIND.first(this.#db, { id });
  }

  /** Locks the row FOR NO KEY UPDATE: the places of a quest are given under this lock. */
  async lock(id: number): Promise<Quest | undefined> {
    const locked = await this.#db('quests')
      .where({ id, deleted_at: null })
      .forNoKeyUpdate()
      .first('id');
    // A second statement, so that it sees what was committed during the wait.
    return locked && this.find(id);
  }

  /** A free slug for the title; no other transaction gets the same one before this one ends. */
  async findFreeSlug(title: string): Promise<string> {
    const [slug] = await freeSlugsIn(this.#db, { table: 'quests', fallback: 'quest' }, [title]);
    return slug as string;
  }

  /** @throws AppError CONFLICT for a taken slug */
  async insert(quest: QuestInput & { readonly slug: string }): Promise<number> {
    const rows = await orSlugTaken(
      'quests',
      this.#db('quests').insert(quest).returning<{ id: number }[]>('id'),
    );
    return onlyRow(rows).id;
  }

  /** @throws AppError CONFLICT for a taken slug */
  async update(id: number, changes: QuestChanges): Promise<void> {
    const updated_at = this.#db.fn.now(3);
    await orSlugTaken(
      'quests',
      this.#db('quests')
        .where({ id })
        .update({ ...changes, updated_at }),
    );
  }

  /** Locks the quests of the conference, in id order. */
  async listIdsOf(conference_id: number): Promise<number[]> {
    return this.#db('quests').where({ conference_id, deleted_at: null }).orderBy('id').pluck('id');
  }

  /** Hides the quest for good. Its slug is free for another quest. */
  async updateDeleted(
    id: number,
    columns: { readonly deleted_at: string; readonly points_taken_back: boolean },
  ): Promise<void> {
    await this.#db('quests')
      .where({ id })
      .update({ ...columns, slug: `deleted-quest-${id}`, updated_at: this.#db.fn.now(3) });
  }

  /**
   * Makes a user a participant, and counts them. Nothing changes for a participant. Requires the lock of
   * the quest.
   */
  async insertParticipant(participation: NewParticipation): Promise<void> {
    await INSERT_PARTICIPANT.rows(this.#db, participation);
  }

  /** Counts new participants. Requires the lock of the quest. */
  async updateParticipantCount(id: number, added = 1): Promise<void> {
    await this.#db('quests').where({ id }).increment('participant_count', added);
  }

  /** The secrets that sign calls of the public quest API. */
  async findSecrets(quest_id: number, now: string): Promise<EncryptedSecrets | undefined> {
    return FIND_SECRETS.first(this.#db, { quest_id, now });
  }

  /** Requires the lock of the quest. */
  async updateSecrets(
    id: number,
    secrets: EncryptedSecrets & { readonly old_secret_until: string | null },
  ): Promise<void> {
    await this.#db('quests').where({ id }).update(secrets);
  }
}
