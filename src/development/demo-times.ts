const DAY_MS = 24 * 60 * 60 * 1_000;
export const TIMEZONE = 'Europe/Amsterdam';

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The instant of a local time in `TIMEZONE`. */
export function localInstant(day: string, time: string): Date {
  const asUtc = new Date(`${day}T${time}:00Z`);
  const local = asUtc.toLocaleString('sv', { timeZone: TIMEZONE });
  const offset = Date.parse(`${local.replace(' ', 'T')}Z`) - asUtc.getTime();
  return new Date(asUtc.getTime() - offset);
}
