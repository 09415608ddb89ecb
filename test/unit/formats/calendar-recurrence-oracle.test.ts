import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { Effort, occurrences } from '../../../src/formats/icalendar/recurrence.ts';
import { recurrenceRuleOf } from '../../../src/formats/icalendar/recurrence-rule.ts';
import { casesOf } from '../../support/fuzz-runs.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long a rule with an interval of 1 is followed; longer rules in proportion. */
const WINDOW_DAYS = { DAILY: 20, WEEKLY: 60, MONTHLY: 250 };
/** How long a rule that names months is followed at least. */
const YEAR_DAYS = 380;

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const ORDINALS = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5];

const some = <T>(values: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(values, { minLength: 1, maxLength });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 });
const integers = (min: number, max: number) => fc.integer({ min, max });
const fromEitherEnd = (max: number) => fc.oneof(integers(1, max), integers(-max, -1));

const weekday = fc.constantFrom(...WEEKDAYS);
const nthWeekday = fc
  .tuple(fc.constantFrom('', ...ORDINALS), weekday)
  .map(([nth, day]) => `${nth}${day}`);

/** A whole second of the years 2020 to 2027. */
const startTime = integers(1_577_836_800, 1_830_297_599).map((seconds) => seconds * 1_000);

/** A rule by its parts; a part that is undefined is left out. */
const ruleOf = (freq: keyof typeof WINDOW_DAYS) =>
  fc.record({
    FREQ: fc.constant(freq),
    INTERVAL: maybe(integers(1, freq === 'DAILY' ? 40 : 6)),
    BYMONTH: maybe(some(integers(1, 12), 4)),
    // RFC 5545 forbids BYMONTHDAY in weekly rules, and numbered weekdays outside of monthly ones.
    BYMONTHDAY: freq === 'WEEKLY' ? fc.constant(undefined) : maybe(some(fromEitherEnd(31), 4)),
    BYDAY: maybe(some(freq === 'MONTHLY' ? nthWeekday : weekday, 4)),
    BYHOUR: maybe(some(integers(0, 23), 2)),
    BYMINUTE: maybe(some(integers(0, 59), 2)),
    BYSETPOS: maybe(some(fromEitherEnd(6), 2)),
    WKST: maybe(weekday),
    COUNT: maybe(integers(1, 30)),
    UNTIL_DAYS: maybe(integers(0, 500)),
  });

const basicFormat = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.000/g, '');

const rules = fc
  .tuple(startTime, fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY' as const).chain(ruleOf))
  .map(([start, { UNTIL_DAYS, COUNT, BYSETPOS, ...parts }]) => {
    const isSelected = Object.entries(parts).some(
      ([name, value]) => name.startsWith('BY') && value,
    );
    const positions = isSelected ? BYSETPOS : undefined;
    // With BYSETPOS the library does not count a DTSTART that the positions leave out; RFC 5545
    // (3.3.10) says that DTSTART always counts as the first occurrence.
    const count = positions ? undefined : COUNT;
    const last = start + (UNTIL_DAYS ?? 0) * DAY_MS;
    const until = count || UNTIL_DAYS === undefined ? undefined : basicFormat(last);
    const all = { ...parts, BYSETPOS: positions, COUNT: count, UNTIL: until };
    const text = Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value}`)
      .join(';');
    const days = WINDOW_DAYS[parts.FREQ] * (parts.INTERVAL ?? 1);
    const end = start + Math.max(days, parts.BYMONTH ? YEAR_DAYS : 0) * DAY_MS;
    return { start, end, text };
  });

interface Rule {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function ours({ start, end, text }: Rule): number[] {
  const rule = recurrenceRuleOf(text);
  const until = rule.until ? { until: rule.until.wall } : {};
  return [...occurrences(rule, { start, from: start, to: end, ...until }, new Effort())];
}

function theirs({ start, end, text }: Rule): number[] {
  const rruleString = `DTSTART:${basicFormat(start)}\nRRULE:${text}`;
  return new RRuleTemporal({ rruleString, includeDtstart: true })
    .between(new Date(start), new Date(end), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
    .filter((instant) => instant > start);
}

const readable = (instants: readonly number[]) => instants.map((instant) => basicFormat(instant));

/** The other implementation takes 1.5 ms for a rule. */
const RUNS = casesOf({ least: 300, per: 20 });

describe('our recurrences', () => {
  it(`equal those of rrule-temporal for ${RUNS} random daily, weekly and monthly rules`, () => {
    fc.assert(
      fc.property(rules, (rule) => {
        expect(readable(ours(rule))).toEqual(readable(theirs(rule)));
      }),
      { numRuns: RUNS },
    );
  });
});
