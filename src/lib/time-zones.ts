const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether this is the name of a zone in the IANA database. */
export function isTimeZone(name: string): boolean {
  // Intl accepts offsets such as +02:00, but an offset has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The offset of a zone from UTC at an instant, both in milliseconds; positive in the east. */
export type ClockOffset = (instantMs: number) => number;

/** The offsets of a zone in Node's version of the IANA database. */
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
 * The instant of `wallMs`, a local time in milliseconds as if it were UTC. A local time that occurs
 * twice means the first one. A local time that clocks skip moves forward by the skipped time. Both
 * rules are those of RFC 5545 (3.3.5).
 */
export function instantAt(wallMs: number, offset: ClockOffset): number {
  const before = offset(wallMs - DAY_MS);
  const after = offset(wallMs + DAY_MS);
  if (before === after || offset(wallMs - before) === before) return wallMs - before;
  return offset(wallMs - after) === after ? wallMs - after : wallMs - before;
}
