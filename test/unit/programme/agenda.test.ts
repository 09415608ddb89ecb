import {
  AGENDA_KINDS,
  type AgendaClash,
  type AgendaItemInput,
  type AgendaItemView,
  agendaDays,
  agendaItemChanges,
  agendaKindOf,
  agendaKindOfType,
  newAgendaItem,
  type StoredAgendaItem,
  trackOf,
  warningOf,
} from '../../../src/domain/programme/agenda.ts';
import type { Event } from '../../../src/domain/programme/events.ts';

describe('agendaKindOf', () => {
  it.each(AGENDA_KINDS)('is the tag %s in any case', (kind) => {
    expect(agendaKindOf({ kind: 'main', title: 'Looms', tags: ['2026', kind.toUpperCase()] })).toBe(
      kind,
    );
  });

  it.each([
    ['talk', 'a main event without tags', 'main', []],
    ['talk', 'a main event with other tags', 'main', ['python', 'constructor']],
    ['workshop', 'the tag Tutorial', 'main', ['Tutorial']],
    ['workshop', 'a plural tag', 'main', ['tutorials']],
    ['break', 'the tag lunch', 'main', ['lunch']],
    ['break', 'the tag Coffee', 'main', ['Coffee']],
    ['social', 'the tag party', 'main', ['party']],
    ['keynote', 'the first of several tags', 'main', ['Keynote', 'Talk']],
    ['social', 'a side event with other tags', 'side', ['python']],
    ['workshop', 'a side event with the tag Workshop', 'side', ['Workshop']],
  ] as const)('is %s for %s', (expected, _what, kind, tags) => {
    expect(agendaKindOf({ kind, title: 'Looms', tags })).toBe(expected);
  });

  it.each([
    ['workshop', '[tutorial] Looms'],
    ['workshop', '[Sponsor Workshops] Looms'],
    ['keynote', '[plenary] Looms'],
    ['keynote', 'Keynote: Looms'],
    ['break', 'Lunch'],
    ['other', '[informational] Registration'],
    ['talk', '[lightning-talks] Looms'],
    ['talk', 'Break the loom'],
    ['talk', 'Why social looms break: a panel'],
    ['talk', 'Looms [keynote]'],
  ])('is %s for the title %s', (expected, title) => {
    expect(agendaKindOf({ kind: 'main', title, tags: [] })).toBe(expected);
  });

  it('prefers a tag to the title', () => {
    expect(agendaKindOf({ kind: 'main', title: 'Keynote: Looms', tags: ['panel'] })).toBe('panel');
  });
});

it.each([
  ['Workshop 60 min', 'workshop'],
  ['60-min-Keynotes', 'keynote'],
  ['Long talk or panel', 'talk'],
  ['Birds of a feather', undefined],
])('the session type %s names the kind %p', (type, kind) => {
  expect(agendaKindOfType(type)).toBe(kind);
});

it.each([
  ['the first category that names no kind', ['Talk', 'Cloth', 'AI'], 'Cloth'],
  ['the first one if all name kinds', ['Talk', 'Panel'], 'Talk'],
  ['a known track in its spelling', ['CLOTH'], 'Cloth'],
  ['nothing without categories', [], null],
])('the track of an imported event is %s', (_what, tags, track) => {
  expect(trackOf(tags, new Map([['cloth', 'Cloth']]))).toBe(track);
});

it.each<[string, Partial<AgendaClash>, object]>([
  [
    'a room',
    {},
    {
      kind: 'room',
      agenda_item_id: 8,
      code: 'booked',
      params: { name: 'Dock 1', title: 'Engines' },
    },
  ],
  [
    'a speaker',
    { kind: 'speaker', speaker_id: 5 },
    {
      kind: 'speaker',
      agenda_item_id: 8,
      speaker_id: 5,
      code: 'booked',
      params: { name: 'Dock 1', title: 'Engines' },
    },
  ],
  [
    'a small room',
    { kind: 'capacity' },
    {
      kind: 'capacity',
      agenda_item_id: 8,
      code: 'small_room',
      params: { name: 'Dock 1', capacity: 40, seats: 80 },
    },
  ],
])('a clash of %s is a warning', (_what, given, expected) => {
  const clash = {
    agenda_item_id: 8,
    title: 'Engines',
    speaker_id: null,
    name: 'Dock 1',
    capacity: 40,
    seats: 80,
  };
  const { message: _, ...warning } = warningOf({ kind: 'room', ...clash, ...given });
  expect(warning).toEqual(expected);
});

it('agendaDays groups items by day and keeps their order', () => {
  const on = (date: string, id: number) => ({ date, id }) as AgendaItemView & { date: string };
  expect(agendaDays([on('2030-05-02', 3), on('2030-05-01', 1), on('2030-05-02', 2)])).toEqual([
    { date: '2030-05-02', items: [{ id: 3 }, { id: 2 }] },
    { date: '2030-05-01', items: [{ id: 1 }] },
  ]);
});

const at = (time: string) => `2030-05-01T${time}:00.000Z`;
const times = { starts_at: at('10:00'), ends_at: at('11:00') };
const event = {
  id: 7,
  kind: 'side',
  tags: [],
  title: 'Looms',
  description: 'Cloth',
  venue_name: 'Hall',
  ...times,
} as unknown as Event;
const followed = { title: 'Looms', description: 'Cloth', room: 'Hall', ...times };

