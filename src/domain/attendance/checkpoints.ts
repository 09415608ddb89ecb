import type { Versioned } from '../versions.ts';

export const CHECKPOINT_KINDS = ['entrance', 'room', 'exit'] as const;
/** How often a person is counted: at all, on each day, or each time, in and out. */
export const CHECKPOINT_COUNTS = ['once', 'daily', 'each'] as const;
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The most checkpoints of a conference that are not retired. */
export const MAX_CHECKPOINTS = 50;

/** A place of a conference where people are scanned. */
export interface Checkpoint extends Versioned {
  readonly id: number;
  /** Unique among those that are not retired; case and repeated spaces do not count. */
  readonly name: string;
  readonly kind: (typeof CHECKPOINT_KINDS)[number];
  readonly counts: (typeof CHECKPOINT_COUNTS)[number];
  /** The order of the organizers. */
  readonly position: number;
}

export type CheckpointInput = Pick<Checkpoint, 'name' | 'kind' | 'counts'>;

/** The scans of a checkpoint; retired ones that have any count, too. */
export interface CheckpointStats extends Pick<Checkpoint, 'id' | 'name'> {
  readonly days: readonly {
    readonly day: string;
    readonly people: number;
    readonly scans: number;
  }[];
  /** The registrations whose latest direction there is `in`; null unless it counts each scan. */
  readonly inside: number | null;
}

/** The checkpoint of a scan, on the day of the scan in the time zone of the conference. */
export type CheckpointOfScan = Pick<Checkpoint, 'id' | 'kind' | 'counts'> & {
  readonly day: string;
};

/** What a scan names besides its attendee. */
export interface CheckpointRequest {
  readonly checkpoint_id?: number | undefined;
  readonly direction?: Direction | undefined;
}

/** A scan of a registration at a checkpoint. */
export interface CheckpointScan {
  readonly id: number;
  readonly day: string;
  readonly direction: Direction;
  readonly scanned_at: string;
  readonly nonce: string | null;
  readonly is_undone: boolean;
}

/** The latest scan of a person, as lists at the door have it. */
export interface ScanMark {
  readonly day: string;
  readonly direction: Direction;
}
/** As `ScanMark`, wherever it was. */
export interface PlacedScanMark extends ScanMark, Pick<Checkpoint, 'id' | 'name'> {}

/**
 * What a scan at a checkpoint is, by those of the same registration there. `repeated`: its own request was taken
 * before. `again`: the person is counted already. `earlier`: likewise, but of the two this one was made first.
 */
export type ScanOutcome =
  | { readonly kind: 'new' }
  | { readonly kind: 'repeated' | 'again' | 'earlier'; readonly scan: CheckpointScan };

interface NewScan extends ScanMark {
  readonly at: string;
  readonly nonce: string | null;
}

/**
 * Decides a scan in the order of the times of scans, so that it does not matter which of two devices that were
 * offline sends first.
 *
 * @param scans of the registration at the checkpoint, by `scanned_at`
 */
export function outcomeOfScan(
  counts: Checkpoint['counts'],
  scans: readonly CheckpointScan[],
  { at, day, direction, nonce }: NewScan,
): ScanOutcome {
  const own = nonce === null ? undefined : scans.find((scan) => scan.nonce === nonce);
  if (own) return { kind: 'repeated', scan: own };
  const counted = scans.filter(({ is_undone }) => !is_undone);
  const isLater = ({ scanned_at }: CheckpointScan) => Date.parse(scanned_at) > Date.parse(at);
  if (counts !== 'each') {
    const scan = counted.find((one) => counts === 'once' || one.day === day);
    return scan ? { kind: isLater(scan) ? 'earlier' : 'again', scan } : { kind: 'new' };
  }
  const before = counted.findLast((scan) => !isLater(scan));
  if (before?.direction === direction) return { kind: 'again', scan: before };
  const after = counted.find(isLater);
  return after?.direction === direction ? { kind: 'earlier', scan: after } : { kind: 'new' };
}

/** The direction of a scan; undefined for one that the checkpoint does not take, as it counts people and not scans. */
export function directionOf(
  { kind, counts }: Pick<Checkpoint, 'kind' | 'counts'>,
  given: Direction | undefined,
): Direction | undefined {
  if (given !== undefined) return counts === 'each' ? given : undefined;
  return kind === 'exit' ? 'out' : 'in';
}
