import type { FeedEvent } from '../../src/domain/programme/calendar-feeds.ts';
import {
  type DeletedFeedEvent,
  outcomeOfFeed,
  planImport,
  type StoredFeedEvent,
} from '../../src/domain/programme/event-imports.ts';

const at = (time: string) => `2026-05-14T${time}:00.000Z`;
const NOON = at('12:00');
const EVENING = at('18:00');

/** An event of the feed; name only what the case is about. */
const told = (given: Partial<FeedEvent> = {}): FeedEvent => ({
  uid: 'one',
  recurrence_id: null,
  title: 'Lunch',
  description: null,
  starts_at: NOON,
  ends_at: at('23:00'),
  all_day: false,
  timezone: 'Europe/Berlin',
  location: null,
  latitude: null,
  longitude: null,
  url: null,
  image_url: null,
  organizer: null,
  tags: [],
  cancelled: false,
  sequence: 0,
  ...given,
});

/** The same event as an earlier import stored it. */
const stored = (id: number, given: Partial<StoredFeedEvent> = {}): StoredFeedEvent => ({
  id,
  feed_uid: 'one',
  feed_recurrence_id: '',
  feed_variant: '',
  feed_fingerprint: 'as before',
  status: 'approved',
  cancelled_by_feed: false,
  title: 'Lunch',
  starts_at: NOON,
  ...given,
});

/** The same event as an administrator deleted it. */
const deleted = (given: Partial<DeletedFeedEvent> = {}): DeletedFeedEvent => ({
  feed_uid: 'one',
  feed_recurrence_id: '',
  title: 'Lunch',
  starts_at: NOON,
  ...given,
});

/** A plan as people read it: what becomes of each event of the feed. */
function plan(
  events: readonly FeedEvent[],
  rows: readonly StoredFeedEvent[] = [],
  gone: readonly DeletedFeedEvent[] = [],
) {
  const { create, match, skipped } = planImport(events, rows, gone);
  return {
    created: create.map(({ event, variant }) => [event.title, event.starts_at, variant]),
    matched: match.map(({ event, stored: { id } }) => [event.title, event.starts_at, id]),
    skipped,
  };
}

const nothing = { created: [], matched: [], skipped: [] };
const out = (reason: string, uid = 'one') => ({ uid, reason });
const DELETED = 'was deleted by an administrator';
const TWICE = 'is in the calendar more than once';

describe('an event with a UID of its own', () => {
  it('is new when nothing is known of it', () => {
    expect(plan([told()])).toEqual({ ...nothing, created: [['Lunch', NOON, '']] });
  });

  it.each([
    ['as it was', {}],
    ['under another title', { title: 'Soup' }],
    ['at another time', { starts_at: EVENING }],
    ['under another title at another time', { title: 'Soup', starts_at: EVENING }],
  ])('is known again %s', (_how, change) => {
    const event = told(change);
    expect(plan([event], [stored(7)])).toEqual({
      ...nothing,
      matched: [[event.title, event.starts_at, 7]],
    });
  });

  it('is another one than that of another UID, however alike they are', () => {
    expect(plan([told({ uid: 'two' })], [stored(7)])).toEqual({
      ...nothing,
      created: [['Lunch', NOON, '']],
    });
  });

  it('is another one in every instance of a repeating event', () => {
    const first = told({ recurrence_id: NOON });
    const second = told({ recurrence_id: EVENING, starts_at: EVENING });

    expect(plan([first, second], [stored(7, { feed_recurrence_id: EVENING })])).toEqual({
      ...nothing,
      created: [['Lunch', NOON, '']],
      matched: [['Lunch', EVENING, 7]],
    });
  });

  it.each([
    ['as it was', {}],
    ['under another title at another time', { title: 'Soup', starts_at: EVENING }],
    ['cancelled', { cancelled: true }],
  ])('stays out once it was deleted here, also %s', (_how, change) => {
    expect(plan([told(change)], [], [deleted()])).toEqual({ ...nothing, skipped: [out(DELETED)] });
  });

  it('is not imported only to be cancelled', () => {
    expect(plan([told({ cancelled: true })])).toEqual({
      ...nothing,
      skipped: [out('was cancelled before its first import')],
    });
  });

  it('is matched when it is known and cancelled', () => {
    expect(plan([told({ cancelled: true })], [stored(7)]).matched).toEqual([['Lunch', NOON, 7]]);
  });
});

