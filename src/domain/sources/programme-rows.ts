import { AppError } from '../../errors.ts';
import type { CheckedRow } from '../imports.ts';
import type { AgendaImportRow } from '../programme/agenda-imports.ts';
import { type Remark, remark } from '../reasons.ts';
import { EmptyListError, ManyRowsError } from './source-errors.ts';
import type { SourceOutcome, SourceRow } from './sources.ts';

/** What the rows of a schedule tell as a whole. */
export interface SeenRows {
  count: number;
  first_day: string | null;
}

/** The rows with the origin of the source. @throws ManyRowsError, EmptyListError after the last one */
export async function* rowsOf(
  rows: AsyncIterable<CheckedRow<AgendaImportRow>>,
  {
    seen,
    tagged,
    maxRows,
  }: {
    readonly maxRows: number | undefined;
    readonly seen: SeenRows;
    readonly tagged: (row: AgendaImportRow) => AgendaImportRow;
  },
): AsyncGenerator<CheckedRow<AgendaImportRow>> {
  for await (const row of rows) {
    seen.count += 1;
    if ('error' in row) {
      yield row;
      continue;
    }
    const day = row.value.starts_at.slice(0, 10);
    if (seen.first_day === null || day < seen.first_day) seen.first_day = day;
    yield { ...row, value: tagged(row.value) };
  }
  checkCount(seen.count, maxRows);
}

/** @throws ManyRowsError, EmptyListError */
export function checkCount(count: number, maxRows = Number.POSITIVE_INFINITY): void {
  if (count === 0) throw new EmptyListError();
  if (count > maxRows) throw new ManyRowsError(count);
}

/** Whether a reader refuses a file because it has nothing. */
export const isOfEmptyFile = (error: unknown): boolean =>
  error instanceof AppError && error.errors.some(({ code }) => code === 'file_empty');

export const editedRemark = (count: number): Remark =>
  remark(`${count} fields differ from the source because they were edited`, 'fields_edited', {
    count,
  });

type Listed = Omit<SourceRow, 'id' | 'result' | 'changes'>;

/** The rows of a report: what changed, and what is absent and stays. */
export function listed<Row extends Listed>(
  {
    changed,
    absent,
  }: {
    readonly changed: readonly (Row & Pick<SourceRow, 'result' | 'changes'>)[];
    readonly absent: readonly Row[];
  },
  idOf: (row: Row) => number,
): Pick<SourceOutcome, 'rows'> {
  const cancelled = new Set(changed.map(({ key, result }) => result === 'cancelled' && key));
  const stays = absent.filter(({ key }) => !cancelled.has(key));
  return {
    rows: [
      ...changed.map((row) => ({
        ...shown(row),
        // What is created gets its id when it is applied.
        id: row.result === 'created' ? null : idOf(row),
        result: row.result,
        changes: row.changes,
      })),
      ...stays.map(
        (row) => ({ ...shown(row), id: idOf(row), result: 'absent', changes: [] }) as const,
      ),
    ],
  };
}

const shown = ({ key, title, starts_at }: Listed) => ({ key, title, starts_at });
