import type { KeyOwner } from '../administration/api-keys.ts';
import type { Versioned } from '../versions.ts';
import type { ReadSource } from './sources.ts';

export const PUBLISHING = ['auto', 'review'] as const;
export const ABSENCES = ['keep', 'cancel'] as const;
/**
 * Why a source is not read. `failing`: for 24 hours; `refused`: three times in a row, as by a wrong
 * credential; `owner_gone`: nobody's rights cover its imports any more.
 */
export const OFF_REASONS = ['by_hand', 'failing', 'refused', 'owner_gone'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** What organizers set. */
export interface SourceFields
  extends Pick<ReadSource, 'conference_id' | 'kind' | 'url' | 'settings' | 'absent'> {
  readonly name: string;
  readonly interval_minutes: number;
  /** `review`: each run waits for a person. */
  readonly publish: (typeof PUBLISHING)[number];
}

/** A source as it is stored. */
export interface Source extends ReadSource, SourceFields, KeyOwner, Versioned {
  readonly has_credential: boolean;
  /** Null while it is read. */
  readonly off_reason: OffReason | null;
  /** Whether a person has applied a run of this address: before, no run applies itself. */
  readonly is_confirmed: boolean;
  /** Since when its runs wait for a person, because it changes too often. */
  readonly restless_at: string | null;
  /** SHA-256 of what was applied last, as a whole. */
  readonly content_hash: Buffer | null;
  /** SHA-256 of what waits, or what a person has decided on, since then. */
  readonly seen_hash: Buffer | null;
  readonly next_run_at: string;
  readonly failures: number;
  readonly refusals: number;
  readonly failing_since: string | null;
  readonly created_at: string;
}

export const RUN_KINDS = ['scheduled', 'manual', 'apply'] as const;
/**
 * `waiting`: for a person. `unchanged`: what was read is what was applied, or waits, or was decided on.
 * `discarded`: by a person, or because a later run waits in its place.
 */
export const RUN_STATUSES = [
  'running',
  'unchanged',
  'applied',
  'waiting',
  'discarded',
  'failed',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A reading of a source. */
export interface SourceRun {
  readonly id: number;
  readonly source_id: number;
  readonly kind: (typeof RUN_KINDS)[number];
  readonly status: RunStatus;
  /** Whether it waits whatever `publish` says. */
  readonly is_dry_run: boolean;
  readonly started_at: string;
  /** Null while it runs. */
  readonly finished_at: string | null;
  /** Null until something was imported, or tried. */
  readonly counts: Readonly<Record<string, number>> | null;
  readonly error: string | null;
  /** The key of the person who applied it; null if it applied itself. */
  readonly applied_by: string | null;
}

/** A source as organizers see it. */
export interface SourceView
  extends Omit<Source, 'content_hash' | 'seen_hash' | 'failures' | 'refusals'> {
  readonly is_enabled: boolean;
  /** The newest run that has ended. */
  readonly last_run: SourceRun | null;
  readonly waiting_run_id: number | null;
}

/** A source that its owner has to look at. */
export interface TroubledSource
  extends Pick<Source, 'id' | 'conference_id' | 'name' | 'off_reason'> {}
