interface Period {
  readonly starts_at: string;
  readonly ends_at: string;
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;

/**
 * A period in a time zone, for people: `Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin)`. The second
 * day is named only if it differs.
 */
export function localTimes({ starts_at, ends_at }: Period, timeZone: string): string {
  const time = { ...DAY, hour: '2-digit', minute: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...time });
  const period = format.formatRange(new Date(starts_at), new Date(ends_at));
  // Intl uses thin and narrow spaces, which some messengers show as boxes.
  return `${period.replace(/[\u2009\u202f]/g, ' ')} (${timeZone})`;
}

/**
 * The days of an all-day period in a time zone: `Thu, 14 May 2026`, or
 * `Thu, 14 May 2026 – Fri, 15 May 2026`. The end is exclusive.
 */
export function localDays({ starts_at, ends_at }: Period, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...DAY });
  const start = Date.parse(starts_at);
  const lastMoment = Math.max(start, Date.parse(ends_at) - 1);
  const [first, last] = [format.format(start), format.format(lastMoment)];
  return first === last ? first : `${first} – ${last}`;
}
