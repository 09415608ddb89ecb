import {
  changedCount,
  changedOwnRows,
  changedRows,
  changesIn,
  payloadOf,
  rowsIn,
  shownOf,
  streamChangeIn,
} from '../../../src/domain/administration/stream-changes.ts';
import { STREAM_TOPICS, topicsFor } from '../../../src/domain/administration/stream-topics.ts';

const change = (conference_ids: number[], ids: number[] = [1], count = ids.length) =>
  ({ topic: 'agenda', conference_ids, ids, count }) as const;

describe('the changes of a NOTIFY', () => {
  it('are the rows of each topic and conference, once each', () => {
    const names = [
      'check_in conference 3 7',
      'check_in event 5 8',
      'check_in conference 3 7',
      'attendance conference 3 +40',
      'agenda agenda_item 9 9',
      'feedback conference 0 2',
    ];
    const found = [{ kind: 'event', id: 5, conference_id: 3 } as const];

    expect(changesIn(new Set(names), found)).toEqual([
      { topic: 'check_in', conference_ids: [3], ids: [7, 8], count: 2 },
      { topic: 'attendance', conference_ids: [3], ids: [], count: 40 },
      // The agenda item is deleted.
      { topic: 'feedback', conference_ids: [], ids: [2], count: 1 },
    ]);
  });

  it('are named by their rows, and looked up by those that know their conference', () => {
    const names = [
      ...changedRows('check_in', ['event', 5], [7, 8]),
      ...changedRows('feedback', ['conference', null], [2]),
      ...changedOwnRows('agenda', 'agenda_item', [9, 5]),
      ...changedCount('attendance', 3, 40),
      ...changedCount('attendance', 4, 0),
    ];
    expect(names).toEqual([
      ...['check_in event 5 7', 'check_in event 5 8', 'feedback conference 0 2'],
      ...['agenda agenda_item 9 9', 'agenda agenda_item 5 5', 'attendance conference 3 +40'],
    ]);
    expect(Object.fromEntries(rowsIn(names))).toEqual({
      ...{ agenda_item: [9, 5], broadcast: [], event: [5] },
      ...{ feedback: [], registration_request: [], submission: [] },
    });
  });

  it('of a broadcast belong to all of its conferences, or to none', () => {
    const of = (conference_id: number) => ({ kind: 'broadcast', id: 5, conference_id }) as const;
    const names = ['broadcast broadcast 5 5', 'broadcast broadcast 6 6'];
    expect(changesIn(names, [of(20), of(3), of(20)])).toEqual([
      { topic: 'broadcast', conference_ids: [3, 20], ids: [5], count: 1 },
      { topic: 'broadcast', conference_ids: [], ids: [6], count: 1 },
    ]);
  });

  it('fit a payload, however many they are', () => {
    const ids = Array.from({ length: 3_000 }, (_, n) => 1_000_000_000 + n);
    const few = payloadOf([change([1], ids)]);
    const many = payloadOf(Array.from({ length: 60 }, (_, n) => change([n + 1], ids)));
    const most = payloadOf(Array.from({ length: 600 }, (_, n) => change([n + 1], ids)));

    for (const payload of [few, many, most]) expect(payload.length).toBeLessThan(8_000);
    expect(streamChangeIn(few)).toEqual([change([1], ids.slice(0, 50), 3_000)]);
    expect(streamChangeIn(many)?.[59]).toEqual(change([60], [], 3_000));
    expect(streamChangeIn(most)).toBeUndefined();
  });
});

describe('a stream', () => {
  const topics = STREAM_TOPICS;
  const ofAll = { topics, conference_id: undefined, conference_ids: null };
  const ofA = { topics, conference_id: undefined, conference_ids: [1] };
  const asked = { topics, conference_id: 1, conference_ids: null };
  it.each([
    ['its conference', change([1]), { ofAll: 1, ofA: 1, asked: 1 }],
    ['another conference', change([2]), { ofAll: 2 }],
    ['both, such as a broadcast', change([1, 2]), { ofAll: null, asked: 1 }],
    ['none', change([]), { ofAll: null, asked: null }],
  ])('shows what belongs to %s to those who may see it', (_, given, expected) => {
    const shown = Object.entries({ ofAll, ofA, asked }).flatMap(([name, followed]) => {
      const data = shownOf(given, followed);
      return data ? [[name, data.conference_id]] : [];
    });
    expect(Object.fromEntries(shown)).toEqual(expected);
  });

  it('says when it does not name all rows, and shows no other topic', () => {
    expect(shownOf(change([1], [1], 60), ofAll)).toMatchObject({ count: 60, truncated: true });
    expect(shownOf(change([1]), ofAll)).toStrictEqual({ conference_id: 1, ids: [1], count: 1 });
    expect(shownOf(change([1]), { ...ofAll, topics: ['feedback'] })).toBeUndefined();
  });

  it('has the topics that its key may follow', () => {
    expect(topicsFor(['*'], undefined)).toEqual(STREAM_TOPICS);
    expect(topicsFor(['attendees:read'], undefined)).toEqual([
      'check_in',
      'attendance',
      'registration_request',
      'source',
    ]);
    expect(topicsFor(['*'], ['feedback'])).toEqual(['feedback']);
    expect(() => topicsFor(['door:read'], ['attendance'])).toThrow('Forbidden');
    expect(() => topicsFor(['media:read'], undefined)).toThrow('Forbidden');
  });
});
