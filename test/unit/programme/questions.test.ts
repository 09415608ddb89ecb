import {
  changedSince,
  checkQuestionsUntil,
  firstStatus,
  type QuestionTimes,
  questionsOpen,
} from '../../../src/domain/programme/questions.ts';

const at = (time: string) => `2030-05-${time}:00.000Z`;
const item = (given: Partial<QuestionTimes> = {}): QuestionTimes => ({
  questions: 'moderated',
  questions_until: null,
  starts_at: at('14T10:00'),
  ends_at: at('14T11:00'),
  status: 'scheduled',
  ...given,
});

describe('questionsOpen', () => {
  it.each<[string, Partial<QuestionTimes>, string, boolean]>([
    ['61 minutes before the start', {}, '14T08:59', false],
    ['60 minutes before the start', {}, '14T09:00', true],
    ['29 minutes after the end', {}, '14T11:29', true],
    ['30 minutes after the end', {}, '14T11:30', false],
    ['until a later time', { questions_until: at('15T09:00') }, '15T08:59', true],
    ['at that time', { questions_until: at('15T09:00') }, '15T09:00', false],
    ['after an earlier time', { questions_until: at('14T10:30') }, '14T11:29', true],
    ['while they are off', { questions: 'off' }, '14T10:30', false],
    ['in an open session', { questions: 'open' }, '14T10:30', true],
    ['in a cancelled session', { status: 'cancelled' }, '14T10:30', false],
  ])('%s', (_, given, time, is_open) => {
    expect(questionsOpen(item(given), new Date(at(time))).is_open).toBe(is_open);
  });

  it('names when they close, and nothing while they are off', () => {
    const closing = (given: Partial<QuestionTimes>) =>
      questionsOpen(item(given), new Date(at('14T10:00'))).closes_at;
    expect(closing({})).toBe(at('14T11:30'));
    expect(closing({ questions_until: at('16T11:00') })).toBe(at('16T11:00'));
    expect(closing({ questions: 'off' })).toBeNull();
  });
});

it.each([
  ['off', 0, 'waiting'],
  ['moderated', 0, 'waiting'],
  ['open', 0, 'visible'],
  ['open', 1, 'visible'],
  ['open', 2, 'waiting'],
] as const)(
  'a question of mode %s, of a person with %d reports, is %s',
  (mode, reports, status) => {
    expect(firstStatus({ questions: mode }, { upheld_reports: reports })).toBe(status);
  },
);

it('questions close at most 7 days after the end', () => {
  checkQuestionsUntil({ ends_at: at('14T11:00'), questions_until: at('21T11:00') });
  checkQuestionsUntil({ ends_at: at('14T11:00'), questions_until: null });
  checkQuestionsUntil({ ends_at: at('14T11:00') });
  expect(() =>
    checkQuestionsUntil({ ends_at: at('14T11:00'), questions_until: at('21T11:01') }),
  ).toThrow('questions_until: expected at most 7 days after the end');
});

it.each([
  ['waiting', null, undefined],
  ['visible', null, 'This question is visible now'],
  ['waiting', 9, 'This question was merged into question 9'],
] as const)(
  'a decision on what waited, and is %s, merged into %s: %s',
  (status, merged_into, said) => {
    const question = { id: 7, agenda_item_id: 1, status, merged_into };
    expect(changedSince(question, 'waiting')?.message).toBe(said);
  },
);
