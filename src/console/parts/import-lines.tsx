import type { LeftOutRow, RowError } from '../../client/operations.d.ts';
import { lineOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';

interface Props {
  readonly title: string;
  readonly lines: readonly string[];
  /** Of all rows; a report has the first of them. */
  readonly count?: number;
}

/** What a report says of each row, below what they have in common; nothing without a line. */
export function Lines({ title, lines, count = lines.length }: Props) {
  if (lines.length === 0) return null;
  return (
    <section class="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul class="body errors">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {count > lines.length && (
          <li class="muted">{t('import.merges.first', { count: lines.length })}</li>
        )}
      </ul>
    </section>
  );
}

/** What is wrong with a row of a file. */
export const rowLine = (one: RowError | LeftOutRow): string =>
  t('import.row', { row: one.row, error: lineOf(one) });
