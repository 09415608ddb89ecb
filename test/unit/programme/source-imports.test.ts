import type { FeedEvent } from '../../../src/domain/programme/calendar-feeds.ts';
import { editedEventFields } from '../../../src/domain/programme/edited-events.ts';
import {
  chosenOf,
  feedKeys,
  keyedAbsent,
  ofUids,
} from '../../../src/domain/programme/feed-imports.ts';
import {
  hostOfOrigin,
  isFarMove,
  mayCancel,
  originOfSource,
  rowKeys,
} from '../../../src/domain/programme/source-imports.ts';

describe('the keys of rows', () => {
  it.each<[string, [string, ...string[]][], string[]]>([
    [
      'are their first part',
      [
        ['a', '1'],
        ['b', '1'],
      ],
      ['a', 'b'],
    ],
    [
      'have as many parts as tell them apart',
      [
        ['a', '1'],
        ['a', '2'],
        ['b', '1'],
      ],
      ['a 1', 'a 2', 'b'],
    ],
    [
      'number equal rows',
      [
        ['a', '1'],
        ['a', '1'],
      ],
      ['a 1 #2', 'a 1 #3'],
    ],
    [
      'differ where a part of one is all of another',
      [['a 1'], ['a', '1'], ['a', '2']],
      ['a 1', 'a 1 #2', 'a 2'],
    ],
  ])('%s', (_what, rows, keys) => {
    expect(rowKeys(rows)).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('of absent rows are none that present rows have', () => {
    expect(rowKeys([['a', '1'], ['c']], ['a'])).toEqual(['a 1', 'c']);
  });
});

const event = (fields: Partial<FeedEvent>) =>
  ({ uid: 'u', recurrence_id: null, starts_at: '2030', title: 'Looms', ...fields }) as FeedEvent;

describe('the events of a calendar', () => {
  const one = event({ uid: 'one' });
  const series = [event({ uid: 's', recurrence_id: '1' }), event({ uid: 's', recurrence_id: '2' })];
  const keys = feedKeys([one, ...series]);

  it('are known by UID and instance', () => {
    expect([...keys.values()]).toEqual(['one', 's 1', 's 2']);
  });

  it('are known by start where a calendar repeats a UID', () => {
    const repeated = [event({ starts_at: '2031' }), event({ starts_at: '2032' })];
    expect([...feedKeys(repeated).values()]).toEqual(['u 2031', 'u 2032']);
  });

  it('that are absent have keys of their own', () => {
    const gone = { feed_uid: 'one', feed_recurrence_id: '', starts_at: '2029', title: 'Old' };
    const [absent] = keyedAbsent([gone as never], keys.values());
    expect(absent?.key).toBe('one 2029');
  });

  it('are written if they are chosen', () => {
    const plan = {
      create: [{ event: one, variant: '' }],
      match: series.map((event) => ({ event, stored: {} as never })),
      skipped: [],
      stale: [],
    };
    expect(chosenOf(plan, keys, new Set(['s 2']))).toMatchObject({
      create: [],
      match: [{ event: { recurrence_id: '2' } }],
    });
    expect(chosenOf(plan, keys, undefined)).toBe(plan);
  });

  it('of other UIDs are left out, and notes on the whole are not', () => {
    const note = (uid: string | null) =>
      ({ uid, reason: 'no', code: 'invalid', params: {} }) as const;
    const feed = {
      name: null,
      timezone: null,
      events: [one, ...series],
      skipped: [note('s')],
      warnings: [note(null)],
    };
    expect(ofUids(feed, new Set(['one']))).toEqual({ ...feed, events: [one], skipped: [] });
    expect(ofUids(feed, undefined)).toBe(feed);
  });
});

describe('an absent item', () => {
  const source = { cancels_from: '2030-05-14T10:00:00.000Z', digest: { not_before: null } };
  const item = (starts_at: string) => ({ key: 'a', starts_at });

  it.each([
    ['later', '2030-05-14T10:00:00.001Z', undefined, true],
    ['at the limit', '2030-05-14T10:00:00.000Z', undefined, false],
    ['later and chosen', '2030-05-15T10:00:00.000Z', ['a'], true],
    ['later and not chosen', '2030-05-15T10:00:00.000Z', ['b'], false],
  ])('that starts %s may be cancelled or not', (_when, starts_at, only, expected) => {
    expect(mayCancel(item(starts_at), { ...source, ...(only && { only: new Set(only) }) })).toBe(
      expected,
    );
  });

  it('of an upload is always cancelled', () => {
    expect(mayCancel(item('2000-01-01T00:00:00.000Z'), undefined)).toBe(true);
  });
});

it.each([
  ['2030-05-15T10:00:00.000Z', false],
  ['2030-05-15T10:00:00.001Z', true],
  ['2030-05-13T09:59:59.999Z', true],
  [undefined, false],
])('a move to %s by more than a day is far: %s', (after, expected) => {
  expect(isFarMove('2030-05-14T10:00:00.000Z', after)).toBe(expected);
});

it.each([
  ['talks.example', 'talks.example'],
  [originOfSource('talks.example', 12), 'talks.example'],
  ['sheet', 'sheet'],
])('the host of the origin %s is %s', (origin, host) => {
  expect(hostOfOrigin(origin)).toBe(host);
});

it('a long host leaves room for the source', () => {
  expect(originOfSource('h'.repeat(200), 12)).toBe(`${'h'.repeat(150)} #12`);
});

describe('the edited fields that a calendar has otherwise', () => {
  const stored = {
    title: 'Looms',
    starts_at: '10',
    ends_at: '11',
    venue_name: 'Hall',
    venue_latitude: null,
    url: null,
  };
  const given = {
    ...stored,
    title: 'Engines',
    ends_at: '12',
    venue_name: 'Dock',
    venue_latitude: 1,
  };

  it.each([
    [[], []],
    [['url'], []],
    [['title'], ['title']],
    [['starts_at'], ['ends_at']],
    [['venue'], ['venue']],
  ])('of %j are %j', (edited_fields, fields) => {
    expect(editedEventFields({ ...stored, edited_fields }, given)).toEqual(fields);
  });
});
