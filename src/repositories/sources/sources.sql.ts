import type { Source, SourceRun } from '../../domain/sources/stored-sources.ts';

const COLUMNS = [
  'id',
  'conference_id',
  'kind',
  'name',
  'url',
  'settings',
  'interval_minutes',
  'publish',
  'absent',
  'off_reason',
  'is_confirmed',
  'restless_at',
  'cursor',
  'content_hash',
  'seen_hash',
  'next_run_at',
  'failures',
  'refusals',
  'failing_since',
  'administrator_id',
  'api_key_id',
  'version',
  'created_at',
] as const satisfies readonly (keyof Source)[];

/** The columns of sources `s`. */
export const SOURCE_COLUMNS = [
  ...COLUMNS.map((column) => `s.${column}`),
  's.credential_encrypted is not null as has_credential',
].join(', ');

/** The columns of a run, without its report. */
export const RUN_COLUMNS = [
  'id',
  'source_id',
  'kind',
  'status',
  'is_dry_run',
  'started_at',
  'finished_at',
  'counts',
  'error',
  'applied_by',
] as const satisfies readonly (keyof SourceRun)[];
