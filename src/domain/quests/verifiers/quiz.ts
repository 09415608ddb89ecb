import { AppError } from '../../../errors.ts';
import { NO_PROOF } from '../submissions.ts';
import { chosen } from './options.ts';
import type { Verifier } from './verifier.ts';

/** A question whose chosen options must be exactly the correct ones. */
export const quiz: Verifier<'quiz'> = {
  verify({ options, multiple }, sent, { answer }) {
    const option_ids = chosen(sent, options, { multiple });
    const correct = new Set(optionsOfAnswer(answer?.current ?? '[]'));
    const isRight = correct.size === option_ids.length && option_ids.every((id) => correct.has(id));
    if (!isRight) throw new AppError('WRONG_ANSWER', 'This answer is wrong');
    return { status: 'approved', proof: { ...NO_PROOF, option_ids } };
  },
};

/** The stored form of the correct options. */
export const answerOfOptions = (ids: readonly string[]): string => JSON.stringify([...ids].sort());

export const optionsOfAnswer = (answer: string): readonly string[] =>
  JSON.parse(answer) as readonly string[];
