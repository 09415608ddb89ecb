import { AppError, invalid } from '../../errors.ts';
import { isOneLine } from '../../lib/one-line.ts';
import { reason } from '../reasons.ts';
import type { Answer, AnswerValue, FormQuestion, QuestionKind } from './forms.ts';

type Expected = Pick<FormQuestion, 'id' | 'label' | 'kind' | 'options' | 'is_required'>;

/**
 * Checks a whole list of answers to the live questions of a form.
 * @throws AppError VALIDATION_ERROR for an answer to no live question, to one twice, or of another kind;
 *   ANSWERS_REQUIRED
 */
export function checkAnswers(questions: readonly Expected[], answers: readonly Answer[]): void {
  for (const [place, { question_id, value }] of answers.entries()) {
    const field = `answers.${place}`;
    const question = questions.find(({ id }) => id === question_id);
    if (!question)
      throw invalid(
        `${field}.question_id`,
        `question ${question_id} is no question of this form any more; load the form again`,
        'not_found',
      );
    if (answers.findIndex((answer) => answer.question_id === question_id) < place)
      throw invalid(`${field}.question_id`, 'expected each question once', 'repeated');
    checkValue(question, value, `${field}.value`);
  }
  const answered = new Set(answers.map(({ question_id }) => question_id));
  checkNoneMissing(questions.filter(({ id, is_required }) => is_required && !answered.has(id)));
}

/** @throws AppError ANSWERS_REQUIRED, which names the questions */
export function checkNoneMissing(missing: readonly Pick<FormQuestion, 'id' | 'label'>[]): void {
  if (missing.length === 0) return;
  const labels = missing.map(({ label }) => `"${label}"`).join(', ');
  throw new AppError('ANSWERS_REQUIRED', `Please answer ${labels}`, {
    errors: missing.map(({ id, label }) => ({
      field: 'answers',
      ...reason('unanswered', { question_id: id, label }),
    })),
  });
}

/** What an answer to a question of each kind is, and whether a value is one. */
const KINDS: Readonly<
  Record<
    QuestionKind,
    {
      readonly expected: (question: Expected) => string;
      readonly accepts: (value: AnswerValue, question: Expected) => boolean;
    }
  >
> = {
  text: {
    expected: () => 'one line of text',
    accepts: (value) => typeof value === 'string' && isOneLine(value),
  },
  long_text: { expected: () => 'text', accepts: (value) => typeof value === 'string' },
  url: {
    expected: () => 'an https URL',
    accepts: (value) => typeof value === 'string' && isWebUrl(value),
  },
  choice: {
    expected: (question) => `the id of an option (${idsOf(question).join(', ')})`,
    accepts: (value, question) => typeof value === 'number' && idsOf(question).includes(value),
  },
  choices: {
    expected: (question) => `a list of ids of options (${idsOf(question).join(', ')}), each once`,
    accepts: (value, question) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((id) => idsOf(question).includes(id)),
  },
  yes_no: { expected: () => 'true or false', accepts: (value) => typeof value === 'boolean' },
};

function checkValue(question: Expected, value: AnswerValue, field: string): void {
  const { expected, accepts } = KINDS[question.kind];
  if (accepts(value, question)) return;
  const what = expected(question);
  const of = `question ${question.id}, "${question.label}"`;
  throw invalid(field, `expected ${what} for ${of}`, 'type', { expected: what });
}

const idsOf = ({ options }: Expected): number[] => options.map(({ id }) => id);

function isWebUrl(value: string): boolean {
  const url = isOneLine(value) ? URL.parse(value) : null;
  return url?.protocol === 'https:' && !url.username && !url.password;
}
