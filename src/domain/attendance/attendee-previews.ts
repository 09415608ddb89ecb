import type { LeftOutRow, RowError } from '../imports.ts';

/** The most rows, and the most rows of people who are there already, that a preview shows. */
export const MAX_PREVIEWED = 10;
export const MAX_MERGES = 50;

/** How a row is written; a `merged` one brings a new key, such as a ticket code, to a person who is there. */
export const WRITTEN_OUTCOMES = ['created', 'updated', 'unchanged', 'merged'] as const;
type WrittenOutcome = (typeof WRITTEN_OUTCOMES)[number];

export const PREVIEWED_STATUSES = [
  'invited',
  'registered',
  'waitlisted',
  'checked_in',
  'cancelled',
] as const;

/** A row as it will be; null in all fields that a row without a place does not have. */
export interface PreviewedRow {
  readonly row: number;
  readonly name: string | null;
  readonly company: string | null;
  readonly ticket_type: string | null;
  readonly has_ticket_code: boolean;
  readonly status: (typeof PREVIEWED_STATUSES)[number] | null;
  readonly outcome: WrittenOutcome | 'left_out' | 'failed';
}

/** A row of a person who is there already: a guest, an attendee, or an earlier row. */
export interface Merge {
  readonly row: number;
  /** As the row has it. */
  readonly name: string | null;
  readonly existing_name: string | null;
  /** Null for a person who was there before the import. */
  readonly existing_row: number | null;
  /** The field by which the person was found. */
  readonly by: string | null;
  readonly outcome: PreviewedRow['outcome'];
}

export interface AttendeePreview {
  readonly rows: readonly PreviewedRow[];
  readonly merges: readonly Merge[];
  readonly merge_count: number;
}

/** A valid row before it is written. */
export interface StagedPreview extends PreviewedRow {
  readonly given_name: string | null;
  readonly existing_name: string | null;
  readonly by: string;
  /** Its place among the rows of people who are there already; null for another. */
  readonly merge_place: number | null;
  /** The number of these rows. */
  readonly merge_count: number;
}

const EMPTY = {
  name: null,
  company: null,
  ticket_type: null,
  has_ticket_code: false,
  status: null,
};

/** The numbers of the rows that `errors` name as the first ones of their person. */
export const firstRowsIn = (errors: readonly RowError[]): readonly number[] =>
  errors.flatMap(({ code, params }) => (code === 'same_person' ? [Number(params.row)] : []));

/** What an import would do, by its first rows, and whom its rows join. `staged` is in the order of rows. */
export function attendeePreview(
  staged: readonly StagedPreview[],
  { left_out, errors }: { left_out: readonly LeftOutRow[]; errors: readonly RowError[] },
): AttendeePreview {
  const byRow = (one: { row: number }, other: { row: number }) => one.row - other.row;
  const rows = [
    ...staged.map(({ given_name, existing_name, by, merge_place, merge_count, ...row }) => row),
    ...left_out.map(({ row }) => ({ row, ...EMPTY, outcome: 'left_out' as const })),
    ...errors.map(({ row }) => ({ row, ...EMPTY, outcome: 'failed' as const })),
  ].sort(byRow);
  const joined = staged
    .filter(({ merge_place }) => merge_place !== null)
    .sort((one, other) => Number(one.merge_place) - Number(other.merge_place))
    .map(({ row, given_name: name, existing_name, by, outcome }) => {
      return { row, name, existing_name, existing_row: null, by, outcome };
    });
  const repeated = errors
    .filter(({ code }) => code === 'same_person')
    .map(({ row, field: by, params }) => {
      const existing_row = Number(params.row);
      const existing_name = staged.find((one) => one.row === existing_row)?.name ?? null;
      return { row, name: null, existing_name, existing_row, by, outcome: 'failed' as const };
    });
  return {
    rows: rows.slice(0, MAX_PREVIEWED),
    merges: [...joined, ...repeated].slice(0, MAX_MERGES),
    merge_count: (staged[0]?.merge_count ?? 0) + repeated.length,
  };
}
