import { conflict } from '../../errors.ts';

/** What a broadcast can be relative to, of a conference or an event. A conference starts at 0:00. */
export const ANCHORS = ['before_start', 'after_start', 'after_end'] as const;
export type Anchor = (typeof ANCHORS)[number];

/**
 * A time relative to a conference or an event, with an ISO 8601 duration: `{ before_start: 'PT24H',
 * event_id: 7 }`. Without an id, it was deleted.
 */
export type RelativeTime = { readonly [A in Anchor]?: string | undefined } & {
  readonly conference_id?: number | undefined;
  readonly event_id?: number | undefined;
};

/** The same as columns of a broadcast; null without a relative time. */
export interface AnchorColumns {
  readonly anchor: Anchor | null;
  readonly anchor_seconds: number | null;
  readonly anchor_conference_id: number | null;
  readonly anchor_event_id: number | null;
}

/** The most time between a broadcast and what it is relative to. */
export const MAX_ANCHOR_SECONDS = 30 * 24 * 60 * 60;
/** A broadcast whose relative time has passed by less starts at once. */
export const LATE_START_MS = 60 * 60 * 1_000;

const DURATION = /^P(?=\w)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const SECONDS = [7 * 86_400, 86_400, 3_600, 60, 1];

/** The seconds of an ISO 8601 duration without years and months; undefined if it is none, or too long. */
export function secondsOf(duration: string): number | undefined {
  const [, ...parts] = DURATION.exec(duration) ?? [];
  if (parts.every((part) => part === undefined)) return undefined;
  const seconds = parts.reduce((sum, part, n) => sum + Number(part ?? 0) * (SECONDS[n] ?? 0), 0);
  return seconds <= MAX_ANCHOR_SECONDS ? seconds : undefined;
}

/** The spelling in which answers have a duration of seconds: `PT24H`. */
export function durationOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  const parts = [
    ...(hours > 0 ? [`${hours}H`] : []),
    ...(minutes > 0 ? [`${minutes}M`] : []),
    ...(seconds % 60 > 0 || seconds === 0 ? [`${seconds % 60}S`] : []),
  ];
  return `PT${parts.join('')}`;
}

export function anchorColumns(time: RelativeTime | null): AnchorColumns {
  const anchor = ANCHORS.find((one) => time?.[one] !== undefined) ?? null;
  return {
    anchor,
    anchor_seconds: anchor && (secondsOf(time?.[anchor] ?? '') ?? 0),
    anchor_conference_id: time?.conference_id ?? null,
    anchor_event_id: time?.event_id ?? null,
  };
}

/** For a relative time whose conference or event does not take place, or not in public. */
export const withoutAnchor = () =>
  conflict(
    'scheduled_at',
    'expected a conference or an event that is public and takes place',
    'no_anchor',
  );
