import type { Remark } from '../../domain/reasons.ts';
import { invalid } from '../../errors.ts';
import { arrayOf, recordOf, textOf } from './json-values.ts';
import { personSourceOf } from './person-keys.ts';
import { eventCells, type ScheduleRow } from './schedule-events.ts';
import { ScheduleNotes } from './schedule-notes.ts';
import { isShown } from './schedule-states.ts';
import { ScheduleTimes } from './schedule-times.ts';

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
export function scheduleRows(given: unknown, timezone: string): Rows {
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
