import type { EditedRow } from '../programme/source-imports.ts';
import type { Remark } from '../reasons.ts';
import type { SourceOutcome, SourceRow } from './sources.ts';

/** What a run changed, or would change, as it is kept. */
export interface SourceReport {
  readonly rows: readonly SourceRow[];
  readonly refused: SourceOutcome['refused'];
  readonly warnings: readonly Remark[];
  /** Why it waits for a person, whatever `publish` says. */
  readonly brakes: readonly Remark[];
  /** Rows that stay as an organizer edited them. */
  readonly edited: readonly EditedRow[];
  readonly would_notify: number;
  /** How many of each list are left out, because a report has at most 256 kB. */
  readonly more: Readonly<Record<'rows' | 'refused' | 'warnings' | 'edited', number>>;
}

/** Of each list, in bytes; together less than the column takes. */
const BYTES = { rows: 170_000, refused: 25_000, warnings: 20_000, edited: 25_000 } as const;
const MAX_VALUE = 300;

/** The report of an outcome, shortened. */
export function reportOf(outcome: SourceOutcome, brakes: readonly Remark[]): SourceReport {
  const rows = within(outcome.rows.map(shortRow), BYTES.rows);
  const refused = within(outcome.refused, BYTES.refused);
  const warnings = within(outcome.warnings, BYTES.warnings);
  const edited = within(outcome.edited ?? [], BYTES.edited);
  return {
    rows: rows.taken,
    refused: refused.taken,
    warnings: warnings.taken,
    brakes,
    edited: edited.taken,
    would_notify: outcome.would_notify,
    more: {
      rows: rows.more,
      refused: refused.more,
      warnings: warnings.more,
      edited: edited.more,
    },
  };
}

const NOTHING: SourceOutcome = {
  counts: {},
  rows: [],
  refused: [],
  warnings: [],
  would_notify: 0,
  brakes: [],
};

/** The report of what no importer got. */
export const reportOfBrake = (brake: Remark): SourceReport => reportOf(NOTHING, [brake]);

function within<T>(list: readonly T[], bytes: number): { taken: readonly T[]; more: number } {
  let left = bytes;
  const end = list.findIndex((one) => {
    left -= storedBytes(one);
    return left < 0;
  });
  return end < 0
    ? { taken: list, more: 0 }
    : { taken: list.slice(0, end), more: list.length - end };
}

/** PostgreSQL writes a space after each colon and comma of jsonb. */
function storedBytes(value: unknown): number {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) + (json.match(/[:,]/g)?.length ?? 0) + 2;
}

const shortRow = (row: SourceRow): SourceRow => ({
  ...row,
  changes: row.changes.map(({ field, from, to }) => ({ field, from: short(from), to: short(to) })),
});

/** A description has thousands of characters, and a list of links is one of their JSON. */
function short(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= MAX_VALUE) return value;
  return `${text.slice(0, MAX_VALUE).toWellFormed()}…`;
}
