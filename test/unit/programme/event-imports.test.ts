import type { FeedEvent } from '../../../src/domain/programme/calendar-feeds.ts';
import { outcomeOfFeed } from '../../../src/domain/programme/calendars.ts';
import {
  type DeletedFeedEvent,
  planImport,
  planWithin,
  type StoredFeedEvent,
} from '../../../src/domain/programme/event-imports.ts';

const at = (time: string) => `2026-05-14T${time}:00.000Z`;
const NOON = at('12:00');
const EVENING = at('18:00');

/** An event of the feed; give only what the test is about. */
const feedEvent = (given: Partial<FeedEvent> = {}): FeedEvent => ({
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
  revision: null,
  ...given,
});

/** The same event as an earlier import stored it. */
const stored = (id: number, given: Partial<StoredFeedEvent> = {}): StoredFeedEvent => ({
  id,
  conference_id: 1,
  feed_uid: 'one',
  feed_recurrence_id: '',
  feed_variant: '',
  feed_fingerprint: 'as before',
  status: 'approved',
  cancelled_by_feed: false,
  title: 'Lunch',
  starts_at: NOON,
  feed_revision: null,
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

/** A readable plan: what the import does with each event of the feed. */
function plan(
  events: readonly FeedEvent[],
  rows: readonly StoredFeedEvent[] = [],
  deletedRows: readonly DeletedFeedEvent[] = [],
) {
  const { create, match, skipped } = planImport(events, rows, deletedRows);
  return {
    created: create.map(({ event, variant }) => [event.title, event.starts_at, variant]),
    matched: match.map(({ event, stored: { id } }) => [event.title, event.starts_at, id]),
    skipped,
  };
}

const nothing = { created: [], matched: [], skipped: [] };
const skip = (reason: string, title = 'Lunch') =>
  expect.objectContaining({ uid: 'one', title, reason });
const DELETED = 'was deleted by an administrator';
const TWICE = 'is in the calendar more than once';

describe('an event with a unique UID', () => {
  it('is created if it was never imported', () => {
    expect(plan([feedEvent()])).toEqual({ ...nothing, created: [['Lunch', NOON, '']] });
  });

  it.each([
    ['unchanged', {}],
    ['with another title', { title: 'Soup' }],
    ['at another time', { starts_at: EVENING }],
    ['with another title and time', { title: 'Soup', starts_at: EVENING }],
  ])('matches its stored row %s', (_how, change) => {
    const event = feedEvent(change);
    expect(plan([event], [stored(7)])).toEqual({
      ...nothing,
      matched: [[event.title, event.starts_at, 7]],
    });
  });

  it('does not match an equal event with another UID', () => {
    expect(plan([feedEvent({ uid: 'two' })], [stored(7)])).toEqual({
      ...nothing,
      created: [['Lunch', NOON, '']],
    });
  });

  it('matches by instance if it is recurring', () => {
    const first = feedEvent({ recurrence_id: NOON });
    const second = feedEvent({ recurrence_id: EVENING, starts_at: EVENING });

    expect(plan([first, second], [stored(7, { feed_recurrence_id: EVENING })])).toEqual({
      ...nothing,
      created: [['Lunch', NOON, '']],
      matched: [['Lunch', EVENING, 7]],
    });
  });

  it.each([
    ['unchanged', {}],
    ['with another title and time', { title: 'Soup', starts_at: EVENING }],
    ['cancelled', { cancelled: true }],
  ])('is skipped after an administrator deleted it, also %s', (_how, change) => {
    expect(plan([feedEvent(change)], [], [deleted()])).toEqual({
      ...nothing,
      skipped: [skip(DELETED, feedEvent(change).title)],
    });
  });

  it('is skipped if it is cancelled before its first import', () => {
    expect(plan([feedEvent({ cancelled: true })])).toEqual({
      ...nothing,
      skipped: [skip('was cancelled before its first import')],
    });
  });

  it('matches its stored row if it is cancelled later', () => {
    expect(plan([feedEvent({ cancelled: true })], [stored(7)]).matched).toEqual([
      ['Lunch', NOON, 7],
    ]);
  });
});

describe('events that share one UID', () => {
  const lunch = feedEvent();
  const dinner = feedEvent({ title: 'Dinner', starts_at: EVENING });
  const rows = [
    stored(7),
    stored(8, { title: 'Dinner', starts_at: EVENING, feed_variant: '2' }),
  ] as const;

  it('are all created with different variants', () => {
    expect(plan([lunch, dinner, feedEvent({ title: 'Party' })])).toEqual({
      ...nothing,
      created: [
        ['Lunch', NOON, ''],
        ['Dinner', EVENING, '2'],
        ['Party', NOON, '3'],
      ],
    });
  });

  it('get variants that no stored event has', () => {
    const taken = [
      stored(7, { title: 'Old', starts_at: at('01:00') }),
      stored(8, { title: 'Older', starts_at: at('02:00'), feed_variant: '3' }),
    ];
    expect(plan([lunch, dinner, feedEvent({ title: 'Party' })], taken).created).toEqual([
      ['Lunch', NOON, '2'],
      ['Dinner', EVENING, '4'],
      ['Party', NOON, '5'],
    ]);
  });

  it.each([
    ['by start and title', [dinner, lunch], [8, 7]],
    ['by title if the start differs', [feedEvent({ starts_at: at('13:00') }), dinner], [7, 8]],
    ['by start if the title differs', [feedEvent({ title: 'Soup' }), dinner], [7, 8]],
    [
      'by title if they swap their times',
      [feedEvent({ starts_at: EVENING }), feedEvent({ title: 'Dinner' })],
      [7, 8],
    ],
  ])('match %s', (_how, events, ids) => {
    const { created, matched, skipped } = plan(events, rows);
    expect([created, skipped]).toEqual([[], []]);
    expect(matched.map(([, , id]) => id)).toEqual(ids);
  });

  it('do not match if neither start nor title is unique', () => {
    const twoAtNoon = [stored(7), stored(8, { title: 'Walk', feed_variant: '2' })];
    const events = [feedEvent({ title: 'Soup' }), feedEvent({ title: 'Run' })];

    expect(plan(events, twoAtNoon)).toEqual({
      ...nothing,
      created: [
        ['Soup', NOON, '3'],
        ['Run', NOON, '4'],
      ],
    });
  });

  it('match by start and title first, in any order', () => {
    // "Lunch" in the evening matches row 7 by title, but lunch at noon matches it by both.
    const late = feedEvent({ starts_at: EVENING });
    expect(plan([late, lunch], rows)).toEqual({
      ...nothing,
      matched: [
        ['Lunch', EVENING, 8],
        ['Lunch', NOON, 7],
      ],
    });
  });

  it('match a single stored event by start and title', () => {
    expect(plan([dinner, lunch], [stored(7)])).toEqual({
      ...nothing,
      matched: [['Lunch', NOON, 7]],
      created: [['Dinner', EVENING, '2']],
    });
  });

  it('match one row each, also where another row has their title', () => {
    const evening = stored(8, { starts_at: EVENING, feed_variant: '2' });
    expect(plan([lunch], [stored(7), evening])).toEqual({
      ...nothing,
      matched: [['Lunch', NOON, 7]],
    });
  });

  it('match the remaining one if the feed drops the other', () => {
    expect(plan([dinner], rows)).toEqual({ ...nothing, matched: [['Dinner', EVENING, 8]] });
  });

  it('are created if the remaining one has neither start nor title of a stored one', () => {
    expect(plan([feedEvent({ title: 'Party', starts_at: at('22:00') })], rows).created).toEqual([
      ['Party', at('22:00'), '3'],
    ]);
  });

  it.each([
    ['unchanged', dinner],
    ['with another title', feedEvent({ title: 'Supper', starts_at: EVENING })],
    ['at another time', feedEvent({ title: 'Dinner', starts_at: at('19:00') })],
  ])('skip only the one that an administrator deleted, also %s', (_how, event) => {
    const deletedRows = [deleted({ title: 'Dinner', starts_at: EVENING })];
    expect(plan([lunch, event], [stored(7)], deletedRows)).toEqual({
      ...nothing,
      matched: [['Lunch', NOON, 7]],
      skipped: [skip(DELETED, event.title)],
    });
  });

  it('skip a deleted one even if the feed drops the stored one', () => {
    const deletedRows = [deleted({ title: 'Dinner', starts_at: EVENING })];
    expect(plan([dinner], [stored(7)], deletedRows)).toEqual({
      ...nothing,
      skipped: [skip(DELETED, 'Dinner')],
    });
  });

  it('are skipped one by one if they are cancelled before their first import', () => {
    const cancelled = feedEvent({ title: 'Party', cancelled: true });
    expect(plan([lunch, cancelled, dinner], rows)).toMatchObject({
      created: [],
      skipped: [skip('was cancelled before its first import', 'Party')],
    });
  });
});

describe('a recurring event that moves by an hour', () => {
  const instance = (day: string, time: string, given: Partial<FeedEvent> = {}) => {
    const starts_at = `2026-05-${day}T${time}:00.000Z`;
    return feedEvent({ recurrence_id: starts_at, starts_at, ...given });
  };
  const storedAt = (id: number, day: string, given: Partial<StoredFeedEvent> = {}) => {
    const starts_at = `2026-05-${day}T12:00:00.000Z`;
    return stored(id, { feed_recurrence_id: starts_at, starts_at, ...given });
  };

  it('matches its instances by day', () => {
    const events = [instance('07', '13:00'), instance('14', '13:00'), instance('21', '13:00')];
    expect(plan(events, [storedAt(7, '07'), storedAt(14, '14')])).toEqual({
      created: [['Lunch', '2026-05-21T13:00:00.000Z', '']],
      matched: [
        ['Lunch', '2026-05-07T13:00:00.000Z', 7],
        ['Lunch', '2026-05-14T13:00:00.000Z', 14],
      ],
      skipped: [],
    });
  });

  it('skips an instance that an administrator deleted', () => {
    const { starts_at, feed_recurrence_id } = storedAt(7, '07');
    const deletedRows = [deleted({ starts_at, feed_recurrence_id })];
    expect(plan([instance('07', '13:00')], [], deletedRows)).toEqual({
      ...nothing,
      skipped: [skip(DELETED)],
    });
  });

  it.each([
    ['another title', [instance('07', '13:00', { title: 'Dinner' })], [storedAt(7, '07')]],
    ['another UID', [instance('07', '13:00', { uid: 'two' })], [storedAt(7, '07')]],
    [
      'two instances on one day',
      [instance('07', '13:00'), instance('07', '14:00')],
      [storedAt(7, '07')],
    ],
    [
      'two stored instances on one day',
      [instance('07', '13:00')],
      [storedAt(7, '07'), storedAt(8, '07', { feed_recurrence_id: 'earlier' })],
    ],
    [
      'a stored instance that the feed still has',
      [instance('07', '12:00'), instance('07', '13:00')],
      [storedAt(7, '07')],
    ],
    [
      'an event that is not recurring',
      [feedEvent({ starts_at: at('13:00') })],
      [storedAt(14, '14')],
    ],
    ['a stored event that is not recurring', [instance('14', '13:00')], [stored(14)]],
  ])('does not match with %s', (_case, events, rows) => {
    const { create, match } = planImport(events, rows, []);
    const moved = match.filter(({ event, stored: row }) => event.starts_at !== row.starts_at);
    expect(moved).toEqual([]);
    expect(create.length + match.length).toBe(events.length);
  });
});

describe('an event that is in a feed more than once', () => {
  it('is created once, and its duplicates are skipped', () => {
    expect(plan([feedEvent(), feedEvent(), feedEvent()])).toEqual({
      ...nothing,
      created: [['Lunch', NOON, '']],
      skipped: [skip(TWICE), skip(TWICE)],
    });
  });

  it('matches its stored row', () => {
    const event = feedEvent({ title: 'Soup', starts_at: EVENING });
    expect(plan([event, event], [stored(7)])).toEqual({
      ...nothing,
      matched: [['Soup', EVENING, 7]],
      skipped: [skip(TWICE, 'Soup')],
    });
  });
});

it('planImport handles 20,000 events with one UID, at the first import and again', () => {
  const events = Array.from({ length: 20_000 }, (_, n) => feedEvent({ title: `Talk ${n}` }));
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
  const active = { cancelled: false };
  const cancelled = { cancelled: true };
  const byFeed = { status: 'cancelled', cancelled_by_feed: true } as const;
  const byAdmin = { status: 'cancelled', cancelled_by_feed: false } as const;

  it.each([
    ['approved, unchanged', {}, active, SAME, 'unchanged', 'approved', false],
    ['approved, changed', {}, active, OTHER, 'updated', 'approved', false],
    ['approved, now cancelled', {}, cancelled, OTHER, 'cancelled', 'cancelled', true],
    ['cancelled by the feed, unchanged', byFeed, cancelled, SAME, 'unchanged', 'cancelled', true],
    ['cancelled by the feed, changed', byFeed, cancelled, OTHER, 'updated', 'cancelled', true],
    ['cancelled by the feed, now revived', byFeed, active, OTHER, 'updated', 'approved', false],
    [
      'cancelled by an administrator, unchanged',
      byAdmin,
      active,
      SAME,
      'unchanged',
      'cancelled',
      false,
    ],
    [
      'cancelled by an administrator, changed',
      byAdmin,
      active,
      OTHER,
      'updated',
      'cancelled',
      false,
    ],
    [
      'cancelled by an administrator, then by the feed',
      byAdmin,
      cancelled,
      OTHER,
      'updated',
      'cancelled',
      false,
    ],
    ['pending, changed', { status: 'pending' }, active, OTHER, 'updated', 'pending', false],
    [
      'pending, now cancelled',
      { status: 'pending' },
      cancelled,
      OTHER,
      'updated',
      'pending',
      false,
    ],
    ['rejected, unchanged', { status: 'rejected' }, active, SAME, 'unchanged', 'rejected', false],
  ] as const)(
    'of an event that is %s',
    (_what, row, event, fingerprint, outcome, status, cancelled_by_feed) => {
      expect(outcomeOfFeed(stored(7, row), feedEvent(event), fingerprint)).toEqual({
        outcome,
        status,
        cancelled_by_feed,
      });
    },
  );
});

describe('an older state of an event', () => {
  const state = (sequence: number, changed_at: string | null = null, is_override = false) => ({
    sequence,
    changed_at,
    is_override,
  });
  const planned = (event: Partial<FeedEvent>, ...rows: StoredFeedEvent[]) => {
    const { match, stale } = planImport([feedEvent(event)], rows, []);
    return [match.length, stale.length];
  };

  it.each([
    ['a lower SEQUENCE', state(2), state(3), true],
    ['a lower SEQUENCE with a later change', state(2, EVENING), state(3, NOON), true],
    ['an earlier change', state(3, NOON), state(3, EVENING), true],
    ['the same', state(3, NOON), state(3, NOON), false],
    ['a change of unknown time', state(3), state(3, NOON), false],
    ['a change where the time was unknown', state(3, NOON), state(3), false],
    ['nothing to compare', null, state(3), false],
    ['a higher SEQUENCE', state(4, NOON), state(3, EVENING), false],
    ['nothing to compare with', state(0), null, false],
  ])('is one with %s', (_what, revision, feed_revision, isStale) => {
    expect(planned({ revision }, stored(1, { feed_revision }))).toEqual(isStale ? [0, 1] : [1, 0]);
  });

  it('is named', () => {
    const { skipped } = planImport(
      [feedEvent({ revision: state(1) })],
      [stored(1, { feed_revision: state(2, NOON) })],
      [],
    );
    expect(skipped).toMatchObject([
      {
        uid: 'one',
        title: 'Lunch',
        reason: `is older than what was imported, SEQUENCE 2 of ${NOON}`,
        code: 'older_state',
        params: { sequence: 2, changed_at: NOON },
      },
    ]);
  });

  it('of a series is compared with the series, where an instance had a change of its own', () => {
    const instance = { recurrence_id: NOON };
    const own = { feed_recurrence_id: NOON, feed_revision: state(5, null, true) };
    const other = (sequence: number) =>
      stored(2, { feed_recurrence_id: EVENING, feed_revision: state(sequence) });
    // The change of the instance was taken back.
    expect(planned({ ...instance, revision: state(1) }, stored(1, own), other(1))).toEqual([1, 0]);
    expect(planned({ ...instance, revision: state(1) }, stored(1, own), other(2))).toEqual([0, 1]);
    const single = stored(3, { feed_revision: state(2) });
    expect(planned({ ...instance, revision: state(1) }, stored(1, own), single)).toEqual([1, 0]);
    const changed = { ...instance, revision: state(0, null, true) };
    const ofSeries = { feed_recurrence_id: NOON, feed_revision: state(1) };
    expect(planned(changed, stored(1, ofSeries))).toEqual([1, 0]);
  });
});

it('an older state without a time is named by its SEQUENCE', () => {
  const of = (sequence: number) => ({ sequence, changed_at: null, is_override: false });
  const { skipped } = planImport(
    [feedEvent({ revision: of(1) })],
    [stored(1, { feed_revision: of(2) })],
    [],
  );
  expect(skipped).toMatchObject([{ params: { sequence: 2, changed_at: '' } }]);
  expect(skipped[0]?.reason).toMatch(/SEQUENCE 2$/);
});

describe('planWithin', () => {
  const rows = [
    stored(7),
    stored(8, { feed_uid: 'two', conference_id: 2 }),
    stored(9, { feed_uid: 'three', conference_id: null }),
  ];
  const whole = planImport(
    [feedEvent(), feedEvent({ uid: 'two' }), feedEvent({ uid: 'three' })],
    rows,
    [],
  );

  it.each([
    [null, [7, 8, 9], []],
    [[1], [7], ['two', 'three']],
    [[1, 2], [7, 8], ['three']],
    [[], [], ['one', 'two', 'three']],
  ])('leaves out what was moved out of the conferences %j', (ids, matched, left) => {
    const { match, skipped } = planWithin(whole, ids);
    expect(match.map(({ stored: { id } }) => id)).toEqual(matched);
    expect(skipped.map(({ uid, code }) => [uid, code])).toEqual(
      left.map((uid) => [uid, 'event_moved_away']),
    );
  });
});