describe('events that share one UID', () => {
  const lunch = told();
  const dinner = told({ title: 'Dinner', starts_at: EVENING });
  const rows = [
    stored(7),
    stored(8, { title: 'Dinner', starts_at: EVENING, feed_variant: '2' }),
  ] as const;

  it('are all created, each with a variant of its own', () => {
    expect(plan([lunch, dinner, told({ title: 'Party' })])).toEqual({
      ...nothing,
      created: [
        ['Lunch', NOON, ''],
        ['Dinner', EVENING, '2'],
        ['Party', NOON, '3'],
      ],
    });
  });

  it('take the variants that no stored one has', () => {
    const taken = [
      stored(7, { title: 'Old', starts_at: at('01:00') }),
      stored(8, { title: 'Older', starts_at: at('02:00'), feed_variant: '3' }),
    ];
    expect(plan([lunch, dinner, told({ title: 'Party' })], taken).created).toEqual([
      ['Lunch', NOON, '2'],
      ['Dinner', EVENING, '4'],
      ['Party', NOON, '5'],
    ]);
  });

  it.each([
    ['by start and title', [dinner, lunch], [8, 7]],
    ['by title where the start is another', [told({ starts_at: at('13:00') }), dinner], [7, 8]],
    ['by start where the title is another', [told({ title: 'Soup' }), dinner], [7, 8]],
    [
      'when they swap their times',
      [told({ starts_at: EVENING }), told({ title: 'Dinner' })],
      [7, 8],
    ],
  ])('are known again %s', (_how, events, ids) => {
    const { created, matched, skipped } = plan(events, rows);
    expect([created, skipped]).toEqual([[], []]);
    expect(matched.map(([, , id]) => id)).toEqual(ids);
  });

  it('are not guessed at where neither start nor title singles one out', () => {
    const twoAtNoon = [stored(7), stored(8, { title: 'Walk', feed_variant: '2' })];
    const events = [told({ title: 'Soup' }), told({ title: 'Run' })];

    expect(plan(events, twoAtNoon)).toEqual({
      ...nothing,
      created: [
        ['Soup', NOON, '3'],
        ['Run', NOON, '4'],
      ],
    });
  });

  it('go first to the one that fits better, whatever their order', () => {
    // "Lunch" in the evening fits row 7 by its title, but lunch at noon fits it wholly.
    const late = told({ starts_at: EVENING });
    expect(plan([late, lunch], rows)).toEqual({
      ...nothing,
      matched: [
        ['Lunch', EVENING, 8],
        ['Lunch', NOON, 7],
      ],
    });
  });

  it('keep the one that was alone before', () => {
    expect(plan([dinner, lunch], [stored(7)])).toEqual({
      ...nothing,
      matched: [['Lunch', NOON, 7]],
      created: [['Dinner', EVENING, '2']],
    });
  });

  it('keep the one that is left alone', () => {
    expect(plan([dinner], rows)).toEqual({ ...nothing, matched: [['Dinner', EVENING, 8]] });
  });

  it('are new where the one left alone is neither of those before', () => {
    expect(plan([told({ title: 'Party', starts_at: at('22:00') })], rows).created).toEqual([
      ['Party', at('22:00'), '3'],
    ]);
  });

  it.each([
    ['as it was', dinner],
    ['under another title', told({ title: 'Supper', starts_at: EVENING })],
    ['at another time', told({ title: 'Dinner', starts_at: at('19:00') })],
  ])('lose only the one that was deleted here, also %s', (_how, event) => {
    const gone = [deleted({ title: 'Dinner', starts_at: EVENING })];
    expect(plan([lunch, event], [stored(7)], gone)).toEqual({
      ...nothing,
      matched: [['Lunch', NOON, 7]],
      skipped: [out(DELETED)],
    });
  });

  it('do not bring a deleted one back in place of one that the feed left out', () => {
    const gone = [deleted({ title: 'Dinner', starts_at: EVENING })];
    expect(plan([dinner], [stored(7)], gone)).toEqual({ ...nothing, skipped: [out(DELETED)] });
  });

  it('are skipped one by one when they are cancelled and unknown', () => {
    const cancelled = told({ title: 'Party', cancelled: true });
    expect(plan([lunch, cancelled, dinner], rows)).toMatchObject({
      created: [],
      skipped: [out('was cancelled before its first import')],
    });
  });
});

