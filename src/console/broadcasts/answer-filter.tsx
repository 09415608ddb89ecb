import type { Audience, FormQuestion } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { answerKey, type Filters } from './audience.ts';

type Value = NonNullable<Audience['answer']>['value'];

/** One answer that a question can have, in words. */
export interface PossibleAnswer {
  readonly question_id: number;
  readonly value: Value;
  readonly text: string;
}

/** The answers by which people can be chosen: options, and yes or no. */
export const possibleAnswers = (questions: readonly FormQuestion[]): PossibleAnswer[] =>
  questions
    .filter(({ is_sensitive }) => !is_sensitive)
    .flatMap(({ id, kind, label, options }) => {
      const values: readonly (readonly [Value, string])[] =
        kind === 'yes_no'
          ? [
              [true, t('audience.answer.yes')],
              [false, t('audience.answer.no')],
            ]
          : options.map((option) => [option.id, option.label]);
      return values.map(([value, answer]) => ({
        question_id: id,
        value,
        text: t('audience.answer.of', { question: label, answer }),
      }));
    });

interface Props {
  readonly audience: Audience;
  readonly filter: (filters: Filters) => void;
  readonly answers: readonly PossibleAnswer[];
}

/** Who gave one answer to a question of the form. */
export const AnswerFilter = ({ audience: { answer }, filter, answers }: Props) => (
  <label class="field">
    {t('audience.answer')}
    <select
      value={answer ? answerKey(answer) : ''}
      onChange={({ currentTarget }) => {
        const chosen = answers.find((one) => answerKey(one) === currentTarget.value);
        filter({ answer: chosen && { question_id: chosen.question_id, value: chosen.value } });
      }}
    >
      <option value="">{t('audience.quest.any')}</option>
      {answers.map((one) => (
        <option key={answerKey(one)} value={answerKey(one)}>
          {one.text}
        </option>
      ))}
    </select>
  </label>
);
