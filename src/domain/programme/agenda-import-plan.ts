import type { RowError } from '../imports.ts';
import { type ParamsOf, type ReasonCode, type Remark, reason, remark } from '../reasons.ts';
import { type AgendaKind, agendaKindOf } from './agenda.ts';
import {
  type AgendaImportRow,
  type KnownItem,
  type NumberedRow,
  sameName,
} from './agenda-imports.ts';
import type { Conference } from './conferences.ts';
import { listedNames, NamesOfKeys, type SharedNames } from './imported-speakers.ts';

/** The fields that identify the item of a row. */
export interface RowOutline {
  readonly row: number;
  readonly value: Pick<AgendaImportRow, 'title' | 'kind' | 'room' | 'starts_at' | 'import_key'>;
}

/** The plan of an import: new, known and repeated rows. */
export interface AgendaImportPlan {
  /** The rows of new items. */
  readonly created: number;
  /** The id of the known item of each other row, by row number. */
  readonly matched: ReadonlyMap<number, number>;
  /** Rows of an item that an earlier row has. */
  readonly refused: readonly RowError[];
  /** Keys that the import gives to items with different titles. */
  readonly sharedKeys: SharedNames;
}

interface Named {
  readonly title: string;
  readonly starts_at: string;
  readonly room?: string | null | undefined;
  readonly kind?: AgendaKind | undefined;
}
interface Keyed {
  readonly import_key?: string | null | undefined;
}
const KEY_ALONE = () => '';
const byName = ({ title }: Named) => sameName(title);
const byStart = ({ title, starts_at }: Named) => `${sameName(title)}\n${starts_at}`;
const byPlace = (item: Named) => `${byStart(item)}\n${sameName(item.room ?? '')}`;

/** The kinds whose title names one item; other titles, as Lunch, name one a day. */
const TITLED_KINDS: readonly AgendaKind[] = ['keynote', 'talk', 'panel', 'workshop'];

function byTitle({ title, starts_at, kind = kindOfTitle(title) }: Named): string {
  const name = sameName(title);
  return TITLED_KINDS.includes(kind) ? name : `${name}\n${starts_at.slice(0, 10)}`;
}

/** The kind of an item whose row names none. */
export const kindOfTitle = (title: string): AgendaKind =>
  agendaKindOf({ kind: 'main', tags: [], title });

/**
 * Finds the item of each row: by its key, else by title, start and room, else by title and start,
 * else by title, the earliest first. So a moved item is the same item, and the same rows sent again
 * change nothing. A row with a key is never an item with another key.
 *
 * Several rows can have one key: a talk in several slots. Then the rows that did not change find their
 * items first. A key of several titles counts only with the title.
 */
export function planAgendaImport(
  rows: readonly RowOutline[],
  items: readonly KnownItem[],
): AgendaImportPlan {
  const { unique, refused } = withoutRepeated(rows);
  const sharedKeys = sharedKeysOf(unique);
  const matched = new Map<number, number>();
  let create: readonly RowOutline[] = unique;
  let free = items;
  /** Pairs rows and items with the same key, both in order of start. */
  const pair = (
    rowKey: (row: RowOutline['value']) => string | undefined,
    itemKey: (item: KnownItem) => string | undefined,
  ) => {
    const byKey = Map.groupBy(free, itemKey);
    const taken = new Set<number>();
    create = create.filter((numbered) => {
      const key = rowKey(numbered.value);
      const item = key === undefined ? undefined : byKey.get(key)?.shift();
      if (!item) return true;
      taken.add(item.id);
      matched.set(numbered.row, item.id);
      return false;
    });
    free = free.filter(({ id }) => !taken.has(id));
  };
  for (const key of [byPlace, byStart, byName, KEY_ALONE]) {
    const withKey = ({ import_key, ...given }: Named & Keyed) =>
      import_key === undefined || import_key === null ? undefined : `${import_key}\n${key(given)}`;
    const isTitled = key !== KEY_ALONE;
    pair(
      (row) => (isTitled || !sharedKeys.has(row.import_key ?? '') ? withKey(row) : undefined),
      withKey,
    );
  }
  for (const key of [byPlace, byStart, byTitle]) {
    pair(
      (row) => (row.import_key === undefined ? undefined : key(row)),
      (item) => (item.import_key === null ? key(item) : undefined),
    );
    pair((row) => (row.import_key === undefined ? key(row) : undefined), key);
  }
  return { created: create.length, matched, refused, sharedKeys };
}

