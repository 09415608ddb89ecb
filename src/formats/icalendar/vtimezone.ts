import type { ClockOffset } from '../../lib/time-zones.ts';
import type { IcalComponent } from './ical-components.ts';
import { IcalProperties } from './ical-properties.ts';
import { dayOf, timeIn, timeOf, utcOffsetOf } from './ical-times.ts';
import { type Effort, occurrences } from './recurrence.ts';
import { recurrenceRuleOf } from './recurrence-rule.ts';

/** A change of the offset of a zone: its instant, and the offsets before and after it. */
interface Change {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The range of years in which an event may take place, and one year more on either side. */
const FIRST = dayOf(1969, 0, 1);
const LAST = dayOf(2102, 0, 1);

/**
 * The offsets of a zone from UTC by its VTIMEZONE; undefined when the VTIMEZONE has no valid part.
 *
 * @throws NotUnderstood when a part cannot be read, or repeats too often
 */
export function clockOffsetOfVtimezone(
  zone: IcalComponent,
  effort: Effort,
): ClockOffset | undefined {
  const changes = zone.parts
    .flatMap(({ lines }) => changesOf(new IcalProperties(lines), effort))
    .sort((a, b) => a.at - b.at);
  const [first] = changes;
  if (first === undefined) return undefined;

  return (instantMs) => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((changes[middle] ?? first).at <= instantMs) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1]?.to ?? first.from;
  };
}

function changesOf(properties: IcalProperties, effort: Effort): Change[] {
  const start = properties.first('dtstart');
  const from = utcOffsetOf(properties.text('tzoffsetfrom') ?? '');
  const to = utcOffsetOf(properties.text('tzoffsetto') ?? '');
  if (start === undefined || from === undefined || to === undefined) return [];

  const { wall } = timeIn(start, 'DTSTART');
  const walls = [wall];
  for (const { values } of properties.all('rrule')) {
    const rule = recurrenceRuleOf(values.join(','));
    const until = rule.until ? { until: rule.until.wall + (rule.until.isUtc ? from : 0) } : {};
    const range = { start: wall, from: FIRST, to: LAST, ...until };
    walls.push(...occurrences(rule, range, effort));
  }
  for (const value of properties.all('rdate').flatMap(({ values }) => values.join().split(','))) {
    const time = timeOf(value.trim());
    if (time !== undefined) walls.push(time.wall + (time.isUtc ? from : 0));
  }
  return walls.map((each) => ({ at: each - from, from, to }));
}
