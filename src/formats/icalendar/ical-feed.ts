import {
  type CalendarFeed,
  type FeedEvent,
  type FeedWarning,
  MAX_FEED_EVENTS,
  type NamedFeedEvent,
  NO_EVENT,
  NO_EVENTS,
  noteOn,
  type RecurrenceWindow,
  recurrenceWindow,
  type SkippedFeedEvent,
  SURPLUS_EVENTS,
} from '../../domain/programme/calendar-feeds.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import { type Remark, remark } from '../../domain/reasons.ts';
import type { Pause } from '../../lib/pacer.ts';
import { titleOf } from './event-details.ts';
import { FeedZones } from './feed-zones.ts';
import { type IcalCalendar, type IcalFile, splitCalendars } from './ical-components.ts';
import { type IcalEvent, icalEventOf, uidOf } from './ical-events.ts';
import { IcalProperties, NotUnderstood, refuseEvent } from './ical-properties.ts';
import { noted } from './ical-remarks.ts';
import { instancesOf, isRepeating, Overrides } from './ical-series.ts';
import { endOf } from './ical-times.ts';
import { Effort } from './recurrence.ts';
import { named, Warnings } from './warnings.ts';
import { firstZoneName, namedZone, zoneNameOf } from './zone-names.ts';

/** Options for reading a calendar. Zones are IANA names. */
export interface FeedOptions {
  /** The zone of times without one, when the calendar has no X-WR-TIMEZONE. */
  readonly timezone: string | undefined;
  /** The zone when neither the calendar nor `timezone` gives one. */
  readonly fallback_timezone: string;
  readonly now: Date;
  /** Series are also read around its days. */
  readonly conference?: Pick<Conference, 'starts_on' | 'ends_on'> | undefined;
}

/** The events of an iCalendar file; undefined when the bytes are not one. */
export async function readIcalFeed(
  bytes: Buffer,
  options: FeedOptions,
  pause: Pause,
): Promise<CalendarFeed | undefined> {
  const file = await splitCalendars(bytes, pause);
  if (file === undefined) return undefined;

  const reader = new IcalFeedReader(recurrenceWindow(options.now, options.conference));
  for (const calendar of file.calendars) await reader.read(calendar, options, pause);
  reader.noteUnread(file);
  const { events, skipped, warnings } = await reader.expanded(pause);
  const surplus = file.surplus > 0 || events.length > MAX_FEED_EVENTS;
  const [first] = file.calendars;
  const properties = new IcalProperties(first?.lines ?? []);
  return {
    name: titleOf(properties.text('x-wr-calname') ?? properties.text('name')),
    timezone: zoneNameOf(properties.text('x-wr-timezone')) ?? null,
    events: events.slice(0, MAX_FEED_EVENTS),
    skipped: surplus ? [...skipped, SURPLUS_EVENTS] : skipped,
    warnings: [...warnings, ...withoutEvents(file)],
  };
}

function withoutEvents({ calendars, others }: IcalFile): FeedWarning[] {
  if (calendars.some(({ events }) => events.length > 0)) return [];
  const tasks = others.get('tasks') ?? 0;
  if (tasks === 0) return [NO_EVENTS];
  const message = `The calendar has only tasks, ${tasks} of them, and no events`;
  return [noteOn(NO_EVENT, remark(message, 'only_tasks', { count: tasks }))];
}

/** Methods of a calendar that is a message about events to their organizer. */
const MESSAGES = new Set(['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH', 'ADD']);

class IcalFeedReader {
  readonly #window: RecurrenceWindow;
  readonly #effort = new Effort();
  readonly #overrides = new Overrides();
  readonly #events: IcalEvent[] = [];
  readonly #skipped: SkippedFeedEvent[] = [];
  readonly #warnings = new Warnings();
  readonly #private = new Map<string, SkippedFeedEvent>();
  /** Why the events with these UIDs are not for the public. */
  readonly #withheld = new Map<string, Remark>();

  constructor(window: RecurrenceWindow) {
    this.#window = window;
  }

  async read(calendar: IcalCalendar, options: FeedOptions, pause: Pause): Promise<void> {
    const properties = new IcalProperties(calendar.lines);
    const own = properties.text('x-wr-timezone');
    const method = properties.text('method')?.trim().toUpperCase() ?? '';
    const access = properties.text('x-calendarserver-access');
    const wide = { cancels: method === 'CANCEL', access };
    const zones = new FeedZones({
      definitions: calendar.zones,
      floating: namedZone(firstZoneName(own, options.timezone, options.fallback_timezone)),
      effort: this.#effort,
    });
    if (own !== null && zoneNameOf(own) === undefined) {
      this.#warnings.unknownZone(null, own, zones.floating.name);
    }
    for (const component of calendar.events) {
      await pause();
      try {
        if (MESSAGES.has(method)) {
          const params = { property: 'METHOD', value: method };
          refuseEvent(`METHOD is ${method}, which is not read`, 'property_value', params);
        }
        const event = icalEventOf(component, zones, wide);
        for (const said of event.remarks) this.#warnings.remark(said, event.details.title);
        for (const zone of event.unknownZones) {
          this.#warnings.unknownZone(named(event), zone, zones.floating.name);
        }
        if (event.replaces === null) this.#events.push(event);
        else this.#warnings.olderRevision(this.#overrides.add(event, event.replaces));
      } catch (error) {
        const properties = new IcalProperties(component.lines);
        const title = titleOf(properties.text('summary'));
        this.#skip({ uid: uidOf(properties), title }, error);
      }
      // Frees the lines, so that the text of a large calendar is in memory only once.
      component.lines.length = 0;
    }
  }

