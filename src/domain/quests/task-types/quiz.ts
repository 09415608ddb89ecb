import { AppError, invalid } from '../../../errors.ts';
import { NO_PROOF } from '../submissions.ts';
import { checkOptions, chosen, idsOf, type Option } from './options.ts';
import type { TaskRule } from './task-type.ts';

interface Quiz {
  readonly options: readonly Option[];
  readonly multiple: boolean;
  readonly max_tries: number;
}

/** A question whose chosen options must be exactly the correct ones. */
export const quiz: TaskRule<Quiz> = {
  verification: 'at_once',
  calls: 'none',
  defaults: () => ({ options: undefined, multiple: false, max_tries: 3 }),
  check: ({ options }) => checkOptions(options),
  answer: {
    field: 'correct_option_ids',
    isGenerated: false,
    stored: ({ correct_option_ids: ids }) => ids && JSON.stringify([...new Set(ids)].sort()),
    check({ options, multiple }, answer) {
      const known = idsOf(options);
      const correct = correctOptions(answer);
      if (!correct.every((id) => known.includes(id)))
        throw invalid('config.correct_option_ids', 'expected ids of config.options', 'not_found');
      if (correct.length > 1 && !multiple)
        throw invalid(
          'config.correct_option_ids',
          'expected one id, or multiple: true',
          'too_many',
          { max: 1 },
        );
    },
  },
  verify({ options, multiple }, sent, { answer }) {
    const option_ids = chosen(sent, options, { multiple });
    const correct = new Set(correctOptions(answer?.current ?? '[]'));
    const isRight = correct.size === option_ids.length && option_ids.every((id) => correct.has(id));
    if (!isRight) throw new AppError('WRONG_ANSWER', 'This answer is wrong');
    return { status: 'approved', proof: { ...NO_PROOF, option_ids } };
  },
};

const correctOptions = (stored: string): readonly string[] =>
  JSON.parse(stored) as readonly string[];
