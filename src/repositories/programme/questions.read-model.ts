import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { preparedQuery } from '../../db/statement.ts';
import type {
  ListedQuestion,
  Question,
  QuestionSort,
  QuestionStatus,
  QuestionTimes,
} from '../../domain/programme/questions.ts';
import { IS_PUBLIC_ITEM, seatsOf } from './agenda.sql.ts';
import { SHOWN_STATUS } from './agenda-items.repository.ts';

/** What decides on a vote or a report of a user. */
export interface QuestionForUser extends Pick<Question, 'id'> {
  readonly question_status: QuestionStatus;
  readonly is_merged: boolean;
  readonly is_own: boolean;
  readonly has_seat: boolean;
}

/** What decides on a new question of a user. */
export interface Asker {
  readonly has_seat: boolean;
  readonly open_questions: number;
  /** The reports about the user that a moderator did not dismiss. */
  readonly upheld_reports: number;
  /** The question with the same text. */
  readonly same: Question | null;
}

/** The own questions and votes of a user in a session. */
export interface OwnQuestions {
  readonly questions: readonly Pick<Question, 'id' | 'status'>[];
  readonly question_votes: readonly number[];
}

/** Everything that is stored of a user about questions, for the export. */
export interface PersonalQuestions {
  readonly questions: readonly Question[];
  readonly question_votes: readonly { readonly question_id: number }[];
  readonly question_reports: readonly {
    readonly question_id: number;
    readonly created_at: string;
  }[];
}

const TIMES = `i.questions, i.questions_until, i.starts_at, i.ends_at, ${SHOWN_STATUS}`;

/** SQL for whether a user has a seat at the conference or the event of the item `i`. */
const hasSeat = (userId: string): string =>
  `exists (select from ${seatsOf(userId)} where holds_seat(status))`;

/** SQL for the number of votes for the question `q`. */
export const VOTES = '(select count(*)::int from question_votes v where v.question_id = q.id)';

/** SQL for the status of the question `q`, or of `t`, into which it was merged. */
const OWN_STATUS = 'coalesce(t.status, q.status)';
const MERGED_TARGET = 'left join session_questions t on t.id = q.merged_into';

const FIND_ITEM = preparedQuery<{ id: number }, QuestionTimes>((db, { id }) =>
  db.raw(
    `select ${TIMES} from agenda_items i left join events e on e.id = i.event_id
      where i.id = :id and ${IS_PUBLIC_ITEM}`,
    { id },
  ),
);

const MOST = { visible: 200, answered: 20 } as const;

/** The visible questions, then those that were answered last. */
const listBy = (order: string) =>
  preparedQuery<{ id: number }, ListedQuestion>((db, { id }) =>
    db.raw(
      `with found as not materialized (
         select q.id, q.text, q.status, ${VOTES} as votes, q.created_at, q.decided_at
           from session_questions q where q.agenda_item_id = :id and q.merged_into is null
       )
       select id, text, status, votes, created_at from (
         (select *, row_number() over (order by ${order}) as place
            from found where status = 'visible' order by place limit ${MOST.visible})
         union all
         (select *, row_number() over (order by decided_at desc, id desc) as place
            from found where status = 'answered' order by place limit ${MOST.answered})) listed
        order by status desc, place`,
      { id },
    ),
  );
const LISTS = { votes: listBy('votes desc, id'), new: listBy('id desc') } as const;

const FIND_FOR_USER = preparedQuery<
  { id: number; userId: number },
  QuestionForUser & QuestionTimes
>((db, { id, userId }) =>
  db.raw(
    `select q.id, q.status as question_status, q.merged_into is not null as is_merged,
            coalesce(q.user_id = :userId, false) as is_own, ${hasSeat(':userId')} as has_seat,
            ${TIMES}
       from session_questions q
       join agenda_items i on i.id = q.agenda_item_id
       left join events e on e.id = i.event_id
      where q.id = :id and ${IS_PUBLIC_ITEM}`,
    { id, userId },
  ),
);

const FIND_OWN = preparedQuery<{ itemId: number; userId: number }, OwnQuestions>(
  (db, { itemId, userId }) =>
    db.raw(
      `select
         (select coalesce(json_agg(json_build_object('id', q.id, 'status', ${OWN_STATUS})
                                   order by q.id), '[]')
            from session_questions q ${MERGED_TARGET}
           where q.user_id = :userId and q.agenda_item_id = :itemId) as questions,
         (select coalesce(json_agg(q.id order by q.id), '[]')
            from question_votes v join session_questions q on q.id = v.question_id
           where v.user_id = :userId and q.agenda_item_id = :itemId) as question_votes`,
      { itemId, userId },
    ),
);

/** Questions as attendees see them. */
export class QuestionsReadModel extends OnDatabase {
  /** The times of a public item. */
  async findItem(id: number): Promise<QuestionTimes | undefined> {
    return FIND_ITEM.first(this.db, { id });
  }

  /** At most 200 visible questions, then the 20 that were answered last. Votes are counted. */
  async list(itemId: number, sort: QuestionSort): Promise<ListedQuestion[]> {
    return LISTS[sort].rows(this.db, { id: itemId });
  }

  /** A question of a public item, of any status. */
  async findForUser(
    id: number,
    userId: number,
  ): Promise<(QuestionForUser & QuestionTimes) | undefined> {
    return FIND_FOR_USER.first(this.db, { id, userId });
  }

  /** Call it while the user is locked, so that the number of their open questions stays. */
  async findAsker(itemId: number, userId: number, text: string): Promise<Asker> {
    const { rows } = await this.db.raw<{ rows: Asker[] }>(
      `select ${hasSeat(':userId')} as has_seat,
              (select count(*)::int from session_questions q
                where q.user_id = :userId and q.agenda_item_id = i.id
                  and q.status in ('waiting', 'visible') and q.merged_into is null
              ) as open_questions,
              (select count(*)::int from user_reports r
                where r.reported_id = :userId and r.outcome in ('warned', 'blocked')
              ) as upheld_reports,
              (select json_build_object(
                        'id', q.id, 'agenda_item_id', q.agenda_item_id, 'text', q.text,
                        'status', q.status, 'created_at', instant_in_json(q.created_at))
                 from session_questions q
                where q.user_id = :userId and q.agenda_item_id = i.id and q.text = :text
                order by q.id limit 1) as same
         from agenda_items i where i.id = :itemId`,
      { itemId, userId, text },
    );
    return onlyRow(rows);
  }

  /** Of a merged question, the status is that of the other one. */
  async findOwn(itemId: number, userId: number): Promise<OwnQuestions> {
    return onlyRow(await FIND_OWN.rows(this.db, { itemId, userId }));
  }

  async findPersonal(userId: number): Promise<PersonalQuestions> {
    const { rows } = await this.db.raw<{ rows: PersonalQuestions[] }>(
      `select
         (select coalesce(json_agg(json_build_object(
                   'id', q.id, 'agenda_item_id', q.agenda_item_id, 'text', q.text,
                   'status', q.status, 'created_at', instant_in_json(q.created_at))
                   order by q.id), '[]')
            from session_questions q where q.user_id = :userId) as questions,
         (select coalesce(json_agg(json_build_object('question_id', v.question_id)
                                   order by v.question_id), '[]')
            from question_votes v where v.user_id = :userId) as question_votes,
         (select coalesce(json_agg(json_build_object(
                   'question_id', r.question_id, 'created_at', instant_in_json(r.created_at))
                   order by r.question_id), '[]')
            from question_reports r where r.user_id = :userId) as question_reports`,
      { userId },
    );
    return onlyRow(rows);
  }
}
