import {
  MAX_FOUND_IDS,
  READINESS_RULES,
  readinessFindings,
} from '../../../src/domain/programme/conference-readiness.ts';
import type {
  CheckedEvent,
  CheckedItem,
  CheckedQuest,
  CheckedSpeaker,
  ReadinessFacts,
} from '../../../src/domain/programme/readiness-facts.ts';

const CONFERENCE: ReadinessFacts['conference'] = {
  status: 'draft',
  ends_at: '2026-05-16T22:00:00.000Z',
  description: 'Looms and tides.',
  venue: 'Museum Quay',
  city: null,
  registration_mode: 'open',
  registration_closes_at: null,
  over_capacity_count: 0,
};
const ITEM: CheckedItem = {
  id: 1,
  kind: 'talk',
  room: 'Dock 1',
  speakers: 1,
  is_outside: false,
  is_crowded: null,
};
const EVENT: CheckedEvent = {
  id: 2,
  status: 'approved',
  over_capacity_count: 0,
  has_location: true,
  is_outside: false,
  seats: 80,
  room_capacity: 80,
};
const SPEAKER: CheckedSpeaker = {
  id: 3,
  status: 'published',
  has_photo: true,
  has_bio: true,
  has_talk: true,
};
const QUEST: CheckedQuest = { id: 4, is_active: true, tasks: 1 };
const READY: ReadinessFacts = {
  fullTypes: [],
  conference: CONFERENCE,
  items: [ITEM],
  clashes: [],
  events: [EVENT],
  speakers: [SPEAKER],
  questions: [{ id: 5, translations: { de: { label: 'Was?' } } }],
  quests: [QUEST],
  sources: [],
  now: '2026-05-14T09:00:00.000Z',
};

const conference = (changes: Partial<ReadinessFacts['conference']>) => ({
  conference: { ...CONFERENCE, ...changes },
});
const items = (...changes: Partial<CheckedItem>[]) => ({
  items: changes.map((change, n) => ({ ...ITEM, id: n + 1, ...change })),
});
const event = (change: Partial<CheckedEvent>) => ({ events: [{ ...EVENT, ...change }] });
const speaker = (change: Partial<CheckedSpeaker>) => ({ speakers: [{ ...SPEAKER, ...change }] });
const quest = (change: Partial<CheckedQuest>) => ({ quests: [{ ...QUEST, ...change }] });

