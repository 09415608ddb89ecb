import { isUtf8 } from 'node:buffer';
import { MAX_FEED_EVENTS } from '../../domain/programme/calendar-feeds.ts';
import type { Pause } from '../../lib/pacer.ts';

/** A component with the lines of the properties that we read: unfolded and decoded, not parsed. */
export interface IcalComponent {
  readonly name: string;
  readonly lines: string[];
  /** The STANDARD and DAYLIGHT parts of a VTIMEZONE. */
  readonly parts: IcalComponent[];
  /** Whether the END of the component was found. */
  complete: boolean;
}

export interface IcalCalendar {
  readonly lines: string[];
  readonly zones: IcalComponent[];
  readonly events: IcalComponent[];
}

export interface IcalFile {
  readonly calendars: readonly IcalCalendar[];
  /** The number of events in the file beyond those in `calendars`. */
  readonly surplus: number;
  /** The numbers of what is not read: of components by their noun, of events by the property. */
  readonly others: ReadonlyMap<string, number>;
  readonly unread: ReadonlyMap<string, number>;
}

const MAX_LINE_BYTES = 64 * 1024;
const MAX_LINES = 2_000;
const MAX_ZONES = 500;
const LINES_BETWEEN_PAUSES = 500;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const OBSERVANCE = new Set(['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate']);
const EVENT = new Set(
  ['uid', 'summary', 'description', 'dtstart', 'dtend', 'duration', 'rrule', 'rdate'].concat(
    [
      'exdate',
      'recurrence-id',
      'status',
      'sequence',
      'last-modified',
      'dtstamp',
      'location',
      'geo',
      'organizer',
    ],
    ['categories', 'url', 'attach', 'image', 'class', 'exrule', 'x-calendarserver-access'],
    ['x-apple-structured-location', 'x-microsoft-cdo-alldayevent', 'x-microsoft-cdo-busystatus'],
  ),
);

/** Properties and parts of an event that say who or where, and are not read. */
const UNREAD = new Set(
  ['attendee', 'contact', 'conference', 'x-google-conference', 'participant', 'vlocation'].concat([
    'x-microsoft-skypeteamsmeetingurl',
    'x-microsoft-onlinemeetingexternallink',
  ]),
);
/** Components beside events that are not read. */
const OTHERS: Readonly<Record<string, string>> = {
  vtodo: 'tasks',
  vjournal: 'journal entries',
  vfreebusy: 'free and busy times',
  vavailability: 'availabilities',
};

/** The properties that we read, by component. */
const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'vcalendar',
    new Set(['name', 'x-wr-calname', 'x-wr-timezone', 'method', 'x-calendarserver-access']),
  ],
  ['vtimezone', new Set(['tzid', 'x-lic-location'])],
  ['standard', OBSERVANCE],
  ['daylight', OBSERVANCE],
  ['vevent', EVENT],
]);

/**
 * Splits an iCalendar file into its calendars, zones and events without parsing them, so that a
 * broken event does not affect the others. Undefined when the file contains no calendar.
 */
export async function splitCalendars(bytes: Buffer, pause: Pause): Promise<IcalFile | undefined> {
  const file = new IcalFileBuilder();
  let pieces: Buffer[] = [];
  let length = 0;
  let count = 0;
  for (const line of physicalLines(bytes)) {
    if (++count % LINES_BETWEEN_PAUSES === 0) await pause();
    if (line.length === 0) continue;
    // Lines are unfolded as bytes, because some programs fold inside of a character.
    const folded = line[0] === 0x20 || line[0] === 0x09;
    if (!folded) {
      file.add(joined(pieces));
      pieces = [];
      length = 0;
    }
    if (length < MAX_LINE_BYTES) pieces.push(folded ? line.subarray(1) : line);
    length += line.length;
  }
  file.add(joined(pieces));
  return file.finished();
}

function* physicalLines(bytes: Buffer): Generator<Buffer> {
  const end = bytes.includes(LINE_FEED) ? LINE_FEED : CARRIAGE_RETURN;
  let start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(end, start);
    const next = found === -1 ? bytes.length : found;
    yield bytes.subarray(start, bytes[next - 1] === CARRIAGE_RETURN ? next - 1 : next);
    start = next + 1;
  }
}

const joined = (pieces: readonly Buffer[]) =>
  (pieces.length === 1 ? pieces[0] : undefined) ?? Buffer.concat(pieces);

/** Groups lines into components. A stray BEGIN, END or property affects only its own event. */
class IcalFileBuilder {
  readonly #calendars: IcalCalendar[] = [];
  #calendar: IcalCalendar | undefined;
  #component: IcalComponent | undefined;
  #part: IcalComponent | undefined;
  /** The name of the component that is being skipped, such as an alarm. */
  #ignored: string | undefined;
  /** The number of events found, including those that are not kept. */
  #events = 0;
  readonly #others = new Map<string, number>();
  readonly #unread = new Map<string, number>();
  /** What of `UNREAD` the present event has. */
  readonly #unreadHere = new Set<string>();
  #found = false;

