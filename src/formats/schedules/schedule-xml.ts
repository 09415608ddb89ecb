import { sameName } from '../../domain/programme/agenda-imports.ts';
import type { Remark } from '../../domain/reasons.ts';
import { damagedFile, invalid } from '../../errors.ts';
import { decodedText, type TextEncoding } from '../tables/text-decoding.ts';
import { type XmlAttributes, type XmlHandlers, XmlReader } from '../xml-reader.ts';
import { type Json, textOf } from './json-values.ts';
import { type PersonSource, personSourceOf } from './person-keys.ts';
import { eventCells, type ScheduleRow } from './schedule-events.ts';
import { ScheduleNotes } from './schedule-notes.ts';
import { isShown } from './schedule-states.ts';
import { ScheduleTimes } from './schedule-times.ts';

/** An element with its content. */
interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: XmlElement[];
  text: string;
}

/** Elements within one event. Events of public schedules have up to 100. */
const MAX_ELEMENTS = 2_000;
/** The part of a text that is kept, longer than any field; the rest is left out. */
const MAX_TEXT = 100_000;

/**
 * The items of a `schedule.xml`, as frab, pretalx and FOSDEM export it: the same tree as in a
 * `schedule.json`. Reads it in constant memory, and as fast as the consumer takes the rows. Adds to
 * `warnings` after the last row.
 *
 * @throws AppError VALIDATION_ERROR from the iterator when it is no such schedule, has a document
 *   type, exceeds a limit or ends early
 */
export async function* scheduleXmlRows(
  path: string,
  encoding: TextEncoding,
  { timezone, warnings }: { readonly timezone: string; readonly warnings: Remark[] },
): AsyncGenerator<ScheduleRow, void> {
  const collector = new EventCollector(timezone);
  const reader = new XmlReader(collector);
  for await (const text of decodedText(path, encoding)) {
    reader.writeText(text);
    yield* collector.take();
  }
  collector.end();
  warnings.push(...collector.notes.list);
}

class EventCollector implements XmlHandlers {
  /** The element that is read as a whole, and its open descendants. */
  readonly #open: XmlElement[] = [];
  readonly #people = new Map<string, Json>();
  #rows: ScheduleRow[] = [];
  #count = 0;
  #elements = 0;
  #isComplete = false;
  #conference: Json = {};
  #day: Json = {};
  #room = '';
  #source: PersonSource | undefined;
  #times: ScheduleTimes | undefined;
  readonly notes = new ScheduleNotes();
  readonly #timezone: string;

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  open(name: string, attributes: XmlAttributes, parent: string | undefined): void {
    if (parent === undefined && name !== 'schedule') throw notASchedule();
    const inside = this.#open.at(-1);
    if (inside === undefined && !isWhole(name, parent)) {
      if (name === 'day') this.#day = attributes;
      if (name === 'room' && parent === 'day') this.#room = attributes.name ?? '';
      return;
    }
    this.#elements = inside ? this.#elements + 1 : 0;
    if (this.#elements > MAX_ELEMENTS)
      throw damagedFile(
        `expected at most ${MAX_ELEMENTS.toLocaleString('en')} elements in an event`,
      );
    const element = { name, attributes, children: [], text: '' };
    inside?.children.push(element);
    this.#open.push(element);
  }

  text(piece: string): void {
    const element = this.#open.at(-1);
    if (element && element.text.length < MAX_TEXT) element.text += piece;
  }

  close(name: string): void {
    if (name === 'schedule') this.#isComplete = true;
    const element = this.#open.pop();
    if (!element || this.#open.length > 0) return;
    if (element.name === 'conference') this.#conference = textsOf(element);
    else if (element.name === 'person') this.#addPerson(element);
    else this.#addEvent(element);
  }

  /** The rows of the events that were closed since the last call. */
  take(): ScheduleRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** @throws AppError VALIDATION_ERROR for a document that ended early or without an event */
  end(): void {
    if (!this.#isComplete)
      throw invalid('file', 'expected a complete schedule.xml', 'file_incomplete');
    if (this.#count === 0) throw notASchedule();
  }

  /** FOSDEM lists the persons of all events once, with their biographies. */
  #addPerson(element: XmlElement): void {
    const { id } = element.attributes;
    if (id) this.#people.set(id, textsOf(element));
  }

  /** The biography of the person with this id, unless the list has another name for it. */
  #biographyOf({ attributes: { id = '' }, text }: XmlElement): unknown {
    const { name, biography } = this.#people.get(id) ?? {};
    const isOther = textOf(name) !== null && sameName(textOf(name) ?? '') !== sameName(text);
    return isOther ? undefined : biography;
  }

  #addEvent(element: XmlElement): void {
    const persons = childrenOf(element, 'persons').map((person) => ({
      biography: this.#biographyOf(person),
      name: person.text,
      ...textsOf(person),
    }));
    const links = childrenOf(element, 'links').map(({ attributes, text }) => ({
      url: attributes.href,
      title: text,
    }));
    const recording = Object.fromEntries(
      childrenOf(element, 'recording').map(({ name, text }) => [name, text]),
    );
    const event: Json = { ...textsOf(element), persons, links, recording };
    const { title, acronym, base_url, day_change } = this.#conference;
    this.#source ??= personSourceOf({
      addresses: [base_url, event.url],
      title: String(title || acronym || ''),
    });
    this.#times ??= new ScheduleTimes(
      textOf(this.#conference.time_zone_name),
      this.#timezone,
      this.notes,
    );
    const day = { day_change, ...this.#day };
    const { notes } = this;
    const place = { day, room: this.#room, source: this.#source, times: this.#times, notes };
    this.#count += 1;
    if (!isShown(event, notes)) return;
    this.#rows.push({
      row: this.#count,
      cells: { ...eventCells(event, place), import_source: this.#source.name },
    });
  }
}

const notASchedule = () =>
  invalid('file', 'expected a schedule.xml with events in schedule > day > room', 'file_type', {
    expected: ['schedule.xml'],
  });

/** Whether an element is read as a whole; other elements only contain such ones. */
const isWhole = (name: string, parent: string | undefined) =>
  name === 'event' || name === 'conference' || (name === 'person' && parent === 'persons');

const childrenOf = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.find((child) => child.name === name)?.children ?? [];

/** The attributes of an element and the texts of its children, as one JSON object. */
const textsOf = ({ attributes, children }: XmlElement): Json => ({
  ...attributes,
  ...Object.fromEntries(children.map(({ name, text }) => [name, text])),
});
