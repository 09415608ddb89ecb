import type { ReadAnswer } from '../../client/operations.d.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';

/** Whether a list shows answers, by the address. */
export const useAnswers = () => {
  const { oneOf } = useFilters();
  return {
    answers: oneOf('answers', MISSING),
    include: oneOf('tab', ['answers']),
  };
};
const MISSING = ['missing'] as const;

/** Attendees who have left a required question open. */
export const answersFilter = () => ({
  name: 'answers',
  label: t('attendees.answers'),
  values: MISSING.map((value) => [value, t('attendees.answers.missing')] as const),
});

/** Shows the answers in each row of a list, or hides them. */
export function AnswersSwitch() {
  const { oneOf, set } = useFilters();
  const isOn = oneOf('tab', ['answers']) !== undefined;
  return (
    <button
      type="button"
      class={isOn ? 'chip on' : 'chip'}
      aria-pressed={isOn}
      onClick={() => set({ tab: isOn ? undefined : 'answers' })}
    >
      {t('attendees.answers.show')}
    </button>
  );
}

export const answerText = ({ value }: ReadAnswer): string => {
  if (typeof value === 'boolean')
    return t(value ? 'attendees.answers.yes' : 'attendees.answers.no');
  return typeof value === 'string' ? value : value.join(', ');
};

/** The answers of a row of a list. */
export const AnswerLines = ({ of = [] }: { of?: readonly ReadAnswer[] | undefined }) => (
  <>
    {of.map((answer) => (
      <small key={answer.question_id}>
        <bdi>{answer.label}</bdi> <bdi>{answerText(answer)}</bdi>
      </small>
    ))}
  </>
);
