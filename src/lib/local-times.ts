/**
 * A period in a time zone, for people: `Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin)`. The second
 * day is named only if it differs.
 */
export function localTimes(
  { starts_at, ends_at }: { readonly starts_at: string; readonly ends_at: string },
  timeZone: string,
): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const period = format.formatRange(new Date(starts_at), new Date(ends_at));
  // Intl uses thin and narrow spaces, which some messengers show as boxes.
  return `${period.replace(/[\u2009\u202f]/g, ' ')} (${timeZone})`;
}
