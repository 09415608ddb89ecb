import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { AgendaItem } from '../../domain/programme/agenda.ts';
import {
  type DecidedQuestion,
  type Question,
  type QuestionDecision,
  type QuestionTimes,
  REPORTS_UNTIL_WAITING,
  WITHDRAWN,
} from '../../domain/programme/questions.ts';
import { IS_PUBLIC_ITEM } from './agenda.sql.ts';
import { SHOWN_STATUS } from './agenda-items.repository.ts';

const COLUMNS = [
  'id',
  'agenda_item_id',
  'text',
  'status',
  'created_at',
] as const satisfies readonly (keyof Question)[];

/** A question and its session, by which the live stream knows its conference. */
export type QuestionOfItem = Pick<Question, 'id' | 'agenda_item_id'>;

export interface NewQuestion extends Omit<Question, 'id'> {
  readonly user_id: number;
}

/** The decision of a moderator, and who made it. */
export interface QuestionDecided {
  readonly decided_by_administrator_id: number | null;
  readonly decided_at: string;
}

/** Questions of attendees in sessions, the votes for them, and the reports of them. */
export class QuestionsRepository extends OnDatabase {
  /** Locks a public item FOR KEY SHARE, so that it is not deleted before the question is inserted. */
  async lockItem(id: number): Promise<(QuestionTimes & Pick<AgendaItem, 'id'>) | undefined> {
    const { rows } = await this.db.raw(
      `select i.id, i.questions, i.questions_until, i.starts_at, i.ends_at, ${SHOWN_STATUS}
         from agenda_items i left join events e on e.id = i.event_id
        where i.id = :id and ${IS_PUBLIC_ITEM} for key share of i`,
      { id },
    );
    return rows[0];
  }

  async insert(question: NewQuestion): Promise<Question> {
    return onlyRow(await this.#table().insert(question).returning<Question[]>(COLUMNS));
  }

  /** Deletes a question of the user that is not answered, and returns it. */
  async deleteOwn(id: number, user_id: number): Promise<QuestionOfItem[]> {
    return this.#table()
      .where({ id, user_id })
      .whereNot({ status: 'answered' })
      .delete()
      .returning<QuestionOfItem[]>(['id', 'agenda_item_id']);
  }

  /**
   * Adds a vote, once. Returns undefined for an erased user, and for a question that was hidden, answered or
   * merged since it was read.
   */
  async insertVote(
    id: number,
    userId: number,
  ): Promise<(QuestionOfItem & { readonly is_new: boolean }) | undefined> {
    const { rows } = await this.db.raw(
      // The user before the question, as everywhere.
      `with voter as materialized (
         select id from users where id = :userId and erased_at is null for key share
       ), question as materialized (
         select q.id, q.agenda_item_id from session_questions q
          where q.id = (select :id::bigint from voter) and q.status = 'visible'
            and q.merged_into is null for key share
       ), voted as (
         insert into question_votes (question_id, user_id) select id, :userId from question
         on conflict do nothing returning question_id)
       select q.id, q.agenda_item_id, exists (select from voted) as is_new from question q`,
      { id, userId },
    );
    return rows[0];
  }

  /** Returns the question if there was a vote. */
  async deleteVote(id: number, userId: number): Promise<QuestionOfItem[]> {
    const { rows } = await this.db.raw<{ rows: QuestionOfItem[] }>(
      `with withdrawn as (
         delete from question_votes where question_id = :id and user_id = :userId
         returning question_id)
       select q.id, q.agenda_item_id
         from session_questions q join withdrawn on withdrawn.question_id = q.id`,
      { id, userId },
    );
    return rows;
  }

  /** Adds a report, once for each user. Returns false for one more of the same user. */
  async insertReport(question_id: number, user_id: number, created_at: string): Promise<boolean> {
    const inserted = await this.db('question_reports')
      .insert({ question_id, user_id, created_at })
      .onConflict(['question_id', 'user_id'])
      .ignore()
      .returning('question_id');
    return inserted.length > 0;
  }

  /** Counts a report; the third one takes a visible question of an open item off the wall. */
  async updateReported(id: number): Promise<QuestionOfItem[]> {
    const { rows } = await this.db.raw<{ rows: QuestionOfItem[] }>(
      `update session_questions q
          set reports = q.reports + 1,
              status = case when q.reports + 1 = :most and q.status = 'visible'
                             and i.questions = 'open' then 'waiting' else q.status end
         from agenda_items i
        where q.id = :id and i.id = q.agenda_item_id
       returning q.id, q.agenda_item_id`,
      { id, most: REPORTS_UNTIL_WAITING },
    );
    return rows;
  }

  /** Locks questions FOR UPDATE, in id order. A vote waits until the votes of a merged one have moved. */
  async lockMany(ids: readonly number[]): Promise<DecidedQuestion[]> {
    return this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .orderBy('id')
      .forUpdate()
      .select<DecidedQuestion[]>('id', 'agenda_item_id', 'status', 'merged_into');
  }

  async updateStatus(
    ids: readonly number[],
    decision: QuestionDecided & { readonly status: QuestionDecision },
  ): Promise<QuestionOfItem[]> {
    return this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .update(decision)
      .returning<QuestionOfItem[]>(['id', 'agenda_item_id']);
  }

  /**
   * Merges a question, and those that were merged into it, into another one. Its votes move, once for each
   * person, and none for the person who asked the other one. Both must be locked.
   */
  async updateMerged(
    id: number,
    into: number,
    decision: QuestionDecided,
  ): Promise<QuestionOfItem[]> {
    await this.db.raw(
      `update question_votes v set question_id = :into
        where v.question_id = :id
          and not exists (select from question_votes other
                           where other.question_id = :into and other.user_id = v.user_id)
          and not exists (select from session_questions q
                           where q.id = :into and q.user_id = v.user_id)`,
      { id, into },
    );
    await this.db('question_votes').where({ question_id: id }).delete();
    const merged = await this.#table()
      .where({ id })
      .orWhere({ merged_into: id })
      .update({ merged_into: into, ...decision })
      .returning<QuestionOfItem[]>(['id', 'agenda_item_id']);
    return merged.flatMap((one) => [one, { ...one, id: into }]);
  }

  /** For an erasure, after the lock of the user: replaces the texts. Call it before `deleteAllOf`. */
  async updateErasedOf(user_id: number): Promise<QuestionOfItem[]> {
    const own = this.#table().where({ user_id }).orderBy('id').forNoKeyUpdate().select('id');
    return this.#table()
      .whereIn('id', own)
      .update({ user_id: null, text: WITHDRAWN })
      .returning<QuestionOfItem[]>(['id', 'agenda_item_id']);
  }

  /** Deletes the votes and the reports of a user. */
  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('question_votes').where({ user_id }).delete();
    await this.db('question_reports').where({ user_id }).delete();
  }

  /** Deletes the questions of conferences that ended before; at most `limit`. Returns their number. */
  async deleteOld(endedBefore: string, limit: number): Promise<number> {
    const old = this.db('session_questions as q')
      .join('agenda_items as i', 'i.id', 'q.agenda_item_id')
      .join('conferences as c', 'c.id', 'i.conference_id')
      .where('c.ends_at', '<', endedBefore)
      .limit(limit)
      .select('q.id');
    return this.#table().whereIn('id', old).delete();
  }

  #table() {
    return this.db('session_questions');
  }
}
