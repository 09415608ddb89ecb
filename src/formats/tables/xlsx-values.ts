import { MAX_CELL_CHARS } from './raw-row.ts';

/** An escape has seven characters: a text cut here still exceeds the limit of a cell. */
export const MAX_ESCAPED_CHARS = 7 * MAX_CELL_CHARS;

/** Resolves escapes such as `_x000D_`, which the format uses for characters that XML forbids. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** Integers stay as written, so that no id is rounded; other numbers lose exponent and noise. */
export function numberText(written: string): string {
  const number = Number(written);
  return /^-?\d+$/.test(written) || Number.isNaN(number) ? written : String(number);
}

const DAY_SECONDS = 86_400;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465;
/** Excel counts a 29 February 1900, so earlier dates are one day later than their number says. */
const LEAP_DAY_1900 = 60;

const isDays = (days: number) => days >= 0 && days < LAST_DAY + 1;

/**
 * A count of days as ISO text: `2026-05-14`, `2026-05-14T09:30:00`, or `09:30:00` for less than a
 * day. There is no offset, since sheets have no time zones. Any other number stays a number.
 */
export function dateText(written: string, date1904: boolean): string {
  const days = Number(written);
  if (!isDays(days)) return numberText(written);

  const seconds = Math.round(days * DAY_SECONDS);
  const early = !date1904 && days < LEAP_DAY_1900 ? DAY_SECONDS : 0;
  const epoch = date1904 ? EPOCH_1904 : EPOCH_1900;
  const iso = new Date(epoch + (seconds + early) * 1_000).toISOString();
  if (days < 1) return iso.slice(11, 19);
  return seconds % DAY_SECONDS === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** A count of days as hours, minutes and seconds: `36:15:00`. Any other number stays a number. */
export function elapsedText(written: string): string {
  const days = Number(written);
  if (!isDays(days)) return numberText(written);

  const seconds = Math.round(days * DAY_SECONDS);
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
