import {
  type FeedWarning,
  type NamedFeedEvent,
  NO_EVENT,
  noteOn,
  type RecurrenceWindow,
} from '../../domain/programme/calendar-feeds.ts';
import { type ParamsOf, type ReasonCode, type Remark, remark } from '../../domain/reasons.ts';
import type { IcalEvent } from './ical-events.ts';
import { plainLine } from './plain-text.ts';

const MAX_NAME = 100;

type Titled = Pick<IcalEvent, 'uid' | 'details'>;

export const named = ({ uid, details: { title } }: Titled): NamedFeedEvent => ({ uid, title });

/** The remarks for an administrator about a calendar that was read; each warning once. */
export class Warnings {
  readonly #warnings = new Map<string, FeedWarning>();

  readonly #remarks = new Map<
    string,
    { events: number; readonly example: string | null; readonly said: Remark }
  >();

  get list(): readonly FeedWarning[] {
    const remarks = [...this.#remarks.values()].map(({ events, example, said }) =>
      noteOn(NO_EVENT, {
        ...said,
        message: `${said.message}: ${events}${example ? ` (for example “${example}”)` : ''}`,
        params: { ...said.params, count: events, ...(example && { item: example }) },
      }),
    );
    return [...this.#warnings.values(), ...remarks];
  }

  /** Adds to the number of events of a remark, which is a single warning. */
  remark(said: Remark, example: string | null, events = 1): void {
    const known = this.#remarks.get(said.message);
    if (known) known.events += events;
    else this.#remarks.set(said.message, { events, example, said });
  }

  /** @param event null for the zone of the calendar itself */
  unknownZone(event: NamedFeedEvent | null, written: string, instead: string): void {
    const zone = plainLine(written, MAX_NAME) ?? '';
    this.#add(
      event ?? NO_EVENT,
      `The time zone “${zone}” is not known; ${instead} is used instead`,
      'unknown_zone',
      { zone, instead },
    );
  }

  /** An older revision that is left out. */
  olderRevision(event: (Titled & Pick<IcalEvent, 'sequence'>) | undefined): void {
    if (event === undefined) return;
    const { sequence } = event;
    const message = `SEQUENCE ${sequence} is left out: the calendar has a later one`;
    this.#add(named(event), message, 'older_revision', { sequence });
  }

  outsideWindow(event: Titled, window: RecurrenceWindow): void {
    const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
    const ranges = window.map(({ from, to }) => `from ${dayOf(from)} to ${dayOf(to)}`);
    this.#add(
      named(event),
      `No time of this series is ${ranges.join(' or ')}, so none is imported`,
      'outside_window',
      { ranges: window.map(({ from, to }) => `${dayOf(from)} – ${dayOf(to)}`) },
    );
  }

  #add<C extends ReasonCode>(
    event: NamedFeedEvent,
    ...said: [message: string, code: C, ...ParamsOf<C>]
  ): void {
    this.#warnings.set(`${event.uid}\n${said[0]}`, noteOn(event, remark(...said)));
  }
}
