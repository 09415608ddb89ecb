import type { z } from 'zod';
import type { CheckedRow } from '../../domain/imports.ts';
import type { Schedule } from '../../formats/schedules/schedule-file.ts';
import type { UploadedFile } from '../endpoint.ts';
import { type CheckedTable, checkedRows, checkedTable } from './checked-rows.ts';

interface Given {
  readonly file: UploadedFile | undefined;
  readonly items: readonly unknown[] | undefined;
  /** A body with the `schedule` of a schedule.json, or the `sessions` of Sessionize. */
  readonly schedule: object | undefined;
  /** The zone of the conference, for times without one. */
  readonly timezone: string;
}
interface AgendaSource<T, R> extends Given {
  /** Converts the columns of a row into an agenda item. */
  readonly rowOf: (columns: T) => R;
}

/**
 * The agenda items of an uploaded table or schedule, or of a JSON body. A file is a schedule if it
 * is JSON or XML. Declare the result with `await using`.
 *
 * @throws AppError VALIDATION_ERROR as `checkedTable`, and for JSON or XML that is not a schedule
 */
export async function agendaTable<T, R>(
  schema: z.ZodObject & z.ZodType<T>,
  { rowOf, ...given }: AgendaSource<T, R>,
): Promise<CheckedTable<R>> {
  const table = await tableOf(schema, given);
  return { ...table, rows: mapped(table.rows, rowOf) };
}

async function tableOf<T>(
  schema: z.ZodObject & z.ZodType<T>,
  { items, ...given }: Given,
): Promise<CheckedTable<T>> {
  const schedule = await scheduleOf(given);
  if (schedule === undefined) {
    const source = { file: given.file, list: items, listName: 'items', texts: ['description'] };
    return checkedTable(schema, { ...source, required: ['title', 'starts_at', 'ends_at'] });
  }
  return {
    rows: checkedRows(schema, schedule.rows),
    warnings: schedule.warnings,
    columns: [],
    ignored_columns: [],
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Undefined for a table or a list. */
async function scheduleOf({
  file,
  schedule,
  timezone,
}: Omit<Given, 'items'>): Promise<Schedule | undefined> {
  if (!file && !schedule) return undefined;
  // The readers of XML and HTML are loaded by the first upload.
  const { openSchedule, scheduleIn } = await import('../../formats/schedules/schedule-file.ts');
  return file ? openSchedule(file.path, timezone) : scheduleIn(schedule, timezone);
}

async function* mapped<T, R>(
  rows: AsyncIterable<CheckedRow<T>>,
  rowOf: (columns: T) => R,
): AsyncGenerator<CheckedRow<R>> {
  for await (const row of rows) yield 'error' in row ? row : { ...row, value: rowOf(row.value) };
}
