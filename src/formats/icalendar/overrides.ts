import type { IcalEvent, ReplacedStart } from './ical-events.ts';
import { localDayOf, type Window } from './ical-series.ts';

interface Override {
  readonly event: IcalEvent;
  readonly replaces: ReplacedStart;
}

const atInstant = (instant: number) => `at ${instant}`;
const onDay = (day: number) => `on ${day}`;

/**
 * The changed instances of repeating events (RECURRENCE-ID), until each is put in the place of the
 * one it changes. Several recurring events may share one UID.
 */
export class Overrides {
  readonly #byUid = new Map<string, Map<string, Override>>();
  readonly #withSeries = new Set<string>();

  /**
   * Of two changes of one instance the later revision counts, of equal ones the last. Returns an
   * older revision that is left out.
   */
  add(event: IcalEvent, replaces: ReplacedStart): IcalEvent | undefined {
    const sameUid = this.#byUid.get(event.uid) ?? new Map<string, Override>();
    this.#byUid.set(event.uid, sameUid);
    const key = replaces.day === null ? atInstant(replaces.instant) : onDay(replaces.day);
    const known = sameUid.get(key)?.event;
    if (known && known.sequence > event.sequence) return event;
    sameUid.set(key, { event, replaces });
    return known && known.sequence < event.sequence ? known : undefined;
  }

  /** Records that the recurring event is in the calendar, even if none of its instances is. */
  noteSeries(series: IcalEvent): void {
    this.#withSeries.add(series.uid);
  }

  /** The event that replaces an instance of `series`, if there is one. */
  take(series: IcalEvent, start: number): IcalEvent | undefined {
    const sameUid = this.#byUid.get(series.uid);
    if (sameUid === undefined) return undefined;
    const day = localDayOf(series, start);
    // A day has no zone, so an override may also name it as midnight UTC.
    const keys = [atInstant(start), onDay(day), ...(series.allDay ? [atInstant(day)] : [])];
    const key = keys.find((each) => sameUid.has(each));
    const override = key === undefined ? undefined : sameUid.get(key);
    if (key === undefined || override === undefined) return undefined;

    sameUid.delete(key);
    const { event } = override;
    if (event.details.title !== null) return event;
    // A cancellation often says no more than which instance it cancels.
    return { ...event, details: series.details, length: series.length };
  }

  /**
   * What is left in the end: changes of repeating events that the calendar does not hold, and
   * changes of instances beyond what their rule gives, as far as either time is in the window.
   */
  *remaining({ from, to }: Window): Generator<{ event: IcalEvent; original: number }> {
    for (const [uid, sameUid] of this.#byUid) {
      for (const { event, replaces } of sameUid.values()) {
        const original = replaces.instant;
        const isNear = [original, event.start].some((time) => time >= from && time <= to);
        if (isNear || !this.#withSeries.has(uid)) yield { event, original };
      }
    }
  }
}