describe('a repeating event that moves by an hour', () => {
  const instance = (day: string, time: string, given: Partial<FeedEvent> = {}) => {
    const starts_at = `2026-05-${day}T${time}:00.000Z`;
    return told({ recurrence_id: starts_at, starts_at, ...given });
  };
  const held = (id: number, day: string, given: Partial<StoredFeedEvent> = {}) => {
    const starts_at = `2026-05-${day}T12:00:00.000Z`;
    return stored(id, { feed_recurrence_id: starts_at, starts_at, ...given });
  };

  it('keeps its instances, each on its day', () => {
    const events = [instance('07', '13:00'), instance('14', '13:00'), instance('21', '13:00')];
    expect(plan(events, [held(7, '07'), held(14, '14')])).toEqual({
      created: [['Lunch', '2026-05-21T13:00:00.000Z', '']],
      matched: [
        ['Lunch', '2026-05-07T13:00:00.000Z', 7],
        ['Lunch', '2026-05-14T13:00:00.000Z', 14],
      ],
      skipped: [],
    });
  });

  it('stays deleted where an administrator deleted an instance', () => {
    const { starts_at, feed_recurrence_id } = held(7, '07');
    const gone = [deleted({ starts_at, feed_recurrence_id })];
    expect(plan([instance('07', '13:00')], [], gone)).toEqual({
      ...nothing,
      skipped: [out(DELETED)],
    });
  });

  it.each([
    ['another title', [instance('07', '13:00', { title: 'Dinner' })], [held(7, '07')]],
    ['another UID', [instance('07', '13:00', { uid: 'two' })], [held(7, '07')]],
    ['two on one day', [instance('07', '13:00'), instance('07', '14:00')], [held(7, '07')]],
    [
      'two that were on one day',
      [instance('07', '13:00')],
      [held(7, '07'), held(8, '07', { feed_recurrence_id: 'earlier' })],
    ],
    [
      'one that the feed still tells of',
      [instance('07', '12:00'), instance('07', '13:00')],
      [held(7, '07')],
    ],
    ['one that does not repeat', [told({ starts_at: NOON })], [held(14, '14')]],
  ])('is not guessed at: %s', (_case, events, rows) => {
    const { create, match } = planImport(events, rows, []);
    const known = match.filter(({ event, stored: row }) => event.starts_at !== row.starts_at);
    expect(known).toEqual([]);
    expect(create.length + match.length).toBe(events.length);
  });
});

describe('an event that stands in a feed twice', () => {
  it('is taken once and named', () => {
    expect(plan([told(), told(), told()])).toEqual({
      ...nothing,
      created: [['Lunch', NOON, '']],
      skipped: [out(TWICE), out(TWICE)],
    });
  });

  it('counts in its latest revision', () => {
    const revisions = [1, 3, 2].map((sequence) => told({ sequence, location: `Room ${sequence}` }));
    const { create } = planImport(revisions, [], []);
    expect(create.map(({ event }) => event.location)).toEqual(['Room 3']);
  });

  it('is known again as if it stood there once', () => {
    const event = told({ title: 'Soup', starts_at: EVENING });
    expect(plan([event, event], [stored(7)])).toEqual({
      ...nothing,
      matched: [['Soup', EVENING, 7]],
      skipped: [out(TWICE)],
    });
  });
});

it('plans a feed of 20,000 events with one UID, the first time and again', () => {
  const events = Array.from({ length: 20_000 }, (_, n) => told({ title: `Talk ${n}` }));
  const first = planImport(events, [], []);
  const rows = first.create.map(({ event, variant }, n) =>
    stored(n, { title: event.title, feed_variant: variant }),
  );

  expect(new Set(rows.map(({ feed_variant }) => feed_variant)).size).toBe(20_000);
  const again = planImport(events.toReversed(), rows, []);
  expect([again.create, again.skipped]).toEqual([[], []]);
  expect(again.match.every(({ event, stored: row }) => event.title === row.title)).toBe(true);
});

describe('outcomeOfFeed', () => {
  const SAME = 'as before';
  const OTHER = 'changed';
  const goesOn = { cancelled: false };
  const cancelled = { cancelled: true };
  const byFeed = { status: 'cancelled', cancelled_by_feed: true } as const;
  const byAdmin = { status: 'cancelled', cancelled_by_feed: false } as const;

  it.each([
    ['approved, the same', {}, goesOn, SAME, 'unchanged', 'approved', false],
    ['approved, changed', {}, goesOn, OTHER, 'updated', 'approved', false],
    ['approved, now cancelled', {}, cancelled, OTHER, 'cancelled', 'cancelled', true],
    ['cancelled by the feed, still so', byFeed, cancelled, SAME, 'unchanged', 'cancelled', true],
    ['cancelled by the feed, changed', byFeed, cancelled, OTHER, 'updated', 'cancelled', true],
    ['cancelled by the feed, now back', byFeed, goesOn, OTHER, 'updated', 'approved', false],
    ['cancelled here, the same', byAdmin, goesOn, SAME, 'unchanged', 'cancelled', false],
    ['cancelled here, changed', byAdmin, goesOn, OTHER, 'updated', 'cancelled', false],
    ['cancelled here, then there', byAdmin, cancelled, OTHER, 'updated', 'cancelled', false],
    ['pending, changed', { status: 'pending' }, goesOn, OTHER, 'updated', 'pending', false],
    [
      'pending, now cancelled',
      { status: 'pending' },
      cancelled,
      OTHER,
      'updated',
      'pending',
      false,
    ],
    ['rejected, the same', { status: 'rejected' }, goesOn, SAME, 'unchanged', 'rejected', false],
  ] as const)(
    'of an event that is %s',
    (_what, row, event, fingerprint, outcome, status, cancelled_by_feed) => {
      expect(outcomeOfFeed(stored(7, row), told(event), fingerprint)).toEqual({
        outcome,
        status,
        cancelled_by_feed,
      });
    },
  );
});
