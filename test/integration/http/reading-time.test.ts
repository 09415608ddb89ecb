import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { slugStem } from '../../../src/db/slugs.ts';
import { shortName } from '../../../src/domain/messaging/notification-args.ts';
import { parseTemplate } from '../../../src/domain/messaging/templates.ts';
import { planImport } from '../../../src/domain/programme/event-imports.ts';
import { openTable } from '../../../src/formats/tables/table-file.ts';
import type { UploadedFile } from '../../../src/http/endpoint.ts';
import { AttendeeImportRowSchema } from '../../../src/http/schemas/attendance/attendee-imports.schemas.ts';
import { text, WebUrlSchema } from '../../../src/http/schemas/common.ts';
import { UserImportRowSchema } from '../../../src/http/schemas/imports.schemas.ts';
import { SpreadsheetRowSchema } from '../../../src/http/schemas/messaging/spreadsheet-broadcasts.schemas.ts';
import { SocialsChangeSchema } from '../../../src/http/schemas/people/socials.schemas.ts';
import { checkedTable } from '../../../src/http/uploads/checked-rows.ts';
import { recipientTable } from '../../../src/http/uploads/recipient-table.ts';
import { readCalendarFeed } from '../../../src/integrations/calendar/calendar-feed.ts';
import { InitDataVerifier } from '../../../src/integrations/messenger/init-data.ts';
import { canonicalJson } from '../../../src/lib/canonical-json.ts';
import { copyLine } from '../../../src/lib/copy-text.ts';
import { growsTooFast, slowTexts } from '../../support/growth.ts';
import { aWorkbook } from '../../support/workbooks.ts';

type Reader<T> = (input: T) => unknown;

const folder = mkdtempSync(join(tmpdir(), 'reading-time-'));
afterAll(() => rmSync(folder, { recursive: true }));

const feed = (content: string) =>
  readCalendarFeed(Buffer.from(content), {
    timezone: undefined,
    fallback_timezone: 'UTC',
    now: new Date('2026-03-15T12:00:00Z'),
  });
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const vevent = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const entry = (event: object, rest: object = {}) =>
  JSON.stringify({
    entries: [
      { event: { id: 'a', name: 'b', start_at: '2026-05-14T09:00:00Z', ...event }, ...rest },
    ],
  });

interface ReadTable extends AsyncDisposable {
  readonly rows: AsyncIterable<unknown>;
}

/** Reads a table to its end, or to the row that it refuses. */
const tableBy =
  (open: (file: UploadedFile) => Promise<ReadTable>) =>
  async (content: string | Uint8Array): Promise<void> => {
    const path = join(folder, 'table');
    writeFileSync(path, content);
    try {
      await using opened = await open({
        path,
        original_name: 'table',
        bytes: content.length,
        [Symbol.asyncDispose]: async () => {},
      });
      for await (const row of opened.rows) void row;
    } catch {
      // A refusal takes time as well.
    }
  };
const table = tableBy(({ path }) => openTable(path, { maxRows: 100_000 }));
const users = tableBy((file) =>
  checkedTable(UserImportRowSchema, {
    file,
    list: undefined,
    listName: 'users',
    keys: ['messenger_id'],
  }),
);
const recipients = tableBy((file) => recipientTable(SpreadsheetRowSchema, file));

/** Rows of 50 characters. */
const lined = (text: string, start = '') => text.replace(/.{50}/gs, `${start}$&\n`);

const verifier = new InitDataVerifier({
  botToken: '1:a',
  botId: undefined,
  maxAgeSeconds: 60,
  now: () => new Date(),
});

