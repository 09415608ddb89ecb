import { language } from './text.ts';

type Zone = ReturnType<typeof newZone>;
/** Made once: the three formats of a zone take a millisecond of a slow laptop, and each drawing wants them. */
const zones = new Map<string, Zone>();

/** Times in the zone of the conference, never in that of the browser. */
export function zoneOf(timeZone: string): Zone {
  const key = `${language()} ${timeZone}`;
  const zone = zones.get(key) ?? newZone(timeZone);
  zones.set(key, zone);
  return zone;
}

function newZone(timeZone: string) {
  const time = new Intl.DateTimeFormat(language(), {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const day = new Intl.DateTimeFormat(language(), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const date = new Intl.DateTimeFormat(language(), {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return {
    time: (instant: string) => time.format(new Date(instant)),
    /** `Thu, Mar 18` */
    day: (instant: string) => day.format(new Date(instant)),
    moment: (instant: string) =>
      `${day.format(new Date(instant))}, ${time.format(new Date(instant))}`,
    /** With the year: of what may be more than a year away. */
    dated: (instant: string) =>
      `${date.format(new Date(instant))}, ${time.format(new Date(instant))}`,
  };
}

/** The days of a conference, such as `Mar 18 – 19, 2027`. */
export function daysText(from: string, to: string): string {
  const options = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const format = new Intl.DateTimeFormat(language(), options);
  return format.formatRange(new Date(`${from}T00:00Z`), new Date(`${to}T00:00Z`));
}

/** A day without a time, such as `2026-05-14`. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(language(), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(`${day}T00:00Z`));

/** A day of a conference, such as `Thu, Mar 18`. */
export const weekdayText = (day: string): string => zoneOf('UTC').day(`${day}T00:00Z`);
