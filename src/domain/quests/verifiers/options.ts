import { invalid } from '../../../errors.ts';
import type { Option } from '../quest-tasks.ts';
import type { SentProof } from '../submissions.ts';
import { taken } from './verifier.ts';

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
  const known = options.map(({ id }) => id).filter((id) => given.has(id));
  if (known.length < given.size) throw invalid('option_ids', 'expected options of this task');
  if (given.size === 0 || (given.size > 1 && !multiple))
    throw invalid('option_ids', multiple ? 'expected at least one option' : 'expected one option');
  return known;
}