describe('the time to read a text from outside is linear', () => {
  // Four times this is less than the limit of a line, 64 KiB.
  it.each([
    'SUMMARY:',
    'LOCATION:',
    'DESCRIPTION:',
    'ORGANIZER;CN=',
    'CATEGORIES:',
    'URL:',
    'GEO:',
    'ATTACH;FMTTYPE=image/png:',
    'UID:',
    'STATUS:',
    'SEQUENCE:',
    'DTSTART:',
    'DTSTART;TZID=',
    'DTEND;',
    'DURATION:',
    'RRULE:FREQ=DAILY;BYDAY=',
    'RDATE:',
    'EXDATE:',
    'RECURRENCE-ID:',
    'X-WR-TIMEZONE:',
  ])('in the calendar line %s', async (line) => {
    const read = (value: string) =>
      feed(
        calendar(
          ...vevent('UID:a', 'DTSTART:20260514T090000Z', line + value.replaceAll('\n', '\\n')),
        ),
      );
    expect(await slowTexts(read, 16_000)).toEqual([]);
  });

  it.each<[string, Reader<string>]>([
    ['the name of an event in JSON', (name) => feed(entry({ name }))],
    ['its description', (description) => feed(entry({ description }))],
    ['its address', (full_address) => feed(entry({ geo_address_json: { full_address } }))],
    ['its time', (start_at) => feed(entry({ start_at }))],
    ['its time zone', (timezone) => feed(entry({ timezone }))],
    ['its id', (id) => feed(entry({ id }))],
    ['its URL', (url) => feed(entry({ url }))],
    ['its tags', (name) => feed(entry({}, { tags: Array(4).fill({ name }) }))],
    ['a text that is not a calendar', (content) => feed(content).catch(() => {})],
    ['a text that is not JSON', (content) => feed(`{${content}`).catch(() => {})],
    ['a template', (template) => broken(() => parseTemplate('body', template))],
    ['a text of a request', (given) => text(20_000).safeParse(given)],
    ['a name or a search', (given) => text(100).safeParse(given)],
    ['a URL', (given) => WebUrlSchema.safeParse(given)],
    ['a URL with a path', (given) => WebUrlSchema.safeParse(`https://a.example/${given}`)],
    ['a username', (username) => AttendeeImportRowSchema.safeParse({ username })],
    ['a social link', (x) => SocialsChangeSchema.safeParse({ x, website: x, linkedin: x })],
    ['a social URL', (x) => SocialsChangeSchema.safeParse({ youtube: `https://youtube.com/${x}` })],
    ['launch data', (raw) => verifier.verify(raw)],
    ['a title that becomes a slug', (title) => slugStem(title, 'event')],
    ['a name in a notice', (name) => shortName([name])],
    ['a body whose repetition is recognized', (body) => canonicalJson({ [body]: body })],
    ['a value that is stored in bulk', (value) => copyLine([value, [value]])],
  ])('in %s', async (_what, read) => {
    expect(await slowTexts(read, 40_000)).toEqual([]);
  });

  it.each<[string, Reader<string>]>([
    ['a header of CSV', table],
    ['a cell of CSV', (cell) => table(`a,b\n1,${cell}\n`)],
    ['a quoted cell of CSV', (cell) => table(`a,b\n1,"${cell}"\n`)],
    ['the rows of CSV', (rows) => table(`a,b\n${lined(rows)}`)],
    ['the rows of an import', (rows) => users(`messenger_id,bio\n${lined(rows, '1,')}`)],
    ['the recipients of a broadcast', (rows) => recipients(`user_id,size\n${lined(rows, '1,')}`)],
    ['the columns of a broadcast', (column) => recipients(`user_id,${column}\n`)],
  ])('in %s', async (_what, read) => {
    expect(await slowTexts(read, 8_000)).toEqual([]);
  });

  it.each(['<', '"', ' ', '_x000D_', '\u0301\u0316', 'a'])(
    'in the cells of a workbook, full of %j',
    async (unit) => {
      const cell = unit.repeat(8_000 / unit.length);
      const workbookOf = (rows: number) => aWorkbook({ a: [['a'], ...Array(rows).fill([cell])] });
      const workbooks = [workbookOf(20), workbookOf(80)];
      const ofSize = (rows: number) => workbooks[rows === 20 ? 0 : 1] ?? '';
      expect(await growsTooFast(table, ofSize, 20)).toBe(false);
    },
  );
});

