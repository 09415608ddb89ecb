import {
  checkHasFormat,
  sourceUrl,
  withoutStamps,
} from '../../../src/domain/sources/programme-content.ts';
import type { ReadSource, SourceKind } from '../../../src/domain/sources/sources.ts';

describe('the format of a body', () => {
  it.each<[SourceKind, string]>([
    ['schedule_json', '{"schedule": {}}'],
    ['schedule_json', '\ufeff\r\n {"schedule": {}}'],
    ['sessionize', '[]'],
    ['schedule_xml', '<?xml version="1.0"?><schedule/>'],
    ['ical', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'],
  ])('of %s is seen: %s', (kind, body) => {
    expect(() => checkHasFormat(kind, Buffer.from(body))).not.toThrow();
    expect(() => checkHasFormat(kind, Buffer.from(body, 'utf16le'))).not.toThrow();
  });

  it.each<[SourceKind, string]>([
    ['schedule_json', '<html>Log in</html>'],
    ['sessionize', 'Not found'],
    ['schedule_xml', '{"schedule": {}}'],
    ['ical', '{"events": []}'],
    ['ical', ''],
  ])('is not that of %s: %s', (kind, body) => {
    expect(() => checkHasFormat(kind, Buffer.from(body))).toThrow(/^The address has no /);
  });
});

it('a calendar is the same when it is stamped again', () => {
  const calendar = (stamp: string) =>
    Buffer.from(`BEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:${stamp}\r\nSUMMARY:DTSTAMP:1\r\nEND:VEVENT`);
  expect(withoutStamps(calendar('20300514T100000Z'))).toBe(
    'BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:DTSTAMP:1\r\nEND:VEVENT',
  );
  expect(withoutStamps(calendar('1'))).toBe(withoutStamps(calendar('2')));
});

it.each<[string, SourceKind, string]>([
  ['https://a.example/s.json?lang=de', 'schedule_json', 'https://a.example/s.json?lang=en'],
  ['https://a.example/s.xml?x=y', 'schedule_xml', 'https://a.example/s.xml?x=y&lang=en'],
  ['webcal://a.example/s.ics', 'ical', 'webcal://a.example/s.ics'],
])('the address %s of %s is read as %s', (url, kind, expected) => {
  expect(sourceUrl({ kind, url, settings: { lang: 'en' } } as ReadSource)).toBe(expected);
});