  async expanded(pause: Pause) {
    const events: FeedEvent[] = [];
    for (const event of this.#latestRevisions()) {
      await pause();
      if (events.length > MAX_FEED_EVENTS) break;
      if (this.#isWithheld(event)) continue;
      if (!isRepeating(event)) {
        events.push(feedEventOf(event, single(event), null));
        continue;
      }
      try {
        events.push(...this.#instances(event));
      } catch (error) {
        this.#skip(named(event), error);
      }
    }
    for (const { event, original, hasSeries } of this.#overrides.remaining(this.#window)) {
      if (this.#isWithheld(event)) continue;
      if (hasSeries) {
        const message = 'RECURRENCE-ID is no time of its series; the event is imported beside it';
        this.#warnings.remark(noted(message, 'beside_series'), event.details.title);
      }
      events.push(feedEventOf(event, single(event), original));
    }
    const skipped = [...this.#skipped, ...this.#private.values()];
    return { events, skipped, warnings: this.#warnings.list };
  }

  /** For each UID, the events with its highest SEQUENCE: several only if they all have it. */
  #latestRevisions(): IcalEvent[] {
    const latest = new Map<string, number>();
    for (const { uid, sequence } of this.#events) {
      latest.set(uid, Math.max(sequence, latest.get(uid) ?? 0));
    }
    return this.#events.filter((event) => {
      const isLatest = event.sequence === latest.get(event.uid);
      if (!isLatest) this.#warnings.olderRevision(event);
      return isLatest;
    });
  }

  #instances(event: IcalEvent): FeedEvent[] {
    const instances = instancesOf(event, this.#window, this.#effort);
    this.#overrides.addSeries(event);
    if (instances.length === 0) this.#warnings.outsideWindow(event, this.#window);
    return instances.flatMap((instance) => {
      const { start } = instance;
      const override =
        this.#overrides.take(event, start) ?? this.#overrides.following(event, start);
      if (override === undefined) return feedEventOf(event, instance, start);
      return this.#isWithheld(override) ? [] : feedEventOf(override, single(override), start);
    });
  }

  /** Notes what the file has and is not read. */
  noteUnread({ others, unread, calendars }: IcalFile): void {
    const hasEvents = calendars.some(({ events }) => events.length > 0);
    for (const [noun, count] of hasEvents ? others : []) {
      const note = noun.replaceAll(' ', '_');
      this.#warnings.remark(
        noted(`The calendar has ${noun}, which are not read`, note),
        null,
        count,
      );
    }
    for (const [name, count] of unread) {
      const property = name.toUpperCase();
      this.#warnings.remark(noted(`${property} is not read`, 'unread', property), null, count);
    }
  }

  /** Skips a private event, and the changed instances of a private series. */
  #isWithheld(event: IcalEvent): boolean {
    const ofSeries = event.replaces && this.#withheld.get(event.uid);
    const reason = event.withheld ?? ofSeries;
    if (!reason) return false;
    if (!event.replaces) this.#withheld.set(event.uid, reason);
    // Once for all instances that one change moves.
    const note = { ...noteOn(named(event), reason), withheld: true };
    this.#private.set(`${note.uid}\n${note.title}\n${event.replaces?.instant}`, note);
    return true;
  }

  /** Records an event that cannot be read; the other events are still imported. */
  #skip(event: NamedFeedEvent, error: unknown): void {
    if (!(error instanceof NotUnderstood)) throw error;
    this.#skipped.push(noteOn(event, error.remark));
  }
}

const single = ({ start, length, zone }: IcalEvent) => ({
  start,
  end: endOf(start, length, zone.offset),
});

function feedEventOf(
  event: IcalEvent,
  time: { readonly start: number; readonly end: number },
  original: number | null,
): FeedEvent {
  const { title, ...details } = event.details;
  return {
    uid: event.uid,
    recurrence_id: original === null ? null : new Date(original).toISOString(),
    ...details,
    title: title ?? titleOf(details.location) ?? 'Untitled event',
    starts_at: new Date(time.start).toISOString(),
    ends_at: new Date(time.end).toISOString(),
    all_day: event.allDay,
    timezone: event.timezone,
    cancelled: event.cancelled,
    revision: {
      sequence: event.sequence,
      changed_at: event.changedAt === null ? null : new Date(event.changedAt).toISOString(),
      is_override: event.replaces !== null,
    },
  };
}
