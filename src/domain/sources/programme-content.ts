import { AppError } from '../../errors.ts';
import type { ReadSource, SourceKind } from './sources.ts';

/** What the body of each kind begins with, and what it is called. */
const FORMATS: Readonly<Partial<Record<SourceKind, readonly [begins: RegExp, name: string]>>> = {
  schedule_json: [/^[[{]/, 'schedule.json'],
  sessionize: [/^[[{]/, 'JSON of Sessionize'],
  schedule_xml: [/^</, 'schedule.xml'],
  ical: [/BEGIN:VCALENDAR/i, 'iCalendar file'],
};
const HEAD_BYTES = 1_000;

/**
 * Refuses a page for people, or another format, which an upload would be read as.
 * @throws AppError UPSTREAM_ERROR
 */
export function checkHasFormat(kind: SourceKind, body: Buffer): void {
  const [begins, name] = FORMATS[kind] ?? [/^/, ''];
  // Without byte order marks, white space, and the zeros of UTF-16.
  const head = body.toString('latin1', 0, HEAD_BYTES).replace(/[^\x21-\x7e]/g, '');
  if (begins.test(head)) return;
  throw new AppError('UPSTREAM_ERROR', `The address has no ${name}`);
}

/** A calendar without the times at which it was made: many programs stamp each answer. */
export const withoutStamps = (body: Buffer): string =>
  body.toString('latin1').replace(/^DTSTAMP[;:].*\r?\n/gm, '');

/** The address that is fetched. */
export function sourceUrl({ kind, url, settings: { lang } }: ReadSource): string {
  if (lang === undefined || !kind.startsWith('schedule_')) return url;
  const address = new URL(url);
  address.searchParams.set('lang', lang);
  return address.href;
}
