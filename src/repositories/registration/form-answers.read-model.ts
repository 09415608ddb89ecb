import { OnDatabase } from '../../db/on-database.ts';
import type { FormOwner, OwnAnswers, ReadAnswer } from '../../domain/registration/forms.ts';
import { FORM_ORDER, READ_ANSWERS, type ShownAnswers } from './forms.sql.ts';

/** A question that a column of a file is about. */
export interface AnswerColumn {
  readonly id: number;
  readonly label: string;
}

/** The answers of one user to a conference or an event. */
export interface PersonalAnswers {
  readonly conference: { readonly id: number; readonly name: string } | null;
  readonly event: { readonly id: number; readonly title: string } | null;
  readonly answers: readonly ReadAnswer[];
}

export class FormAnswersReadModel extends OnDatabase {
  /** Of the live questions; undefined where there is none. */
  async findOwn({ noun, id }: FormOwner, userId: number): Promise<OwnAnswers | undefined> {
    const { rows } = await this.db.raw<{ rows: OwnAnswers[] }>(
      `select coalesce(json_agg(json_build_object('question_id', q.id, 'value', f.value)
                order by q.position, q.id) filter (where f.id is not null), '[]') as answers,
              coalesce(json_agg(q.id order by q.position, q.id)
                filter (where f.id is null and q.is_required), '[]') as answers_missing
         from form_questions q
         left join form_answers f on f.question_id = q.id and f.user_id = :userId
        where q.${noun}_id = :id and q.retired_at is null
       having count(*) > 0`,
      { id, userId },
    );
    return rows[0];
  }

  /** The questions of which a file has columns: the live ones in their order, then the retired ones. */
  async listColumns({ noun, id }: FormOwner, shown: ShownAnswers): Promise<AnswerColumn[]> {
    const query = this.db('form_questions as q')
      .where({ [`q.${noun}_id`]: id })
      .orderByRaw(FORM_ORDER)
      .select<AnswerColumn[]>('q.id', 'q.label');
    return shown === 'all' ? query : query.where('q.is_sensitive', false);
  }

  /** All answers of a user, for the export. */
  async listPersonal(userId: number): Promise<PersonalAnswers[]> {
    const { rows } = await this.db.raw<{ rows: PersonalAnswers[] }>(
      `select case when c.id is not null
                   then json_build_object('id', c.id, 'name', c.name) end as conference,
              case when e.id is not null
                   then json_build_object('id', e.id, 'title', e.title) end as event,
              ${READ_ANSWERS} as answers
         from form_answers f
         join form_questions q on q.id = f.question_id
         left join conferences c on c.id = q.conference_id
         left join events e on e.id = q.event_id
        where f.user_id = :userId
        group by c.id, e.id
        order by min(f.answered_at), c.id, e.id`,
      { userId },
    );
    return rows;
  }
}
