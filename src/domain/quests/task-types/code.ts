import { AppError } from '../../../errors.ts';
import { areEqualSecrets } from '../../../lib/equal-secrets.ts';
import { NO_PROOF } from '../submissions.ts';
import { type NoSettings, type TaskRule, taken } from './task-type.ts';

/** A code that the user finds at a place: compared in constant time. */
export const code: TaskRule<NoSettings> = {
  verification: 'at_once',
  calls: 'unsigned',
  defaults: () => ({}),
  answer: { field: 'code', isGenerated: true, stored: ({ code }) => code },
  verify(_config, sent, { answer }) {
    const given = comparable(taken(sent, 'answer'));
    const codes = [answer?.current, answer?.old].filter((one) => typeof one === 'string');
    // Every code is compared, so that the time does not reveal which one is right.
    const isRight = codes.map((one) => areEqualSecrets(given, comparable(one))).includes(true);
    if (!isRight) throw new AppError('WRONG_ANSWER', 'This code is wrong');
    return { status: 'approved', proof: NO_PROOF };
  },
};

/** As a code is stored: upper case, without spaces. */
export const foldedCode = (typed: string): string => typed.toUpperCase().replaceAll(/\s/gu, '');

/** People leave hyphens out, or add them. */
const comparable = (typed: string): string => foldedCode(typed).replaceAll('-', '');
