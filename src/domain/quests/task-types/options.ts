import { invalid } from '../../../errors.ts';
import type { SentProof } from '../submissions.ts';
import { taken } from './task-type.ts';

/** What users choose from in a quiz or poll. */
export interface Option {
  readonly id: string;
  readonly label: string;
}

export const idsOf = (options: readonly Option[]): readonly string[] => options.map(({ id }) => id);

/** @throws AppError VALIDATION_ERROR for two options with one id */
export function checkOptions(options: readonly Option[]): void {
  if (new Set(idsOf(options)).size < options.length)
    throw invalid('config.options', 'expected options with different ids', 'repeated');
}

/**
 * The chosen options, each once, in the order of the task.
 * @throws AppError VALIDATION_ERROR for an unknown option, none, or several where one is asked for
 */
export function chosen(
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
