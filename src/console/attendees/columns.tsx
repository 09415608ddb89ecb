import { useQuery } from '@tanstack/preact-query';
import type { AttendeeImportRequest } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { Table } from '../parts/table.tsx';
import { firstRows } from './first-rows.ts';

type Columns = NonNullable<AttendeeImportRequest['columns']>;

/** What an import reads, and what organizers call it. The first four name the person. */
const FIELDS = [
  ['ticket_code', 'attendees.claimed.ticket_code'],
  ['email', 'attendees.email'],
  ['username', 'people.username'],
  ['messenger_id', 'import.columns.messenger-id'],
  ['first_name', 'walk-in.first-name'],
  ['last_name', 'walk-in.last-name'],
  ['company', 'walk-in.company'],
  ['job_title', 'people.field.job_title'],
  ['ticket_type', 'attendees.ticket-type'],
] as const satisfies readonly (readonly [keyof Columns, string])[];

const SHOWN_ROWS = 4;
const keyOf = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Which column of a file is what, beside its first rows. */
export function ColumnFields({ file }: { file: File }) {
  const head = useQuery({
    queryKey: ['import-head', file.name, file.size, file.lastModified],
    queryFn: () => firstRows(file, 1 + SHOWN_ROWS),
    gcTime: 0,
  });
  if (!head.data) return null;
  const [header = [], ...rows] = head.data;
  const titles = header.filter(Boolean);
  return (
    <fieldset>
      <legend>{t('import.columns')}</legend>
      <p class="muted">
        {t(titles.length > 0 ? 'import.columns.more' : 'import.columns.workbook')}
      </p>
      {titles.length > 0 && (
        <Table label={t('import.columns.rows')} head={header}>
          {rows.map((cells, at) => (
            <tr key={String(at)}>
              {header.map((_, column) => (
                <td key={String(column)}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </Table>
      )}
      <div class="columns">
        {FIELDS.map(([field, text]) => (
          <TextField
            key={`${field} ${titles.length}`}
            name={`column-${field}`}
            label={t(text)}
            value={titles.find((title) => keyOf(title) === keyOf(field))}
            list="import-columns"
            maxLength={200}
          />
        ))}
      </div>
      <datalist id="import-columns">
        {titles.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
    </fieldset>
  );
}

/** The columns that a form names; undefined for none. */
export function columnsOf(form: FormData): Columns | undefined {
  const named = FIELDS.flatMap(([field]) => {
    const column = textOf(form, `column-${field}`);
    return column ? [[field, column] as const] : [];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/** What organizers call a field of an import; undefined for a name of none. */
export function fieldName(name: string): string | undefined {
  const text = FIELDS.find(([field]) => field === name)?.[1];
  return text && t(text);
}