const broken = (work: () => unknown) => {
  try {
    work();
  } catch {
    // A refusal takes time as well.
  }
};

describe('the time to read many parts is linear', () => {
  const AT = 'DTSTART:20260514T090000Z';
  const parts = (count: number, part: (n: number) => readonly string[]) =>
    Array.from({ length: count }, (_, n) => part(n)).flat();

  it.each<[string, (n: number) => readonly string[]]>([
    ['events', (n) => vevent(`UID:${n}`, AT)],
    ['events with one UID', (n) => vevent('UID:a', AT, `SUMMARY:${n}`, `SEQUENCE:${n}`)],
    ['changed instances', (n) => vevent('UID:a', AT, `RECURRENCE-ID:${20_000_000 + n}T000000Z`)],
    ['unknown zones', (n) => vevent(`DTSTART;TZID=(UTC+01:00) a${n},b,c,d:20260514T090000`)],
    ['zones', (n) => ['BEGIN:VTIMEZONE', `TZID:${n}`, 'END:VTIMEZONE', ...vevent(AT)]],
    ['unknown components', (n) => [`BEGIN:X${n}`, `END:X${n}`, ...vevent(AT)]],
    ['components that do not end', (n) => [`BEGIN:X${n}`]],
  ])('for %s of a calendar', async (_what, part) => {
    const calendarOf = (count: number) => calendar(...parts(count, part));
    expect(await growsTooFast(feed, calendarOf, 1_500)).toBe(false);
  });

  it.each<[string, (n: number) => string]>([
    ['tags', (n) => `CATEGORIES:<b>${n}`],
    ['excluded times', (n) => `EXDATE:20260514T09${String(n % 60).padStart(2, '0')}00Z`],
    ['further times', (n) => `RDATE:20260514T09${String(n % 60).padStart(2, '0')}00Z`],
    ['rules', () => 'RRULE:FREQ=DAILY'],
    ['folded lines', () => ' b'],
    ['unknown lines', (n) => `X-${n}:a`],
  ])('for %s of an event', async (_what, line) => {
    const calendarOf = (count: number) =>
      calendar(...vevent('UID:a', AT, 'SUMMARY:a', ...parts(count, (n) => [line(n)])));
    expect(await growsTooFast(feed, calendarOf, 1_500)).toBe(false);
  });

  it('for events with one UID that an import compares with the stored ones', async () => {
    const { events } = await feed(
      calendar(...parts(6_000, (n) => vevent('UID:a', AT, `SUMMARY:${n}`))),
    );
    const { create } = planImport(events, [], []);
    const stored = create.map(({ event, variant }, id) => ({
      id,
      conference_id: 1,
      feed_uid: event.uid,
      feed_recurrence_id: '',
      feed_variant: variant,
      feed_fingerprint: '',
      status: 'approved' as const,
      cancelled_by_feed: false,
      title: event.title,
      starts_at: event.starts_at,
      feed_revision: null,
    }));
    const compare = (count: number) =>
      planImport(events.slice(0, count), stored.slice(0, count), []);
    expect(await growsTooFast(compare, (count) => count, 1_500)).toBe(false);
  });

  it.each<[string, (rows: number) => string]>([
    ['rows', (rows) => `a,b\n${'1,2\n'.repeat(rows)}`],
    ['rows of another length', (rows) => `a,b\n${'1,2,3,,,,\n'.repeat(rows)}`],
    ['blank rows', (rows) => `a,b\n${'\n'.repeat(rows)}1,2\n`],
    ['cells of a row', (rows) => `a,b\n${','.repeat(rows)}\n`],
    ['columns', (rows) => `${'a,'.repeat(rows)}a\n1\n`],
  ])('for %s of a table', async (_what, tableOf) => {
    expect(await growsTooFast(table, tableOf, 10_000)).toBe(false);
  });
});
