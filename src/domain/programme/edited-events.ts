import { differences } from '../changes.ts';

/** The fields of the API that protect a column from a calendar once an administrator edited one of them. */
export function protectorsOf(column: string): readonly string[] {
  if (column.startsWith('venue_')) return ['venue'];
  // Both or neither: with only one of them edited, the event could end before it starts.
  if (column === 'starts_at' || column === 'ends_at') return ['starts_at', 'ends_at'];
  return [column];
}

type Columns = Readonly<Record<string, unknown>>;

/** The fields that an administrator edited, and that the calendar has otherwise. */
export function editedEventFields(
  { edited_fields, ...stored }: { readonly edited_fields: readonly string[] },
  given: Columns,
): string[] {
  const { after } = differences<Columns>(stored, given);
  const fields = Object.keys(after)
    .filter((column) => protectorsOf(column).some((name) => edited_fields.includes(name)))
    .map((column) => (column.startsWith('venue_') ? 'venue' : column));
  return [...new Set(fields)];
}
