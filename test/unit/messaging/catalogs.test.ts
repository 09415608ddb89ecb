import IntlMessageFormat from 'intl-messageformat';
import type {
  NotificationArgsOf,
  NotificationEventType,
} from '../../../src/domain/messaging/notification-args.ts';
import {
  buttonOf,
  isolated,
  line,
  render,
} from '../../../src/domain/messaging/notification-texts.ts';
import { CATALOGS, LANGUAGES, type LineKey } from '../../../src/messages/catalogs.ts';

/** The patterns of a catalog by their paths. */
function patternsOf(texts: object, path = ''): Map<string, string> {
  const found = Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[`${path}${key}`, text] as const]
      : [...patternsOf(text, `${path}${key}.`)],
  );
  return new Map(found);
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

const elementsOf = (pattern: string, language: string): Element[] =>
  new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true }).getAst();

/** The elements of a pattern with those inside its plurals and selections. */
const allElements = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) =>
    'options' in element
      ? [element, ...Object.values(element.options).flatMap(({ value }) => allElements(value))]
      : [element],
  );

const isLiteral = ({ type }: Element): boolean => type === elementsOf('a', 'en')[0]?.type;

/** What a pattern takes: names with the options that callers choose by name. */
function argumentsOf(pattern: string, language: string): string[] {
  const taken = allElements(elementsOf(pattern, language)).flatMap((element) => {
    if (isLiteral(element) || !('value' in element)) return [];
    if (!('options' in element) || 'pluralType' in element) return [element.value];
    return Object.keys(element.options).map((option) => `${element.value}=${option}`);
  });
  return [...new Set(taken)].sort();
}

const others = LANGUAGES.filter((language) => language !== 'en');

describe.each(others)('the catalog of %s', (language) => {
  const english = patternsOf(CATALOGS.en);
  const patterns = patternsOf(CATALOGS[language]);

  it('has the texts of the English one', () => {
    expect([...patterns.keys()]).toEqual([...english.keys()]);
  });

  it.each([...english])('takes the same arguments for %s', (path, pattern) => {
    const own = argumentsOf(patterns.get(path) ?? '', language);
    // A language may count where English does not.
    expect(own.filter((name) => name !== 'count')).toEqual(
      argumentsOf(pattern, 'en').filter((name) => name !== 'count'),
    );
  });

  it('has each form of its plurals', () => {
    const rules = new Intl.PluralRules(language);
    const forms = [...new Set(Array.from({ length: 1_000 }, (_, n) => rules.select(n)))].sort();
    const lacking = [...patterns].flatMap(([path, pattern]) =>
      allElements(elementsOf(pattern, language))
        .filter((element) => 'pluralType' in element)
        .flatMap(({ options }) => forms.filter((form) => !(form in options)))
        .map((form) => `${path} lacks ${form}`),
    );
    expect(lacking).toEqual([]);
  });
});

/** The arguments of every type with one text wherever people write one. */
function argsWith(text: string): NotificationArgsOf {
  const thing = {
    title: text,
    starts_at: '2026-05-14T07:00:00.000Z',
    ends_at: '2026-05-14T08:00:00.000Z',
    timezone: 'Europe/Berlin',
    place: text,
    status: 'approved',
  };
  const moved = { thing, changes: { starts_at: { from: 'a', to: 'b' } } };
  const decided = { title: text, reason: text };
  const seat = { names: [text, text], more: 2, status: 'registered' };
  return {
    connection_request: { name: text, message: text },
    connection_accepted: { name: text, is_met: true },
    event_approved: { title: text },
    event_rejected: decided,
    registration_rejected: decided,
    guest_lapsed: { name: text, guests: text },
    transfer_returned: { name: text },
    event_promoted: { name: text },
    event_updated: moved,
    event_cancelled: moved,
    programme_changed: {
      conference: text,
      lines: [thing, { ...thing, all_day: true }, { ...thing, status: 'cancelled' }],
      more: 7,
    },
    conference_updated: {
      name: text,
      starts_on: '2026-05-14',
      ends_on: '2026-05-16',
      place: text,
      changes: {},
    },
    conference_cancelled: { name: text, reason: 'deleted' },
    conference_promoted: { name: text },
    welcome: { title: text, body: text },
    agenda_item_updated: moved,
    agenda_item_cancelled: moved,
    seat_given: seat,
    seat_taken: { ...seat, status: 'waitlisted' },
    warning: {},
    partner_minted: {},
    quest_task_approved: { title: text, points: 3, count: 2 },
    quest_task_rejected: decided,
    quest_registration_approved: decided,
    quest_registration_rejected: decided,
    quest_completed: { title: text, points: 11 },
    quest_reminder: { title: text, body: text },
    seat_check: { title: text, body: text },
    points_adjusted: { delta: -2, reason: text },
    session_reminder: { lines: [thing, thing].map((one) => ({ ...one, subjects: ['event:1'] })) },
    rating_request: { name: text, day: '2026-05-14' },
    message: { title: text, body: text },
  };
}

