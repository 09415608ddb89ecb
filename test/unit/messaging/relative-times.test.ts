import {
  anchorColumns,
  durationOf,
  MAX_ANCHOR_SECONDS,
  secondsOf,
} from '../../../src/domain/messaging/relative-times.ts';

const NONE = {
  anchor: null,
  anchor_seconds: null,
  anchor_conference_id: null,
  anchor_event_id: null,
};

describe('the seconds of a duration', () => {
  it.each([
    ['PT0S', 0, 'PT0S'],
    ['PT45S', 45, 'PT45S'],
    ['PT90M', 5_400, 'PT1H30M'],
    ['PT24H', 86_400, 'PT24H'],
    ['P1D', 86_400, 'PT24H'],
    ['P1DT2H3M4S', 93_784, 'PT26H3M4S'],
    ['P1W', 604_800, 'PT168H'],
    ['P30D', MAX_ANCHOR_SECONDS, 'PT720H'],
  ])('of %s are %d, which is %s', (duration, seconds, spelled) => {
    expect(secondsOf(duration)).toBe(seconds);
    expect(durationOf(seconds)).toBe(spelled);
  });

  it.each(['', 'P', 'PT', 'P1', 'PT1', '1D', 'P1M', 'P1Y', 'PT1.5H', '-PT1H', 'P30DT1S', 'P31D'])(
    'of %j are none',
    (duration) => {
      expect(secondsOf(duration)).toBeUndefined();
    },
  );
});

it.each([
  [null, NONE],
  [
    { before_start: 'PT24H', conference_id: 3 },
    { ...NONE, anchor: 'before_start', anchor_seconds: 86_400, anchor_conference_id: 3 },
  ],
  [
    { after_start: 'PT0S', event_id: 7 },
    { ...NONE, anchor: 'after_start', anchor_seconds: 0, anchor_event_id: 7 },
  ],
  [{ after_end: 'PT1H' }, { ...NONE, anchor: 'after_end', anchor_seconds: 3_600 }],
])('the columns of %j are %j', (time, columns) => {
  expect(anchorColumns(time)).toEqual(columns);
});
