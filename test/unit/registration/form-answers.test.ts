import { checkAnswers, checkNoneMissing } from '../../../src/domain/registration/form-answers.ts';
import {
  type AnswerValue,
  answerCells,
  answerColumn,
  type QuestionKind,
} from '../../../src/domain/registration/forms.ts';
import { AppError } from '../../../src/errors.ts';

const OPTIONS = [
  { id: 1, label: 'Everything' },
  { id: 3, label: 'No meat' },
];
const question = (kind: QuestionKind, is_required = false, id = 17) => ({
  ...{ id, kind, is_required, label: 'What do you eat?' },
  options: kind.startsWith('choice') ? OPTIONS : [],
});
const errorOf = (work: () => void): AppError | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};
const problemOf = (kind: QuestionKind, value: AnswerValue) =>
  errorOf(() => checkAnswers([question(kind)], [{ question_id: 17, value }]))?.message;

describe('an answer', () => {
  it.each<[QuestionKind, AnswerValue]>([
    ['text', 'Tea'],
    ['long_text', 'Tea\nand rusks'],
    ['choice', 3],
    ['choices', [1]],
    ['choices', [3, 1]],
    ['yes_no', false],
    ['yes_no', true],
    ['url', 'https://looms.example/a?b#c'],
  ])('to %s can be %j', (kind, value) => {
    expect(problemOf(kind, value)).toBeUndefined();
  });

  it.each<[QuestionKind, AnswerValue, string]>([
    ['text', 'Tea\nand rusks', 'one line of text'],
    ['text', 1, 'one line of text'],
    ['text', true, 'one line of text'],
    ['long_text', [1], 'text'],
    ['long_text', 1, 'text'],
    ['choice', 2, 'the id of an option (1, 3)'],
    ['choice', [1], 'the id of an option (1, 3)'],
    ['choice', 'Everything', 'the id of an option (1, 3)'],
    ['choices', 1, 'a list of ids of options (1, 3), each once'],
    ['choices', [], 'a list of ids of options (1, 3), each once'],
    ['choices', [1, 1], 'a list of ids of options (1, 3), each once'],
    ['choices', [1, 2], 'a list of ids of options (1, 3), each once'],
    ['yes_no', 'yes', 'true or false'],
    ['yes_no', 1, 'true or false'],
    ['url', 'http://looms.example', 'an https URL'],
    ['url', 'looms', 'an https URL'],
    ['url', 'https://looms.example\n', 'an https URL'],
    ['url', 'https://ada:loom@looms.example', 'an https URL'],
    ['url', 'https://ada@looms.example', 'an https URL'],
    ['url', true, 'an https URL'],
  ])('to %s cannot be %j', (kind, value, expected) => {
    expect(problemOf(kind, value)).toBe(
      `answers.0.value: expected ${expected} for question 17, "What do you eat?"`,
    );
  });

  it('is to a question of the form, once', () => {
    const to = (...ids: number[]) =>
      errorOf(() =>
        checkAnswers(
          [question('text'), question('text', false, 18)],
          ids.map((question_id) => ({ question_id, value: 'Tea' })),
        ),
      );
    expect(to(17, 18)).toBeUndefined();
    expect(to(18, 19)?.errors).toMatchObject([
      { field: 'answers.1.question_id', code: 'not_found' },
    ]);
    expect(to(18, 18)?.errors).toMatchObject([
      { field: 'answers.1.question_id', code: 'repeated' },
    ]);
  });
});

it('a required question is not left out, and each is named', () => {
  const questions = [question('yes_no', true), question('text'), question('text', true, 20)];
  expect(
    errorOf(() =>
      checkAnswers(questions, [
        { question_id: 17, value: false },
        { question_id: 20, value: 'Tea' },
      ]),
    ),
  ).toBeUndefined();
  const error = errorOf(() => checkAnswers(questions, []));
  expect(error).toMatchObject({
    code: 'ANSWERS_REQUIRED',
    message: 'Please answer "What do you eat?", "What do you eat?"',
    errors: [17, 20].map((question_id) => ({
      field: 'answers',
      code: 'unanswered',
      params: { question_id, label: 'What do you eat?' },
    })),
  });
  expect(errorOf(() => checkNoneMissing([]))).toBeUndefined();
});

it('answers are cells of a file', () => {
  const answers = [
    { question_id: 1, label: 'Food', value: ['Tea', 'Rusks'] },
    { question_id: 2, label: 'Food', value: 'Tea' },
    { question_id: 3, label: 'Boat', value: false },
  ];
  expect(answerCells(answers)).toEqual({
    'Food (1)': 'Tea; Rusks',
    'Food (2)': 'Tea',
    'Boat (3)': false,
  });
  expect(answerColumn({ id: 3, label: 'Boat' })).toBe('Boat (3)');
});
