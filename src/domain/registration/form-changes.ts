import { crc32 } from 'node:zlib';
import { conflict, invalid } from '../../errors.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { QuestionFields, QuestionOption, QuestionText, StoredQuestion } from './forms.ts';

/** A question as organizers send it; a new one, and a new option, has no id. */
export type QuestionInput = Omit<QuestionFields, 'options'> & {
  readonly id?: number | undefined;
  readonly options: readonly { readonly id?: number | undefined; readonly label: string }[];
};

/** A question of the new list: the row that it changes, or a new row, which may replace one. */
export interface PlannedQuestion {
  readonly id: number | null;
  readonly replaces: number | null;
  readonly fields: QuestionFields;
}

export interface FormPlan {
  /** In their order. */
  readonly questions: readonly PlannedQuestion[];
  /** The live questions that the list has no more, or in other words. */
  readonly removed: readonly number[];
}

/**
 * What a new list makes of the live questions. The words of a question never change, so that each answer
 * stands beside those that it answered: with another label, kind or option, it is a new question. The same if it
 * is not sensitive any more, as its answers were given to fewer readers.
 *
 * @throws AppError CONFLICT for an id that is no live question, and VALIDATION_ERROR for one that is
 *   given twice, for options of a kind without, and translations of fewer or more options
 */
export function formPlan(
  live: readonly StoredQuestion[],
  given: readonly QuestionInput[],
): FormPlan {
  const byId = new Map(live.map((question) => [question.id, question]));
  const questions = given.map((input, place): PlannedQuestion => {
    const field = `form_questions.${place}`;
    checkOptions(input, field);
    if (input.id === undefined)
      return { id: null, replaces: null, fields: fieldsOf(input, [], field) };
    if (given.findIndex(({ id }) => id === input.id) < place)
      throw invalid(`${field}.id`, 'expected each question once', 'repeated');
    const before = byId.get(input.id);
    if (!before)
      throw conflict(
        `${field}.id`,
        `question ${input.id} is no question of the form any more; load the form again`,
        'list_changed',
      );
    const fields = fieldsOf(input, before.options, field);
    if (!hasOtherWords(before, fields)) return { id: before.id, replaces: null, fields };
    const replaces = before.answer_count > 0 ? before.id : before.replaces;
    return { id: null, replaces, fields };
  });
  const kept = new Set(questions.map(({ id }) => id));
  return { questions, removed: live.map(({ id }) => id).filter((id) => !kept.has(id)) };
}

const WITH_OPTIONS: readonly string[] = ['choice', 'choices'];

function checkOptions({ kind, options, translations }: QuestionInput, field: string): void {
  const isChoice = WITH_OPTIONS.includes(kind);
  if (isChoice && options.length === 0)
    throw invalid(`${field}.options`, 'expected at least 1', 'too_few', { min: 1 });
  if (!isChoice && options.length > 0)
    throw invalid(`${field}.options`, `expected none of a question of kind ${kind}`, 'not_allowed');
  for (const [tag, text] of Object.entries(translations)) {
    if (text.options === undefined || text.options.length === options.length) continue;
    const { length } = options;
    throw invalid(`${field}.translations.${tag}.options`, `expected ${length}`, 'length', {
      min: length,
      max: length,
    });
  }
}

/** Gives new options the ids after all of before. */
function fieldsOf(
  { id: _, options: given, ...fields }: QuestionInput,
  before: readonly QuestionOption[],
  field: string,
): QuestionFields {
  let last = Math.max(0, ...before.map(({ id }) => id));
  const options = given.map(({ id, label }, place): QuestionOption => {
    if (id === undefined) return { id: ++last, label };
    const isKnown = before.some((option) => option.id === id);
    const isFirst = given.findIndex((option) => option.id === id) === place;
    if (isKnown && isFirst) return { id, label };
    throw invalid(
      `${field}.options.${place}.id`,
      'expected an option of this question, each once',
      isKnown ? 'repeated' : 'not_found',
    );
  });
  return { ...fields, options };
}

function hasOtherWords(before: QuestionFields, after: QuestionFields): boolean {
  if (before.kind !== after.kind || before.label !== after.label) return true;
  if (before.is_sensitive && !after.is_sensitive) return true;
  const labels = new Map(after.options.map(({ id, label }) => [id, label]));
  if (before.options.some(({ id, label }) => labels.get(id) !== label)) return true;
  return Object.entries(before.translations).some(([tag, text]) => {
    const translated = after.translations[tag];
    return translated !== undefined && isOtherText([before, text], [after, translated]);
  });
}

type Translated = readonly [question: QuestionFields, text: QuestionText];

function isOtherText([before, was]: Translated, [after, is]: Translated): boolean {
  if (was.label !== is.label) return true;
  if (!was.options || !is.options) return was.options !== undefined;
  const labels = new Map(after.options.map(({ id }, place) => [id, is.options?.[place]]));
  return before.options.some(({ id }, place) => labels.get(id) !== was.options?.[place]);
}

/** The version of a form: a checksum of its questions, whose counts of answers are no part of it. */
export const formVersion = (questions: readonly StoredQuestion[]): number =>
  crc32(canonicalJson(questions.map(({ answer_count: _, ...question }) => question)));
