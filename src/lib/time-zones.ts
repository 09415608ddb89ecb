const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether this is a time zone of the IANA database that local times can be computed in. */
export function isTimeZone(name: string): boolean {
  // Bare offsets such as +02:00 are zones to Intl, but not to people: they know no summer.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** How far the clocks of a zone are ahead of UTC at an instant, both in milliseconds. */
export type ClockOffset = (instantMs: number) => number;

/** The clocks of a zone of the IANA database, by the rules that Node carries. */
export function clockOffsetOf(timeZone: string): ClockOffset {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (instantMs) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instantMs)) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    return (sign === '-' ? -offset : offset) * 1000;
  };
}

/**
 * The instant at which clocks show `wallMs`, a local time written as if it were UTC.
 * Of a time that comes twice the first counts; one that clocks skip moves on by what they skip.
 * So does RFC 5545 (3.3.5) read both.
 */
export function instantAt(wallMs: number, offset: ClockOffset): number {
  const before = offset(wallMs - DAY_MS);
  const after = offset(wallMs + DAY_MS);
  if (before === after || offset(wallMs - before) === before) return wallMs - before;
  return offset(wallMs - after) === after ? wallMs - after : wallMs - before;
}