  add(given: Buffer): void {
    const whole = given.includes(0) ? Buffer.from(given.filter(Boolean)) : given;
    const [found, word = ''] =
      /^([\w-]+)[ \t]*(?=[:;])/.exec(whole.toString('latin1', 0, 60)) ?? [];
    if (found === undefined) return;
    const name = word.toLowerCase();
    // No space belongs there, but a private event must not become public by one.
    const line =
      found === word ? whole : Buffer.concat([Buffer.from(word), whole.subarray(found.length)]);
    if (name === 'begin') this.#begin(wordOf(line, name));
    else if (name === 'end') this.#end(wordOf(line, name));
    else if (this.#ignored === undefined) this.#property(name, line);
  }

  finished(): IcalFile | undefined {
    if (!this.#found) return undefined;
    const surplus = Math.max(0, this.#events - MAX_FEED_EVENTS);
    return { calendars: this.#calendars, surplus, others: this.#others, unread: this.#unread };
  }

  #begin(name: string): void {
    const other = OTHERS[name];
    if (other !== undefined) count(this.#others, other);
    this.#noteUnread(name);
    if (name === 'vcalendar') {
      this.#found = true;
      this.#leaveCalendar();
    } else if (name === 'vevent' || name === 'vtimezone') {
      this.#found ||= name === 'vevent';
      this.#leave();
      this.#component = this.#kept(name);
      if (this.#component === undefined) this.#ignored = name;
    } else if (this.#component?.name === 'vtimezone' && READ.has(name)) {
      this.#part = { name, lines: [], parts: [], complete: false };
      if (this.#component.parts.length < MAX_LINES) this.#component.parts.push(this.#part);
    } else {
      this.#ignored ??= name;
    }
  }

  #end(name: string): void {
    if (name === 'vcalendar') {
      this.#leaveCalendar();
    } else if (name === this.#component?.name) {
      this.#component.complete = true;
      this.#leave();
    } else if (name === this.#part?.name) {
      this.#part = undefined;
    } else if (name === this.#ignored) {
      this.#ignored = undefined;
    }
  }

  #leave(): void {
    this.#unreadHere.clear();
    this.#component = undefined;
    this.#part = undefined;
    this.#ignored = undefined;
  }

  #leaveCalendar(): void {
    this.#leave();
    // Empty calendars are dropped: a file may contain millions of them.
    if (this.#calendar?.events.length === 0 && this.#calendars.length > 1) this.#calendars.pop();
    this.#calendar = undefined;
  }

  /** A new component of the calendar; undefined when the limit is reached. */
  #kept(name: 'vevent' | 'vtimezone'): IcalComponent | undefined {
    const { zones, events } = this.#current();
    const isEvent = name === 'vevent';
    const isFull = isEvent ? this.#events >= MAX_FEED_EVENTS : zones.length >= MAX_ZONES;
    if (isEvent) this.#events++;
    if (isFull) return undefined;
    const component = { name, lines: [], parts: [], complete: false };
    (isEvent ? events : zones).push(component);
    return component;
  }

  #property(name: string, line: Buffer): void {
    const component = this.#part ?? this.#component;
    this.#noteUnread(name);
    if (!READ.get(component?.name ?? 'vcalendar')?.has(name)) return;
    const { lines } = component ?? this.#current();
    if (lines.length < MAX_LINES) lines.push(decoded(line));
  }

  #noteUnread(name: string): void {
    if (this.#component?.name !== 'vevent' || !UNREAD.has(name)) return;
    if (!this.#unreadHere.has(name)) count(this.#unread, name);
    this.#unreadHere.add(name);
  }

  #current(): IcalCalendar {
    if (this.#calendar === undefined) {
      this.#calendar = { lines: [], zones: [], events: [] };
      this.#calendars.push(this.#calendar);
    }
    return this.#calendar;
  }
}

const count = (counts: Map<string, number>, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

const wordOf = (line: Buffer, name: string) =>
  line
    .toString('latin1', name.length + 1, name.length + 40)
    .trim()
    .toLowerCase();

/** One byte is one character, so `stream` keeps nothing back. Without it, Node.js 24.0 reads `€` as U+0080. */
const fromWindows1252 = (bytes: Buffer): string => windows1252.decode(bytes, { stream: true });
const windows1252 = new TextDecoder('windows-1252');

function decoded(line: Buffer): string {
  const kept = line.length > MAX_LINE_BYTES ? wholeCharacters(line, MAX_LINE_BYTES) : line;
  return isUtf8(kept) ? kept.toString() : fromWindows1252(kept);
}

function wholeCharacters(line: Buffer, length: number): Buffer {
  let end = length;
  while (end > 0 && ((line[end] ?? 0) & 0xc0) === 0x80) end--;
  return line.subarray(0, end);
}
