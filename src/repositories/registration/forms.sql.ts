import type { FormOwner } from '../../domain/registration/forms.ts';

type Noun = FormOwner['noun'];

/** Their order in a form; retired ones are last. */
export const FORM_ORDER = 'q.retired_at is not null, q.position, q.id';

/** SQL for the live questions of the conference or event with this id, as everyone sees them. */
export const formQuestions = (noun: Noun, id: string): string => `(
  select coalesce(json_agg(json_build_object(
           'id', q.id, 'kind', q.kind, 'label', q.label, 'help', q.help, 'options', q.options,
           'is_required', q.is_required, 'is_sensitive', q.is_sensitive,
           'translations', q.translations) order by q.position, q.id), '[]')
    from form_questions q
   where q.${noun}_id = ${id} and q.retired_at is null) as form_questions`;

/** SQL for the value of an answer `f` to a question `q` in its words: of options, their labels. */
const READ_VALUE = `case q.kind
  when 'choice' then (
    select o.option -> 'label' from jsonb_array_elements(q.options) as o (option)
     where o.option -> 'id' = f.value)
  when 'choices' then (
    select jsonb_agg(o.option -> 'label' order by o.place)
      from jsonb_array_elements(q.options) with ordinality as o (option, place)
     where f.value @> (o.option -> 'id'))
  else f.value end`;

/** Only who sees contacts reads the answers to sensitive questions. */
export type ShownAnswers = 'all' | 'not_sensitive';

/** Whose answers, in SQL. */
interface AnswersOf {
  readonly userId: string;
  /** Whether a question `q` is of the conference or event. */
  readonly questions: string;
}

/** SQL for the ids, labels and answers `f` of questions `q` in JSON, as `ReadAnswer`. */
export const READ_ANSWERS = `coalesce(json_agg(json_build_object(
  'question_id', q.id, 'label', q.label, 'value', ${READ_VALUE}) order by ${FORM_ORDER}), '[]')`;

/**
 * SQL for what a user answered to all questions of a conference or an event, retired ones included, as a list
 * of `ReadAnswer`.
 *
 * @param shown those that the reader may see
 */
export const readAnswers = (of: AnswersOf, shown: ShownAnswers): string => `(
  select ${READ_ANSWERS}
    from form_answers f join form_questions q on q.id = f.question_id
   where f.user_id = ${of.userId} and (${of.questions})
     ${shown === 'all' ? '' : 'and not q.is_sensitive'})`;

/** SQL for whether a user has left one of these questions `q` open that is required. */
export const leavesAnswersOpen = (of: AnswersOf): string => `exists (
  select from form_questions q
   where (${of.questions}) and q.retired_at is null and q.is_required
     and not exists (
       select from form_answers f where f.question_id = q.id and f.user_id = ${of.userId}))`;
