import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';

const MB = 1_000_000;

const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const eventOf = (nth: number, ...lines: string[]) => [
  ...['BEGIN:VEVENT', `UID:talk-${nth}@example.org`, `SUMMARY:Talk ${nth}`],
  ...['DTSTART:20990501T090000Z', ...lines, 'END:VEVENT'],
];
const large = calendarOf(
  ...Array.from({ length: 5_000 }, (_, nth) =>
    eventOf(nth, `DESCRIPTION:${'A talk. '.repeat(360)}`),
  ).flat(),
);
const answering =
  (text: string | Buffer): RequestListener =>
  (_, res) =>
    res.end(text);

/** Feeds that cannot be read. */
export const BROKEN_FEEDS: Readonly<Record<string, RequestListener>> = {
  '/endless': (_, res) => {
    const block = Buffer.alloc(MB, 'A');
    const more = () => {
      while (!res.destroyed && res.write(block));
    };
    more();
    res.on('drain', more);
  },
  '/drip': (_, res) => {
    const drip = setInterval(() => res.write('B'), 1_000);
    res.on('close', () => clearInterval(drip));
  },
  '/silent': () => {},
  '/bomb': (_, res) =>
    res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200 * MB))),
  '/cut': (_, res) => {
    res.writeHead(200, { 'content-length': `${large.length}` });
    res.write(large.slice(0, MB), () => res.destroy());
  },
  '/nul': answering(Buffer.alloc(MB)),
  '/file': (_, res) => res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/metadata': (_, res) => res.writeHead(302, { location: 'ftp://169.254.169.254/' }).end(),
};
/** Feeds of which the readable events are imported. */
export const ODD_FEEDS: Readonly<Record<string, RequestListener>> = {
  '/secondly': answering(calendarOf(...eventOf(9_001, 'RRULE:FREQ=SECONDLY'))),
  '/line': answering(calendarOf(...eventOf(9_002, `DESCRIPTION:${'A'.repeat(5 * MB)}`))),
};

/** 5,000 events in 15 MB. */
export const LARGE_FEED = answering(large);
