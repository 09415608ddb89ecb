import {
  type SeriesRequest,
  seriesPoints,
  seriesRange,
  visibleSeries,
} from '../../../src/domain/programme/conference-series.ts';
import { visibleCounts, visibleParts } from '../../../src/domain/programme/conference-stats.ts';

const NOW = new Date('2026-05-14T09:12:30.000Z');

describe('the buckets of a series', () => {
  it.each<[string, SeriesRequest, string, [string, string, number]]>([
    [
      'are those of the last day',
      { bucket: 'hour' },
      'UTC',
      ['2026-05-13T09:00:00.000Z', '2026-05-14T10:00:00.000Z', 25],
    ],
    [
      'last 5 minutes',
      { bucket: '5min', from: '2026-05-14T09:00:00.000Z', to: '2026-05-14T09:10:00.000Z' },
      'UTC',
      ['2026-05-14T09:00:00.000Z', '2026-05-14T09:10:00.000Z', 2],
    ],
    [
      'begin with an hour of the local clock',
      { bucket: 'hour', from: '2026-05-14T09:10:00.000Z', to: '2026-05-14T10:00:00.000Z' },
      'Asia/Kolkata',
      ['2026-05-14T08:30:00.000Z', '2026-05-14T10:30:00.000Z', 2],
    ],
    [
      'are 25 on a day that clocks are set back',
      { bucket: 'hour', from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' },
      'Europe/Berlin',
      ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 25],
    ],
    [
      'are at most 400',
      { bucket: 'hour', from: '2026-05-01T00:00:00.000Z', to: '2026-05-17T16:00:00.000Z' },
      'UTC',
      ['2026-05-01T00:00:00.000Z', '2026-05-17T16:00:00.000Z', 400],
    ],
  ])('%s', (_, request, timezone, [from, to, points]) => {
    expect(seriesRange(request, { timezone, now: NOW })).toMatchObject({ from, to, points });
  });

  it.each<[string, SeriesRequest, string]>([
    [
      'more than 400',
      { bucket: 'hour', from: '2026-05-01T00:00:00.000Z', to: '2026-05-17T16:00:00.001Z' },
      'from: expected at most 400 buckets before to, got 401',
    ],
    [
      'an end at the start',
      { bucket: 'hour', from: '2026-05-01T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' },
      'to: expected a time after from',
    ],
    [
      'a start after now',
      { bucket: '5min', from: '2026-05-14T09:12:30.001Z' },
      'to: expected a time after from',
    ],
  ])('refuse %s', (_, request, message) => {
    const range = () => seriesRange(request, { timezone: 'UTC', now: NOW });
    const [field] = message.split(':');
    const why = field === 'to' ? ['after', { field: 'from' }] : ['too_many', { max: 400 }];
    const [code, params] = why;
    expect(range).toThrow(message);
    expect(range).toThrow(expect.objectContaining({ errors: [{ field, code, params }] }));
  });

  it('have a point each, with zeros for what has no count', () => {
    const range = seriesRange(
      { bucket: '5min', from: '2026-05-14T09:00:00.000Z' },
      { timezone: 'UTC', now: NOW },
    );
    const counted = [{ count: 'arrivals', bucket: 2, value: 7 }] as const;
    expect(seriesPoints(range, ['registrations', 'arrivals'], counted)).toEqual([
      { at: '2026-05-14T09:00:00.000Z', registrations: 0, arrivals: 0 },
      { at: '2026-05-14T09:05:00.000Z', registrations: 0, arrivals: 0 },
      { at: '2026-05-14T09:10:00.000Z', registrations: 0, arrivals: 7 },
    ]);
  });
});

describe('what a key sees of the statistics', () => {
  it.each([
    [['*'], ['registrations', 'arrivals', 'connections', 'quest_completions']],
    [['attendees:read'], ['registrations', 'arrivals', 'connections']],
    [['door:read'], ['arrivals']],
    [['quests:read'], ['quest_completions']],
    [['people:read', 'content:read'], []],
  ] as const)('with %j is the series of %j', (scopes, counts) => {
    expect(visibleSeries(visibleParts({ scopes }))).toEqual(counts);
  });

  it('at the door is who has a seat and who arrived', () => {
    const counts = { seats: 3, arrived: 1, waitlisted: 2, invited: 4 };
    const attendance = { totals: counts, by_ticket_type: [{ ticket_type: 'vip', ...counts }] };
    expect(
      visibleCounts({ attendance, waiting: [] }, visibleParts({ scopes: ['door:read'] })),
    ).toEqual({
      attendance: {
        totals: { seats: 3, arrived: 1 },
        by_ticket_type: [{ ticket_type: 'vip', seats: 3, arrived: 1 }],
      },
      waiting: [],
    });
    expect(
      visibleCounts({ attendance, waiting: [] }, visibleParts({ scopes: ['attendees:read'] })),
    ).toEqual({
      attendance,
      waiting: [],
    });
  });
});
