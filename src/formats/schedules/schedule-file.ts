import type { Remark } from '../../domain/reasons.ts';
import { invalid } from '../../errors.ts';
import { headOf } from '../tables/table-format.ts';
import { decodedText, encodingOf } from '../tables/text-decoding.ts';
import { arrayOf, recordOf, textOf } from './json-values.ts';
import { personSourceOf } from './person-keys.ts';
import { eventCells, type ScheduleRow } from './schedule-events.ts';
import { ScheduleNotes } from './schedule-notes.ts';
import { isShown } from './schedule-states.ts';
import { ScheduleTimes } from './schedule-times.ts';
import { scheduleXmlRows } from './schedule-xml.ts';
import { isSessionize, sessionizeRows } from './sessionize.ts';

interface Rows {
  readonly rows: readonly ScheduleRow[];
  readonly warnings: readonly Remark[];
}

/**
 * The items of a `schedule.json`, as pretalx and frab export it: days with rooms with events.
 * `timezone` is that of times without one, if the schedule states none.
 *
 * @throws AppError VALIDATION_ERROR when it is no such schedule
 */
function scheduleRows(given: unknown, timezone: string): Rows {
  const schedule = recordOf(recordOf(given).schedule);
  const conference = recordOf(schedule.conference);
  if (!Array.isArray(conference.days)) {
    throw invalid('file', 'expected a schedule.json with schedule.conference.days', 'file_type', {
      expected: ['schedule.json'],
    });
  }
  const events = conference.days
    .map(recordOf)
    .flatMap((day) =>
      Object.entries(recordOf(day.rooms)).flatMap(([room, inRoom]) =>
        arrayOf(inRoom).map((event) => ({ event: recordOf(event), day, room })),
      ),
    );
  // Other programs use the same names for another structure.
  if (events.length === 0) {
    throw invalid('file', 'expected items in schedule.conference.days[].rooms', 'file_empty');
  }
  const source = personSourceOf({
    addresses: [schedule.base_url, conference.base_url, conference.url, events[0]?.event.url],
    title: textOf(conference.title) ?? textOf(conference.acronym),
  });
  const notes = new ScheduleNotes();
  const zone = textOf(conference.time_zone_name) ?? textOf(schedule.time_zone_name);
  const times = new ScheduleTimes(zone, timezone, notes);
  const rows = events.flatMap(({ event, day, room }, index) => {
    if (!isShown(event, notes)) return [];
    const cells = eventCells(event, { day, room, source, times, notes });
    return [{ row: index + 1, cells: { ...cells, import_source: source.name } }];
  });
  return { rows, warnings: notes.list };
}

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
