import { messageText } from '../../../src/domain/messaging/messages.ts';
import {
  markedTitleAndBody,
  titleAndBody,
} from '../../../src/domain/messaging/notification-texts.ts';
import { LANGUAGES, type Language } from '../../../src/messages/catalogs.ts';

const STARTS_AT = '2026-05-14T07:00:00.000Z';
const ENDS_AT = '2026-05-14T08:00:00.000Z';
const NEXT_DAY = '2026-05-15T08:00:00.000Z';
const NAMES = [
  'Ada',
  '🎉 👨‍👩‍👧‍👦',
  'شادي',
  '\u202eadA\u2067 \u2069 <b>&',
  '09:00–10:00',
  '$1 {x} \\',
];

const thingOf = (title: string, fields: object = {}) => ({
  ...{ title, starts_at: STARTS_AT, ends_at: ENDS_AT, timezone: 'Europe/Berlin' },
  ...{ place: title, status: 'approved' },
  ...fields,
});
const unix = (time: string) => Date.parse(time) / 1_000;

/** The times of a message, each with the text in its place. */
function timesIn(marked: { title: string; body: string }) {
  const { text, entities } = messageText(marked);
  return entities.flatMap((entity) =>
    entity.type === 'date_time'
      ? [
          {
            shown: text.slice(entity.offset, entity.offset + entity.length),
            at: entity.unix_time,
            format: entity.date_time_format,
          },
        ]
      : [],
  );
}

const updated = (language: Language, title: string, fields: object = {}) =>
  markedTitleAndBody('event_updated', { thing: thingOf(title, fields), changes: {} }, language);

describe.each(LANGUAGES)('the times of a message in %s', (language) => {
  it.each(NAMES)('are entities beside the name %j', (name) => {
    const marked = updated(language, name);
    const [start, end, ...others] = timesIn(marked);
    expect(others).toEqual([]);
    expect(start).toMatchObject({ at: unix(STARTS_AT), format: 'wDt' });
    expect(end).toMatchObject({ at: unix(ENDS_AT), format: 't' });
    expect(start?.shown).toMatch(/\d|[٠-٩]/);
    // Who reads another zone does not read that of the conference beside it.
    expect(end?.shown).toMatch(/ \(Europe\/Berlin\)$/);
    const { text } = messageText(marked);
    expect(text).not.toContain('\0');
    expect(text.split('Europe/Berlin')).toHaveLength(2);
    const { title, body } = titleAndBody(
      'event_updated',
      { thing: thingOf(name), changes: {} },
      language,
    );
    expect(text).toBe(`${title}\n\n${body}`);
  });

  it('name the second day if it differs', () => {
    const formats = timesIn(updated(language, 'Night', { ends_at: NEXT_DAY }));
    expect(formats.map(({ at, format }) => [at, format])).toEqual([
      [unix(STARTS_AT), 'wDt'],
      [unix(NEXT_DAY), 'wDt'],
    ]);
  });

  it('are one where a thing ends as it starts', () => {
    const [only, ...others] = timesIn(updated(language, 'Now', { ends_at: STARTS_AT }));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ at: unix(STARTS_AT), format: 'wDt' });
    expect(only?.shown).toMatch(/ \(Europe\/Berlin\)$/);
  });

  it('are in each line, and in the title of a reminder', () => {
    const lines = [thingOf('A'), thingOf('B', { status: 'cancelled' }), thingOf('C')];
    const args = { conference: 'Looms', lines, more: 3 };
    expect(timesIn(markedTitleAndBody('programme_changed', args, language))).toHaveLength(4);
    const session = { ...thingOf('A'), subjects: ['event:1'] };
    const reminder = markedTitleAndBody('session_reminder', { lines: [session] }, language);
    expect(timesIn({ ...reminder, body: '' })).toMatchObject([
      { at: unix(STARTS_AT), format: 'wDt' },
    ]);
  });

  it('are none of whole days, which are the same in all zones', () => {
    expect(timesIn(updated(language, 'Days', { all_day: true }))).toEqual([]);
    const conference = {
      ...{ name: 'Looms', starts_on: '2026-05-14', ends_on: '2026-05-16' },
      ...{ place: null, changes: {} },
    };
    expect(timesIn(markedTitleAndBody('conference_updated', conference, language))).toEqual([]);
  });
});

it('times are as they were written before they were marked', () => {
  const { body } = titleAndBody('event_updated', { thing: thingOf('Looms'), changes: {} }, 'en');
  expect(body).toBe('Back to Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin), Looms: Looms');
});
