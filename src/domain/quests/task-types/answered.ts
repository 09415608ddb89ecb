import { AppError, invalid } from '../../../errors.ts';
import { areEqualSecrets } from '../../../lib/equal-secrets.ts';
import { NO_PROOF, type SentProof } from '../submissions.ts';
import { type NoSettings, type TaskRule, taken, takesOnly } from './task-type.ts';

/** Only a call of the public quest API completes the task, never the user. */
export const external: TaskRule<NoSettings> = {
  verification: 'partner',
  calls: 'unsigned',
  defaults: () => ({}),
  verify() {
    throw new AppError('TASK_NOT_FULFILLED', 'A partner completes this task for you');
  },
};

/** The user's word that they opened the link. Without a signature, a call is nobody's word. */
export const link: TaskRule<{ readonly url: string }> = {
  verification: 'at_once',
  calls: 'signed',
  defaults: () => ({ url: undefined }),
  verify(_config, sent) {
    takesOnly(sent);
    return { status: 'approved', proof: NO_PROOF };
  },
};

/** An image, which an administrator reviews. The service checks that it is a proof of the user. */
export const photo: TaskRule<NoSettings> = {
  verification: 'review',
  calls: 'none',
  defaults: () => ({}),
  verify(_config, sent) {
    return { status: 'pending', proof: { ...NO_PROOF, media_id: taken(sent, 'media_id') } };
  },
};

interface Text {
  readonly min_length: number;
  readonly max_length: number;
}

/** A text, which an administrator reviews. */
export const text: TaskRule<Text> = {
  verification: 'review',
  calls: 'none',
  defaults: () => ({ min_length: 1, max_length: 4_000 }),
  check({ min_length, max_length }) {
    if (min_length > max_length)
      throw invalid('config.min_length', 'expected at most max_length', 'at_most', {
        field: 'config.max_length',
      });
  },
  verify({ min_length, max_length }, sent) {
    const given = taken(sent, 'text');
    if (given.length < min_length || given.length > max_length)
      throw invalid('text', `expected ${min_length} to ${max_length} characters`, 'length', {
        min: min_length,
        max: max_length,
      });
    return { status: 'pending', proof: { ...NO_PROOF, text: given } };
  },
};

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

/** What users choose from in a quiz or poll. */
export interface Option {
  readonly id: string;
  readonly label: string;
}

export const idsOf = (options: readonly Option[]): readonly string[] => options.map(({ id }) => id);

/** @throws AppError VALIDATION_ERROR for two options with one id */
function checkOptions(options: readonly Option[]): void {
  if (new Set(idsOf(options)).size < options.length)
    throw invalid('config.options', 'expected options with different ids', 'repeated');
}

/**
 * The chosen options, each once, in the order of the task.
 * @throws AppError VALIDATION_ERROR for an unknown option, none, or several where one is asked for
 */
function chosen(
  sent: SentProof,
  options: readonly Option[],
  { multiple }: { multiple: boolean },
): readonly string[] {
  const given = new Set(taken(sent, 'option_ids'));
  const known = idsOf(options).filter((id) => given.has(id));
  if (known.length < given.size)
    throw invalid('option_ids', 'expected options of this task', 'not_found');
  if (given.size === 0 || (given.size > 1 && !multiple))
    throw multiple || given.size === 0
      ? invalid(
          'option_ids',
          multiple ? 'expected at least one option' : 'expected one option',
          'too_few',
          { min: 1 },
        )
      : invalid('option_ids', 'expected one option', 'too_many', { max: 1 });
  return known;
}

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

/** Who sees the results. */
export const POLL_RESULTS = ['always', 'after_vote', 'after_end'] as const;

interface Poll {
  readonly options: readonly Option[];
  readonly results: (typeof POLL_RESULTS)[number];
}

/** One vote, which is final. */
export const poll: TaskRule<Poll> = {
  verification: 'at_once',
  calls: 'none',
  defaults: () => ({ options: undefined, results: 'always' }),
  check: ({ options }) => checkOptions(options),
  verify({ options }, sent) {
    const option_ids = chosen(sent, options, { multiple: false });
    return { status: 'approved', proof: { ...NO_PROOF, option_ids } };
  },
};
