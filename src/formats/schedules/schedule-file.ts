import type { Remark } from '../../domain/reasons.ts';
import { invalid } from '../../errors.ts';
import { headOf } from '../tables/table-format.ts';
import { decodedText, encodingOf } from '../tables/text-decoding.ts';
import type { ScheduleRow } from './schedule-events.ts';
import { scheduleRows } from './schedule-json.ts';
import { scheduleXmlRows } from './schedule-xml.ts';
import { isSessionize, sessionizeRows } from './sessionize.ts';

export interface Schedule {
  /** The rows, which can be read once. */
  readonly rows: AsyncIterable<ScheduleRow>;
  /** Remarks for the sender about a schedule that could be read; complete after the last row. */
  readonly warnings: readonly Remark[];
}

/**
 * The schedule in a file of JSON or XML, by its content; undefined for another file. `timezone` is
 * that of times without one, if the schedule states none.
 *
 * @throws AppError VALIDATION_ERROR for JSON or XML that is not a schedule; for XML from the
 *   iterator
 */
export async function openSchedule(path: string, timezone: string): Promise<Schedule | undefined> {
  const head = await headOf(path);
  const encoding = await encodingOf(path, head);
  const start = new TextDecoder(encoding).decode(head).trimStart();
  if (start.startsWith('<')) {
    const warnings: Remark[] = [];
    return { rows: scheduleXmlRows(path, encoding, { timezone, warnings }), warnings };
  }
  if (!/^[[{]/.test(start)) return undefined;
  let text = '';
  for await (const piece of decodedText(path, encoding)) text += piece;
  return scheduleIn(parsed(text), timezone);
}

/** The schedule in JSON: a schedule.json of pretalx and frab, or a view of Sessionize. */
export function scheduleIn(given: unknown, timezone: string): Schedule {
  const { rows, warnings } = isSessionize(given)
    ? sessionizeRows(given)
    : scheduleRows(given, timezone);
  return { rows: inTurn(rows), warnings };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(
      'file',
      'expected a .csv, .xlsx, schedule.json or schedule.xml file',
      'file_type',
      { expected: ['.csv', '.xlsx', '.json', '.xml'] },
    );
  }
}

async function* inTurn<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