describe('newAgendaItem', () => {
  it.each<[string, AgendaItemInput, Event | undefined, object]>([
    [
      'has the fields of its event',
      { event_id: 7, speaker_ids: [1] },
      event,
      { event_id: 7, ...followed, kind: 'social', edited_fields: [] },
    ],
    [
      'has its own fields first',
      { title: 'Engines', kind: 'talk', room: null },
      event,
      { ...followed, title: 'Engines', room: null, kind: 'talk', edited_fields: ['title', 'room'] },
    ],
    [
      'has not edited what is as in its event',
      { title: 'Looms' },
      event,
      { ...followed, kind: 'social', edited_fields: [] },
    ],
    [
      'without an event has null for what is not given',
      { title: 'Engines', ...times },
      undefined,
      {
        title: 'Engines',
        description: null,
        room: null,
        ...times,
        kind: undefined,
        edited_fields: [],
      },
    ],
    [
      'without an event has what is given',
      { title: 'Engines', room: 'Pier', description: 'Steam', ...times },
      undefined,
      {
        title: 'Engines',
        room: 'Pier',
        description: 'Steam',
        ...times,
        kind: undefined,
        edited_fields: [],
      },
    ],
  ])('%s', (_what, given, its, expected) => {
    expect(newAgendaItem(given, its)).toEqual(expected);
  });

  it('may end at its start as its event does, until a time is edited', () => {
    const instant = { ...event, ends_at: event.starts_at };
    expect(newAgendaItem({ title: 'Engines' }, instant)).toMatchObject({ ends_at: at('10:00') });
    expect(() => newAgendaItem({ starts_at: at('12:00') }, event)).toThrow('ends_at: ');
    expect(() => newAgendaItem({ ends_at: at('09:00') }, event)).toThrow('ends_at: ');
  });

  it.each([
    ['title', { ...times }],
    ['starts_at', { title: 'Looms', ends_at: at('11:00') }],
    ['ends_at', { title: 'Looms', starts_at: at('10:00') }],
    ['ends_at', { title: 'Looms', starts_at: at('10:00'), ends_at: at('10:00') }],
  ])('without an event is refused for its field %s: %j', (field, given) => {
    const code =
      'title' in given && 'starts_at' in given && 'ends_at' in given ? 'after' : 'required';
    const errors = [expect.objectContaining({ field, code })];
    expect(() => newAgendaItem(given, undefined)).toThrow(expect.objectContaining({ errors }));
  });
});

describe('agendaItemChanges', () => {
  const stored: StoredAgendaItem = {
    id: 1,
    questions: 'off',
    questions_until: null,
    conference_id: 1,
    event_id: null,
    ...followed,
    interest: null,
    kind: 'talk',
    track: null,
    language: null,
    url: null,
    links: [],
    status: 'scheduled',
    position: 0,
    version: 1,
    created_at: at('00:00'),
    updated_at: at('00:00'),
    speaker_ids: [],
    edited_fields: ['description'],
    cancelled_by_import: true,
  };
  const linked = { ...stored, event_id: 7 };

  it.each<[string, StoredAgendaItem, AgendaItemInput, Event | undefined, object]>([
    [
      'an edited field',
      stored,
      { title: 'Engines' },
      undefined,
      { title: 'Engines', edited_fields: ['description', 'title'] },
    ],
    [
      'a field as it is',
      stored,
      { title: 'Looms' },
      undefined,
      { title: 'Looms', edited_fields: ['description'] },
    ],
    [
      'a field edited before',
      stored,
      { description: 'Steam' },
      undefined,
      { edited_fields: ['description'] },
    ],
    [
      'fields that imports write',
      stored,
      { track: 'AI', links: [], speaker_ids: [1] },
      undefined,
      { edited_fields: ['description', 'track', 'speaker_ids'] },
    ],
    [
      'a position, which imports do not write',
      stored,
      { position: 3 },
      undefined,
      { position: 3, edited_fields: ['description'] },
    ],
    [
      'a field that does not follow the event',
      linked,
      { track: 'AI' },
      undefined,
      { track: 'AI', edited_fields: ['description'] },
    ],
    [
      'a field that follows the event',
      linked,
      { room: 'Pier' },
      undefined,
      { room: 'Pier', edited_fields: ['description', 'room'] },
    ],
    [
      'the same event',
      linked,
      { event_id: 7, room: 'Pier' },
      event,
      { event_id: 7, room: 'Pier', edited_fields: ['description', 'room'] },
    ],
    [
      'a cancellation',
      stored,
      { status: 'cancelled' },
      undefined,
      { status: 'cancelled', cancelled_by_import: false, edited_fields: ['description', 'status'] },
    ],
    [
      'a status as it is',
      stored,
      { status: 'scheduled' },
      undefined,
      { cancelled_by_import: false, edited_fields: ['description'] },
    ],
    [
      'another event',
      stored,
      { event_id: 7, room: 'Pier' },
      event,
      { event_id: 7, ...followed, room: 'Pier', edited_fields: ['room'] },
    ],
    [
      'no event any more',
      linked,
      { event_id: null, title: 'Engines' },
      undefined,
      { event_id: null, title: 'Engines', edited_fields: [] },
    ],
    [
      'no event as before',
      stored,
      { event_id: null },
      undefined,
      { event_id: null, edited_fields: ['description'] },
    ],
  ])('of %s', (_what, item, given, its, expected) => {
    expect(agendaItemChanges(item, given, its)).toEqual({ ...given, ...expected });
  });

  it.each([{ starts_at: at('11:00') }, { ends_at: at('10:00') }])('refuse %j', (given) => {
    expect(() => agendaItemChanges(stored, given, undefined)).toThrow('ends_at: expected');
  });
});
