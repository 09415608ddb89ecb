import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Answer, FormOwner } from '../../domain/registration/forms.ts';
import { CONFERENCE_START } from '../messaging/broadcasts.sql.ts';

/** What lets a user answer the questions of a conference or an event. */
interface Answerer {
  readonly has_started: boolean;
  /** With a seat or a place on the waitlist. */
  readonly attends: boolean;
  /** With a request for a seat that waits. */
  readonly has_asked: boolean;
}

const findAnswerer = (noun: FormOwner['noun'], hasStarted: string, attendances: string) => `
  select ${hasStarted} as has_started,
         exists (select from ${attendances} a
                  where a.${noun}_id = :id and a.user_id = :userId and a.status <> 'cancelled') as attends,
         exists (select from registration_requests r
                  where r.${noun}_id = :id and r.user_id = :userId and r.status = 'pending') as has_asked
    from ${noun}s where id = :id`;
const FIND_ANSWERER = {
  conference: findAnswerer('conference', `${CONFERENCE_START} <= :now`, 'registrations'),
  event: findAnswerer('event', 'starts_at <= :now', 'event_attendances'),
} as const;

/** What people answer. Lock the conference or event first: its questions are checked under that lock. */
export class FormAnswersRepository extends OnDatabase {
  async findAnswerer({ noun, id }: FormOwner, userId: number, now: string): Promise<Answerer> {
    const { rows } = await this.db.raw<{ rows: Answerer[] }>(FIND_ANSWERER[noun], {
      id,
      userId,
      now,
    });
    return onlyRow(rows);
  }

  /**
   * Replaces the answers of a user to these questions; of an erased user, none. Locks the user FOR KEY
   * SHARE.
   */
  async upsertAll(
    userId: number,
    {
      questionIds,
      answers,
      answered_at,
    }: {
      readonly questionIds: readonly number[];
      readonly answers: readonly Answer[];
      readonly answered_at: string;
    },
  ): Promise<void> {
    await this.db.raw(
      `with author as materialized (
         select id from users where id = :userId and erased_at is null for key share
       ), given as (
         select * from jsonb_to_recordset(:answers::jsonb) as (question_id bigint, value jsonb)
       ), gone as (
         delete from form_answers
          where user_id = (select id from author) and question_id = any(:questionIds::bigint[])
            and question_id not in (select question_id from given)
       )
       insert into form_answers as f (question_id, user_id, value, answered_at)
       select given.question_id, author.id, given.value, :answered_at from author, given
       on conflict (question_id, user_id) do update
          set value = excluded.value, answered_at = excluded.answered_at
        where f.value <> excluded.value`,
      {
        userId,
        questionIds: [...questionIds],
        answers: JSON.stringify(answers),
        answered_at,
      },
    );
  }

  /**
   * Deletes sensitive answers to conferences and events that ended before a time. Returns how many were
   * deleted, at most `limit`.
   */
  async deleteSensitive(endedBefore: string, limit: number): Promise<number> {
    const past = this.db('form_questions as q')
      .join('form_answers as f', 'f.question_id', 'q.id')
      .leftJoin('conferences as c', 'c.id', 'q.conference_id')
      .leftJoin('events as e', 'e.id', 'q.event_id')
      .where('q.is_sensitive', true)
      .whereRaw('coalesce(c.ends_at, e.ends_at) < ?', [endedBefore])
      .limit(limit)
      .select('f.id');
    return this.db('form_answers').whereIn('id', past).delete();
  }

  /** Of a registration that is given to another person: who gave it is no attendee any more. */
  async deleteOfGiver(registrationId: number): Promise<void> {
    await this.db.raw(
      `delete from form_answers f using registrations r, form_questions q
        where r.id = :registrationId and f.user_id = r.transferred_by
          and q.id = f.question_id and q.conference_id = r.conference_id`,
      { registrationId },
    );
  }

  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('form_answers').where({ user_id }).delete();
  }
}
