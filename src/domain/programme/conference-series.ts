import { invalid } from '../../errors.ts';
import { clockOffsetOf } from '../../lib/time-zones.ts';
import { MAX_POINTS } from '../series.ts';
import type { StatsPart } from './conference-stats.ts';

export const SERIES_BUCKETS = ['day', 'hour', '5min', 'minute'] as const;
export type SeriesBucket = (typeof SERIES_BUCKETS)[number];

const DAY_MS = 24 * 3_600_000;
const BUCKET_MS: Readonly<Record<SeriesBucket, number>> = {
  day: DAY_MS,
  hour: 3_600_000,
  '5min': 300_000,
  minute: 60_000,
};

/** The counts of each bucket, each with the part of the statistics that shows it. */
const PART_OF = {
  registrations: 'waiting',
  arrivals: 'attendance',
  connections: 'connections',
  quest_completions: 'quests',
} as const satisfies Readonly<Record<string, StatsPart>>;

export type SeriesCount = keyof typeof PART_OF;

/** The counts that a key may see. */
export const visibleSeries = (parts: readonly StatsPart[]): SeriesCount[] =>
  (Object.keys(PART_OF) as SeriesCount[]).filter((count) => parts.includes(PART_OF[count]));

/** `from` and `to` are instants; without `to` until now, without `from` the day or the minutes before `to`. */
export interface SeriesRequest {
  readonly bucket: SeriesBucket;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Buckets of equal length, one after the other. */
export interface SeriesRange {
  readonly bucket: SeriesBucket;
  readonly from: string;
  /** The end of the last bucket. */
  readonly to: string;
  readonly seconds: number;
  readonly points: number;
}

/**
 * The buckets of a request. The first one begins with a day, an hour, 5 minutes or a minute of the local
 * clock at `from`. Each day has 24 hours, also where the clock changes.
 *
 * @throws AppError VALIDATION_ERROR naming `to` if it is not after `from`, and `from` for more than
 *   400 buckets
 */
export function seriesRange(
  { bucket, from, to }: SeriesRequest,
  { timezone, now }: { readonly timezone: string; readonly now: Date },
): SeriesRange {
  const step = BUCKET_MS[bucket];
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const back = Math.min(DAY_MS, (MAX_POINTS - 1) * step);
  const asked = from === undefined ? end - back : Date.parse(from);
  if (asked >= end) throw invalid('to', 'expected a time after from', 'after', { field: 'from' });
  const offset = clockOffsetOf(timezone)(asked);
  const start = Math.floor((asked + offset) / step) * step - offset;
  const points = Math.ceil((end - start) / step);
  if (points > MAX_POINTS) {
    throw invalid(
      'from',
      `expected at most ${MAX_POINTS} buckets before to, got ${points}`,
      'too_many',
      { max: MAX_POINTS },
    );
  }
  return {
    bucket,
    from: new Date(start).toISOString(),
    to: new Date(start + points * step).toISOString(),
    seconds: step / 1_000,
    points,
  };
}

/** A bucket by its number from 0, and what it counts. Buckets of zeros may be absent. */
export interface CountedBucket {
  readonly count: SeriesCount;
  readonly bucket: number;
  readonly value: number;
}

export type SeriesPoint = { readonly at: string } & Readonly<Partial<Record<SeriesCount, number>>>;

/** One point for each bucket, with a value or zero for each of `counts`. */
export function seriesPoints(
  { from, seconds, points }: SeriesRange,
  counts: readonly SeriesCount[],
  counted: readonly CountedBucket[],
): SeriesPoint[] {
  const start = Date.parse(from);
  const values = new Map(counted.map(({ count, bucket, value }) => [`${count} ${bucket}`, value]));
  return Array.from({ length: points }, (_, n) => ({
    at: new Date(start + n * seconds * 1_000).toISOString(),
    ...Object.fromEntries(counts.map((count) => [count, values.get(`${count} ${n}`) ?? 0])),
  }));
}
