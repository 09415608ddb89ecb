import { remark } from '../../domain/reasons.ts';
import { type ClockOffset, clockOffsetOf, instantAt } from '../../lib/time-zones.ts';
import { zoneNameOf } from '../icalendar/zone-names.ts';
import { type Json, textOf } from './json-values.ts';
import type { ScheduleNotes } from './schedule-notes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** Without a time at which days begin, an item until then is part of the night before. */
const LATE_NIGHT = '06:00';

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

interface Start {
  readonly instant: number;
  /** The offset that is written, in milliseconds; undefined for none, and for UTC as `Z`. */
  readonly offset: number | undefined;
}

/** Reads the times of a schedule, and notes where they contradict each other. */
export class ScheduleTimes {
  readonly #notes: ScheduleNotes;
  /** The zone that the schedule states. */
  readonly #stated: string | undefined;
  /** The offsets of times without one: of the schedule's zone, else of the conference's. */
  readonly #offset: ClockOffset;
  readonly #conference: { readonly timezone: string; readonly offset: ClockOffset };

  /** `stated` is the zone in the schedule, `timezone` that of the conference. */
  constructor(stated: string | null, timezone: string, notes: ScheduleNotes) {
    this.#notes = notes;
    this.#stated = zoneNameOf(stated);
    this.#conference = { timezone, offset: clockOffsetOf(timezone) };
    this.#offset = this.#stated ? clockOffsetOf(this.#stated) : this.#conference.offset;
    if (stated !== null && this.#stated === undefined) {
      const zone = stated.slice(0, 100);
      notes.say(
        remark(
          `The time zone “${zone}” is not known; ${timezone} is used instead`,
          'unknown_zone',
          {
            zone,
            instead: timezone,
          },
        ),
      );
    }
  }

  /**
   * The start and end of an event in a day. `date` is an instant in newer files; older ones have only
   * the time of day, where times before the start of the day belong to the next morning.
   */
  of(
    event: Json,
    day: Json,
  ): { readonly starts_at: string | null; readonly ends_at: string | null } {
    const written = textOf(event.date);
    const start = this.#instantOf(written) ?? this.#localStart(event, day);
    if (start === undefined) return { starts_at: written, ends_at: null };
    this.#check(start, event, day);
    const end = this.#endOf(start.instant, event);
    return {
      starts_at: new Date(start.instant).toISOString(),
      ends_at: end === undefined ? null : new Date(end).toISOString(),
    };
  }

  #instantOf(written: string | null): Start | undefined {
    const [, day, time = '', zone] = TIME.exec(written ?? '') ?? [];
    const wall = Date.parse(`${day}T${time}Z`);
    if (Number.isNaN(wall)) return undefined;
    if (zone === undefined) return { instant: instantAt(wall, this.#offset), offset: undefined };
    const offset = offsetOf(zone);
    return { instant: wall - offset, offset: /z/i.test(zone) ? undefined : offset };
  }

  #localStart({ date, start }: Json, day: Json): Start | undefined {
    const time = clockIn(start);
    const on = /^\d{4}-\d\d-\d\d$/.exec(textOf(date) ?? '')?.[0] ?? textOf(day.date);
    const isNextDay = time !== undefined && time < dayStartOf(day) && on === textOf(day.date);
    const wall = Date.parse(`${on}T${time}Z`) + (isNextDay ? DAY_MS : 0);
    if (Number.isNaN(wall)) return undefined;
    return { instant: instantAt(wall, this.#offset), offset: undefined };
  }

  /** An end is the start and the duration, as an instant: the clocks can change between them. */
  #endOf(start: number, event: Json): number | undefined {
    const length = durationOf(textOf(event.duration));
    const stated = this.#instantOf(textOf(event.end ?? event.end_time))?.instant;
    const given = length === undefined ? stated : start + length;
    // Beyond the range of dates, there is none.
    const end = Number.isNaN(new Date(given ?? Number.NaN).getTime()) ? undefined : given;
    if (stated !== undefined && end !== stated) {
      this.#note(
        'Items whose `end` is not `duration` after their start; `duration` counts',
        'end',
        event,
      );
    }
    return end;
  }

  #check(start: Start, event: Json, day: Json): void {
    const offset = this.#stated ? undefined : start.offset;
    const local = new Date(start.instant + (offset ?? this.#offset(start.instant))).toISOString();
    const [time, date] = [local.slice(11, 16), local.slice(0, 10)];
    const stated = clockIn(event.start);
    const zone =
      this.#stated ?? (start.offset === undefined ? this.#conference.timezone : undefined);
    const at = `${time}${zone ? ` in ${zone}` : ''}`;
    if (stated !== undefined && stated !== time) {
      const example = `“${textOf(event.title)}”, ${at} against ${stated}`;
      this.#notes.add('Items whose `date` and `start` differ; `date` counts', 'start', example);
    } else if (
      this.#stated &&
      (start.offset ?? this.#offset(start.instant)) !== this.#offset(start.instant)
    ) {
      this.#note(
        `Items whose \`date\` has not the offset of ${this.#stated}; \`date\` counts`,
        'offset',
        event,
      );
    }
    if (this.#stated && this.#offset(start.instant) !== this.#conference.offset(start.instant)) {
      const zones = `${this.#stated}, and not of ${this.#conference.timezone} as the conference here`;
      this.#note(`Items with the clock of ${zones}`, 'clock', event);
    }
    if (!isOn(day, { instant: start.instant, date, time })) {
      const example = `“${textOf(event.title)}”, ${date} against ${textOf(day.date)}`;
      this.#notes.add(
        'Items on another day than the one that lists them; `date` counts',
        'day',
        example,
      );
    }
  }

  #note(remark: string, code: string, event: Json): void {
    this.#notes.add(remark, code, `“${textOf(event.title)}”`);
  }
}

/** Whether an item is on this day, or in the night after it. */
function isOn(day: Json, start: { instant: number; date: string; time: string }): boolean {
  const on = textOf(day.date);
  const midnight = Date.parse(`${on}T00:00Z`);
  if (on === null || Number.isNaN(midnight) || start.date === on) return true;
  const [from, to] = [day.start ?? day.day_start, day.end ?? day.day_end].map((bound) =>
    Date.parse(textOf(bound) ?? ''),
  );
  if (from !== undefined && to !== undefined && start.instant >= from && start.instant <= to)
    return true;
  const next = new Date(midnight + DAY_MS).toISOString().slice(0, 10);
  const begin = dayStartOf(day);
  return start.date === next && start.time < (begin > '00:00' ? begin : LATE_NIGHT);
}

const dayStartOf = ({ start, day_start, day_change }: Json): string =>
  clockIn(start ?? day_start ?? day_change) ?? '00:00';

/** The time of day in a text: `9:30`, `09:30:00`, or that of an instant. */
const clockIn = (given: unknown): string | undefined =>
  /(?:^|T)(\d{1,2}:\d\d)/.exec(textOf(given) ?? '')?.[1]?.padStart(5, '0');

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === '-' ? -size : size;
}

/** `00:45`, `45`, `1:02:30` with days, or `00:45:00` with seconds; undefined for anything else. */
function durationOf(text: string | null): number | undefined {
  const parts = /^(?:(?:(\d+):)?(\d+):)?(\d+)$/.exec(text?.trim() ?? '')?.slice(1);
  if (parts === undefined) return undefined;
  const [first, second, third] = parts.map((part) => Number(part ?? 0)) as [number, number, number];
  if (parts[0]?.length === 2) return ((first * 60 + second) * 60 + third) * 1000;
  return ((first * 24 + second) * 60 + third) * MINUTE_MS;
}