const FOUND: readonly [keyof typeof READINESS_RULES, Partial<ReadinessFacts>, object][] = [
  ['conference_ended', { now: '2026-05-16T22:00:00.000Z' }, {}],
  ['programme_missing', { items: [], events: [] }, {}],
  ['description_missing', conference({ description: null }), {}],
  ['venue_missing', conference({ venue: null }), {}],
  ['registration_closed', conference({ registration_mode: 'closed' }), {}],
  ['registration_closed', conference({ registration_closes_at: READY.now }), {}],
  ['over_capacity', conference({ over_capacity_count: 1 }), {}],
  [
    'agenda_items_outside_days',
    items({ is_outside: true }, {}),
    { ids: [1], message: '1 agenda item is outside the days of the conference' },
  ],
  [
    'agenda_items_in_one_room',
    {
      clashes: [
        { of_id: 7, kind: 'room' },
        { of_id: 8, kind: 'room' },
        { of_id: 7, kind: 'room' },
      ],
    },
    { ids: [7, 8], count: 2, message: '2 agenda items share a room at the same time' },
  ],
  ['agenda_items_with_one_speaker', { clashes: [{ of_id: 7, kind: 'speaker' }] }, { ids: [7] }],
  [
    'agenda_items_crowded',
    items({ is_crowded: true }, { is_crowded: false }),
    { ids: [1], message: '1 agenda item is kept by more people than its room holds' },
  ],
  [
    'agenda_items_without_room',
    items({ room: null }, { room: null, kind: 'break' }, {}),
    { ids: [1], message: '1 agenda item has no room' },
  ],
  [
    'agenda_items_without_speakers',
    items({ speakers: 0 }, { speakers: 0, kind: 'workshop' }),
    { ids: [1] },
  ],
  [
    'speakers_unpublished',
    { ...conference({ status: 'published' }), ...speaker({ status: 'draft' }) },
    { ids: [3] },
  ],
  ['speakers_without_photo', speaker({ has_photo: false }), { ids: [3] }],
  ['speakers_without_bio', speaker({ has_bio: false }), { ids: [3] }],
  ['speakers_without_talk', speaker({ has_talk: false }), { ids: [3] }],
  [
    'questions_in_one_language',
    { questions: [{ id: 5, translations: {} }] },
    { ids: [5], message: '1 question of the form is in one language only' },
  ],
  ['events_outside_days', event({ is_outside: true }), { ids: [2] }],
  ['events_without_location', event({ has_location: false }), { ids: [2] }],
  ['events_over_capacity', event({ over_capacity_count: 2 }), { ids: [2] }],
  [
    'events_over_room_capacity',
    event({ seats: 81 }),
    { ids: [2], message: '1 event has more seats than its room' },
  ],
  ['side_events_pending', event({ status: 'pending', has_location: false }), { ids: [2] }],
  [
    'quests_without_tasks',
    quest({ tasks: 0 }),
    { ids: [4], message: '1 active quest has no tasks' },
  ],
  [
    'ticket_types_without_seats',
    { fullTypes: [{ id: 9 }, { id: 10 }] },
    { ids: [9, 10], message: '2 ticket types have no free seat' },
  ],
  [
    'sources_waiting',
    { sources: [{ id: 8 }] },
    { ids: [8], message: '1 source has changes that have waited for 3 days' },
  ],
  ['quests_inactive', quest({ is_active: false, tasks: 0 }), { ids: [4] }],
];

describe('readiness', () => {
  it('finds nothing in a conference that is ready', () => {
    expect(readinessFindings(READY)).toEqual([]);
  });

  it.each(FOUND)('finds %s', (code, changes, expected) => {
    const { severity } = READINESS_RULES[code];
    expect(readinessFindings({ ...READY, ...changes })).toEqual([
      expect.objectContaining({ code, severity, ...expected }),
    ]);
  });

  it('finds errors first, else in the order of the rules', () => {
    const changes = {
      ...conference({ venue: null }),
      ...quest({ tasks: 0 }),
      items: [],
      events: [],
    };
    const facts = { ...READY, ...changes, ...speaker({ has_bio: false }) };
    expect(readinessFindings(facts).map(({ code }) => code)).toEqual([
      ...['programme_missing', 'quests_without_tasks'],
      ...['venue_missing', 'speakers_without_bio'],
    ]);
  });

  it('has a case of every rule', () => {
    expect(new Set(FOUND.map(([code]) => code))).toEqual(new Set(Object.keys(READINESS_RULES)));
  });

  it('ignores draft speakers of a draft, whom its publication publishes', () => {
    expect(readinessFindings({ ...READY, ...speaker({ status: 'draft' }) })).toEqual([]);
  });

  it('compares the seats of approved events with known rooms only', () => {
    const unknown = event({ seats: 81, room_capacity: null });
    expect(readinessFindings({ ...READY, ...unknown })).toEqual([]);
    const pending = event({ seats: 81, status: 'pending' });
    expect(readinessFindings({ ...READY, ...pending }).map(({ code }) => code)).toEqual([
      'side_events_pending',
    ]);
  });

  it('names errors first, and the first ids of many', () => {
    const many = items(...Array.from({ length: 150 }, () => ({ room: null, is_outside: true })));
    const found = readinessFindings({ ...READY, ...many });
    expect(found.map(({ code }) => code)).toEqual([
      'agenda_items_outside_days',
      'agenda_items_without_room',
    ]);
    expect(found[0]).toMatchObject({ count: 150, message: expect.stringContaining('150 agenda') });
    expect(found[0]?.ids).toHaveLength(MAX_FOUND_IDS);
  });
});