const TYPES = Object.keys(CATALOGS.en.notices) as NotificationEventType[];
const LINES = Object.keys(CATALOGS.en.lines) as LineKey[];
/** Types whose body is what one person wrote, and nothing else. */
/** Texts without a value. */
const NAMELESS: readonly string[] = ['partner_minted', 'warning'];
const OWN_PARAGRAPH: readonly NotificationEventType[] = [
  'connection_request',
  'points_adjusted',
  'quest_reminder',
  'seat_check',
  'welcome',
  'message',
];
const count = (text: string, character: string) => text.split(character).length - 1;

describe.each(LANGUAGES)('texts in %s', (language) => {
  it.each([
    ['a plain name', 'Ada'],
    ['a name of 256 letters from right to left', 'ش'.repeat(256)],
    ['an override and an open isolate', '\u202eadA\u2067 \u2069\u2069 السلام'],
    ['markup', '<script>alert("1")</script>&amp;'],
    ['patterns', "{name} {count, plural, other {#}} '{'it''s'}' # |"],
  ])('of every type show %s', (_what, text) => {
    const args = argsWith(text);
    // What stays of a name beside other text.
    const plain = language === 'en' ? text : text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
    for (const type of TYPES) {
      const { title, body, button } = render(type, args[type], language);
      expect(button).toMatch(/\p{L}/u);
      expect(title).not.toBe('');
      const named = OWN_PARAGRAPH.includes(type) ? text : plain;
      if (!NAMELESS.includes(type)) expect(`${title}\n${body}`).toContain(named);
      if (language === 'en' || OWN_PARAGRAPH.includes(type)) continue;
      for (const shown of [title, body]) {
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066\u2067]/);
        expect(count(shown, '\u2068')).toBe(count(shown, '\u2069'));
      }
    }
  });

  it('of every line have their values', () => {
    const values = { when: 'a', place: 'a', title: 'a', names: 'a', name: 'a', conference: 'a' };
    for (const key of LINES) expect(line(key, language, { ...values, count: 3 })).not.toBe('');
  });
});

it('an unknown language has the English texts, and every language its own', () => {
  const titles = LANGUAGES.map((language) => render('partner_minted', {}, language).title);
  expect(new Set(titles).size).toBe(LANGUAGES.length);
});

it.each([
  [0, 'مرحبا'],
  [1, 'مرحبا: +نقطة واحدة'],
  [2, 'مرحبا: +نقطتان'],
  [3, 'مرحبا: +3 نقاط'],
  [11, 'مرحبا: +11 نقطة'],
  [100, 'مرحبا: +100 نقطة'],
])('Arabic counts %p points', (points, text) => {
  const { body } = render('quest_completed', { title: 'مرحبا', points }, 'ar');
  expect(body.replace(/[\u2068\u2069]/g, '')).toBe(text);
});

it.each([
  ['de', 'Do., 14. Mai 2026, 09:00–10:00 Uhr (Europe/Berlin)'],
  ['es', 'jue, 14 may 2026, 9:00–10:00 (Europe/Berlin)'],
  ['ar', 'الخميس، 14 مايو 2026، 9:00–10:00 ص (Europe/Berlin)'],
] as const)('times in %s are those of the zone of the thing', (language, when) => {
  const { thing, changes } = argsWith('Ada').agenda_item_updated;
  const { body } = render(
    'agenda_item_updated',
    { thing: { ...thing, place: null }, changes },
    language,
  );
  expect(body.replace(/[\u2068\u2069]/g, '')).toBe(`Ada: ${when}`);
});

describe('a name among letters of the other direction', () => {
  it('is isolated in a text from right to left, and in any other if it is from right to left', () => {
    expect(isolated('Ada', 'ar')).toBe('\u2068Ada\u2069');
    expect(isolated('سلام', 'de')).toBe('\u2068سلام\u2069');
    expect(isolated('Ada', 'de')).toBe('Ada');
  });

  it('changes no English text, which was there before', () => {
    expect(isolated('\u202eسلام', 'en')).toBe('\u202eسلام');
  });
});

it('the button of a message has no arguments', () => {
  expect(buttonOf('message', 'de')).toBe('Öffnen');
});
