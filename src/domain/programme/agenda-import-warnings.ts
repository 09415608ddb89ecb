import { type ParamsOf, type ReasonCode, type Remark, remark } from '../reasons.ts';
import type { AgendaImportPlan } from './agenda-import-plan.ts';
import type { NumberedRow } from './agenda-imports.ts';
import type { Conference } from './conferences.ts';
import { listedNames } from './names-of-keys.ts';

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
