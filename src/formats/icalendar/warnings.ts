import type { FeedWarning, RecurrenceWindow } from '../../domain/programme/calendar-feeds.ts';
import type { IcalEvent } from './ical-events.ts';
import { plainLine } from './plain-text.ts';

const MAX_NAME = 100;

/** The remarks for an administrator about a calendar that was read; each warning once. */
export class Warnings {
  readonly #warnings = new Map<string, FeedWarning>();

  get list(): readonly FeedWarning[] {
    return [...this.#warnings.values()];
  }

  /** @param uid null for the zone of the calendar itself */
  unknownZone(uid: string | null, written: string, instead: string): void {
    const zone = plainLine(written, MAX_NAME) ?? '';
    this.#add(uid, `The time zone “${zone}” is not known; ${instead} is used instead`);
  }

  /** An older revision that is left out. */
  olderRevision(event: Pick<IcalEvent, 'uid' | 'sequence'> | undefined): void {
    if (event === undefined) return;
    const { uid, sequence } = event;
    this.#add(uid, `SEQUENCE ${sequence} is left out: the calendar has a later one`);
  }

  outsideWindow({ uid }: Pick<IcalEvent, 'uid'>, window: RecurrenceWindow): void {
    const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const ranges = window.map(({ from, to }) => `from ${dayOf(from)} to ${dayOf(to)}`);
    this.#add(uid, `No time of this series is ${ranges.join(' or ')}, so none is imported`);
  }

  #add(uid: string | null, reason: string): void {
    this.#warnings.set(`${uid}\n${reason}`, { uid, reason });
  }
}