function sharedKeysOf(rows: readonly RowOutline[]): SharedNames {
  const titles = new NamesOfKeys();
  for (const { value } of rows) {
    if (value.import_key !== undefined) titles.add(value.import_key, value.title);
  }
  return titles.shared();
}

/** Sorted by start. */
function withoutRepeated(rows: readonly RowOutline[]) {
  const first = new Map<string, number>();
  const unique: RowOutline[] = [];
  const refused: RowError[] = [];
  const byTime = rows.toSorted(
    (a, b) => Date.parse(a.value.starts_at) - Date.parse(b.value.starts_at) || a.row - b.row,
  );
  for (const numbered of byTime) {
    const { row, value } = numbered;
    const key = JSON.stringify([value.import_key ?? '', byPlace(value)]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, row);
      unique.push(numbered);
    } else {
      const error = `the same agenda item as row ${earlier}`;
      refused.push({ row, field: null, error, ...reason('same_item', { row: earlier }) });
    }
  }
  return { unique, refused };
}

const MAX_WARNINGS = 100;
const HOUR_MS = 60 * 60 * 1000;
/** A longer item is probably a mistake. */
const LONGEST_HOURS = 24;

/** The first 100 warnings, and the number of the others. */
export function shortened(warnings: readonly Remark[]): readonly Remark[] {
  const more = warnings.length - MAX_WARNINGS;
  return more > 0 ? [...warnings.slice(0, MAX_WARNINGS), andMore(more)] : warnings;
}

const andMore = (count: number) => remark(`${count} more warnings`, 'more', { count });

/** The keys that the rows give to items with different titles. */
export const sharedKeyWarnings = ({ sharedKeys }: Pick<AgendaImportPlan, 'sharedKeys'>): Remark[] =>
  [...sharedKeys].map(([key, titles]) =>
    remark(
      `The key ${key} has several titles, ${listedNames(titles)}: each title is another item`,
      'key_titles',
      { key, titles: listedNames(titles) },
    ),
  );

type ConferenceDays = Pick<Conference, 'starts_on' | 'ends_on' | 'timezone'>;

/** What an organizer should check in the valid rows of an agenda import; the first 100 of them. */
export class AgendaImportWarnings {
  readonly #days: ConferenceDays;
  readonly #dayOf: (instant: Date) => string;
  readonly #list: Remark[] = [];
  #more = 0;

  constructor(conference: ConferenceDays) {
    this.#days = conference;
    // In Sweden a day is written 2026-05-14.
    const format = new Intl.DateTimeFormat('sv', { timeZone: conference.timezone });
    this.#dayOf = (instant) => format.format(instant);
  }

  get list(): readonly Remark[] {
    return this.#more === 0 ? this.#list : [...this.#list, andMore(this.#more)];
  }

  /** Checks a row whose times are instants. */
  check({ row, value }: NumberedRow): void {
    const { starts_on, ends_on } = this.#days;
    const day = this.#dayOf(new Date(value.starts_at));
    if (day < starts_on || day > ends_on) {
      this.#add(
        `Row ${row}: “${value.title}” is on ${day}, outside the days of the conference, ${starts_on} to ${ends_on}`,
        'row_outside_days',
        { row, title: value.title, day, starts_on, ends_on },
      );
    }
    const hours = (Date.parse(value.ends_at) - Date.parse(value.starts_at)) / HOUR_MS;
    if (hours > LONGEST_HOURS) {
      const whole = Math.round(hours);
      this.#add(`Row ${row}: “${value.title}” lasts ${whole} hours`, 'row_many_hours', {
        row,
        title: value.title,
        hours: whole,
      });
    }
    for (const { name } of value.speakers ?? []) {
      if (!/[,;]\s*\p{L}/u.test(name)) continue;
      this.#add(
        `Row ${row}: “${name}” is one speaker; in a sheet, | separates several`,
        'one_speaker',
        { row, name },
      );
    }
  }

  #add<C extends ReasonCode>(...said: [message: string, code: C, ...ParamsOf<C>]): void {
    if (this.#list.length < MAX_WARNINGS) this.#list.push(remark(...said));
    else this.#more += 1;
  }
}
