import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { freeSlugsIn, orSlugTaken } from '../../db/slugs.ts';
import { preparedQuery, statement } from '../../db/statement.ts';
import type { Quest, QuestChanges, QuestInput } from '../../domain/quests/quests.ts';
import type { RotatedSecret, StoredSecrets } from '../../lib/signing-secrets.ts';
import { entryLock, QUEST_COLUMNS, QUEST_TABLES } from './quests.sql.ts';

const FIND = preparedQuery<{ id: number }, Quest>((db, { id }) =>
  db.raw(`select ${QUEST_COLUMNS} from ${QUEST_TABLES} where q.id = :id and q.deleted_at is null`, {
    id,
  }),
);

const LOCK = statement<{ id: number }, Pick<Quest, 'id'>>((db, { id }) =>
  db.raw(
    `with alone as materialized (select ${entryLock(':id', 'alone')})
     select id from quests
      where id = :id and deleted_at is null and (select count(*) from alone) > 0
        for no key update`,
    { id },
  ),
);

const TAKE_PLACE = statement<{ id: number }, Pick<Quest, 'id'>>((db, { id }) =>
  db.raw(
    `update quests set participant_count = participant_count + 1
      where id = :id and (max_participants is null or participant_count < max_participants)
     returning id`,
    { id },
  ),
);

const FIND_SECRETS = preparedQuery<{ quest_id: number; now: string }, StoredSecrets>(
  (db, { quest_id, now }) =>
    db.raw(
      `select secret_encrypted,
            case when old_secret_until > :now then old_secret_encrypted end as old_secret_encrypted
       from quests where id = :quest_id and deleted_at is null`,
      { quest_id, now },
    ),
);

/** Quests. No method finds deleted ones. */
export class QuestsRepository extends OnDatabase {
  async find(id: number): Promise<Quest | undefined> {
    return FIND.first(this.db, { id });
  }

  /** Waits for all who are entering the quest, then locks the row FOR NO KEY UPDATE. */
  async lock(id: number): Promise<Quest | undefined> {
    const [locked] = await LOCK.rows(this.db, { id });
    // A second statement, so that it sees what was committed during the wait.
    return locked && this.find(id);
  }

  /** A free slug for the title; no other transaction gets the same one before this one ends. */
  async findFreeSlug(title: string): Promise<string> {
    const [slug] = await freeSlugsIn(this.db, { table: 'quests', fallback: 'quest' }, [title]);
    return slug as string;
  }

  /** @throws AppError CONFLICT for a taken slug */
  async insert(quest: QuestInput & { readonly slug: string }): Promise<number> {
    const rows = await orSlugTaken(
      'quests',
      this.db('quests').insert(quest).returning<{ id: number }[]>('id'),
    );
    return onlyRow(rows).id;
  }

  /**
   * Raises the version.
   * @throws AppError CONFLICT for a taken slug
   */
  async update(id: number, changes: QuestChanges): Promise<void> {
    const raised = { version: this.db.raw('version + 1'), updated_at: this.db.fn.now(3) };
    await orSlugTaken(
      'quests',
      this.db('quests')
        .where({ id })
        .update({ ...changes, ...raised }),
    );
  }

  /** Locks the quests of the conference, in id order. */
  async listIdsOf(conference_id: number): Promise<number[]> {
    return this.db('quests').where({ conference_id, deleted_at: null }).orderBy('id').pluck('id');
  }

  /** Hides the quest for good. Its slug is free for another quest. */
  async updateDeleted(
    id: number,
    columns: { readonly deleted_at: string; readonly points_taken_back: boolean },
  ): Promise<void> {
    await this.db('quests')
      .where({ id })
      .update({ ...columns, slug: `deleted-quest-${id}`, updated_at: this.db.fn.now(3) });
  }

  /**
   * Counts a new participant, and returns false for a full quest. The row stays locked, and everyone
   * who enters the quest waits for it: the last statement of a transaction.
   */
  async updateWithParticipant(id: number): Promise<boolean> {
    return (await TAKE_PLACE.rows(this.db, { id })).length > 0;
  }

  /** Counts new participants. Requires the lock of the quest. */
  async updateParticipantCount(id: number, added: number): Promise<void> {
    await this.db('quests').where({ id }).increment('participant_count', added);
  }

  /** The secrets that sign calls of the public quest API. */
  async findSecrets(quest_id: number, now: string): Promise<StoredSecrets | undefined> {
    return FIND_SECRETS.first(this.db, { quest_id, now });
  }

  /** Requires the lock of the quest. */
  async updateSecrets(id: number, secrets: RotatedSecret['columns']): Promise<void> {
    await this.db('quests').where({ id }).update(secrets);
  }
}
