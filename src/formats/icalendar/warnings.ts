import {
  type FeedWarning,
  type NamedFeedEvent,
  noteOn,
  type RecurrenceWindow,
} from '../../domain/programme/calendar-feeds.ts';
import type { IcalEvent } from './ical-events.ts';
import { plainLine } from './plain-text.ts';

const MAX_NAME = 100;

type Titled = Pick<IcalEvent, 'uid' | 'details'>;

export const named = ({ uid, details: { title } }: Titled): NamedFeedEvent => ({ uid, title });

const NO_EVENT: NamedFeedEvent = { uid: null, title: null };

/** The remarks for an administrator about a calendar that was read; each warning once. */
export class Warnings {
  readonly #warnings = new Map<string, FeedWarning>();

  readonly #remarks = new Map<string, { events: number; readonly example: string | null }>();

  get list(): readonly FeedWarning[] {
    const remarks = [...this.#remarks].map(([remark, { events, example }]) =>
      noteOn(NO_EVENT, `${remark}: ${events}${example ? ` (for example “${example}”)` : ''}`),
    );
    return [...this.#warnings.values(), ...remarks];
  }

  /** Adds to the number of events of a remark, which is a single warning. */
  remark(remark: string, example: string | null, events = 1): void {
    const known = this.#remarks.get(remark);
    if (known) known.events += events;
    else this.#remarks.set(remark, { events, example });
  }

  /** @param event null for the zone of the calendar itself */
  unknownZone(event: NamedFeedEvent | null, written: string, instead: string): void {
    const zone = plainLine(written, MAX_NAME) ?? '';
    this.#add(
      event ?? NO_EVENT,
      `The time zone “${zone}” is not known; ${instead} is used instead`,
    );
  }

  /** An older revision that is left out. */
  olderRevision(event: (Titled & Pick<IcalEvent, 'sequence'>) | undefined): void {
    if (event === undefined) return;
    this.#add(named(event), `SEQUENCE ${event.sequence} is left out: the calendar has a later one`);
  }

  outsideWindow(event: Titled, window: RecurrenceWindow): void {
    const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const ranges = window.map(({ from, to }) => `from ${dayOf(from)} to ${dayOf(to)}`);
    this.#add(
      named(event),
      `No time of this series is ${ranges.join(' or ')}, so none is imported`,
    );
  }

  #add(event: NamedFeedEvent, reason: string): void {
    this.#warnings.set(`${event.uid}\n${reason}`, noteOn(event, reason));
  }
}
