/**
 * The days of an all-day period in a time zone: `Thu, 14 May 2026`, or
 * `Thu, 14 May 2026 – Fri, 15 May 2026`. The end is exclusive.
 */
export function localDays(
  { starts_at, ends_at }: { readonly starts_at: string; readonly ends_at: string },
  timeZone: string,
): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  const start = Date.parse(starts_at);
  const lastMoment = Math.max(start, Date.parse(ends_at) - 1);
  const [first, last] = [format.format(start), format.format(lastMoment)];
  return first === last ? first : `${first} – ${last}`;
}
