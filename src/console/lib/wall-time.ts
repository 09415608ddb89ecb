import { clockOffsetOf, instantAt } from '../../lib/time-zones.ts';

/** Converts between instants and the clock on the wall of the conference. */
export function wallTimeOf(timeZone: string) {
  const offset = clockOffsetOf(timeZone);
  const wall = (instant: string) => {
    const ms = Date.parse(instant);
    return new Date(ms + offset(ms));
  };
  return {
    /** `2026-05-14` */
    day: (instant: string) => wall(instant).toISOString().slice(0, 10),
    /** `09:30` */
    time: (instant: string) => wall(instant).toISOString().slice(11, 16),
    /** Since midnight. */
    minutes: (instant: string) => wall(instant).getUTCHours() * 60 + wall(instant).getUTCMinutes(),
    instant: (day: string, time: string) =>
      new Date(instantAt(Date.parse(`${day}T${time}:00Z`), offset)).toISOString(),
  };
}
export type WallTime = ReturnType<typeof wallTimeOf>;

/**
 * A day of the conference, from midnight to midnight on its clock; undefined for a text that is no day,
 * as an address can have one.
 */
export function dayPeriod(
  day: string | undefined,
  timezone: string,
): { readonly from: string; readonly to: string } | undefined {
  const ms = Date.parse(`${day}T00:00Z`);
  if (day === undefined || Number.isNaN(ms)) return undefined;
  const { instant } = wallTimeOf(timezone);
  const next = new Date(ms + DAY_MS).toISOString().slice(0, 10);
  return { from: instant(day, '00:00'), to: instant(next, '00:00') };
}
const DAY_MS = 24 * 60 * 60 * 1_000;

/** `09:30` of minutes since midnight. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
