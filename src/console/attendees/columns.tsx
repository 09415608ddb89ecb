import { useQuery } from '@tanstack/preact-query';
import type { AttendeeImportPreview, AttendeeImportRequest } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { TextField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { firstRows } from './first-rows.ts';
import { OutcomeTag } from './outcome-tag.tsx';

type Columns = NonNullable<AttendeeImportRequest['columns']>;

/** What an import reads, and what organizers call it. */
const FIELDS = [
  ['ticket_code', 'attendees.claimed.ticket_code'],
  ['email', 'attendees.email'],
  ['username', 'people.username'],
  ['messenger_id', 'import.columns.messenger-id'],
  ['name', 'import.columns.name'],
  ['first_name', 'walk-in.first-name'],
  ['last_name', 'walk-in.last-name'],
  ['company', 'walk-in.company'],
  ['job_title', 'people.field.job_title'],
  ['ticket_type', 'attendees.ticket-type'],
  ['scan_code', 'import.columns.scan-code'],
] as const satisfies readonly (readonly [
  NonNullable<AttendeeImportPreview['columns'][number]['field']>,
  string,
])[];

/** A header can be below other rows. */
const READ_ROWS = 30;
const SHOWN_ROWS = 6;

interface Props {
  readonly file: File;
  /** What the service makes of the file; undefined before its answer, and of one that it refuses. */
  readonly preview: AttendeeImportPreview | null | undefined;
  /** A column was chosen, in place of those that the service recognizes. */
  readonly choose: () => void;
}

/** What each column of a file is, above its first rows and beside their results. */
export function ColumnFields({ file, preview, choose }: Props) {
  const head = useQuery({
    queryKey: ['import-head', file.name, file.size, file.lastModified],
    queryFn: () => firstRows(file, READ_ROWS),
    gcTime: 0,
  });
  if (!head.data) return null;
  const read = preview?.columns ?? [];
  const at = head.data.findIndex((cells) => read.every(({ title }) => cells.includes(title)));
  const header = head.data[at] ?? [];
  const columns =
    read.length > 0 ? read : header.filter(Boolean).map((title) => ({ title, field: null }));
  // A workbook that the service refuses: the browser cannot read its header.
  if (columns.length === 0) return <NamedColumns choose={choose} />;
  const rows = head.data.slice(at + 1, at + 1 + SHOWN_ROWS);
  return (
    <section class="card" aria-label={t('import.columns')}>
      <header>
        <h2>{t('import.columns')}</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus. */}
      <section class="scroll columns-of-file" aria-label={t('import.columns.rows')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('import.outcome')}</th>
              {columns.map(({ title, field }) => (
                <th key={title} scope="col">
                  <label class="field">
                    {title}
                    <select
                      // Begins again with what the service has read.
                      key={field}
                      name={`as-${title}`}
                      defaultValue={field ?? ''}
                      onChange={choose}
                    >
                      <option value="">{t('import.columns.none')}</option>
                      {FIELDS.map(([name, text]) => (
                        <option key={name} value={name} selected={name === field}>
                          {t(text)}
                        </option>
                      ))}
                    </select>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => {
              const outcome = preview?.rows[index]?.outcome;
              return (
                <tr key={String(index)}>
                  <td>{outcome && <OutcomeTag outcome={outcome} />}</td>
                  {columns.map(({ title }) => (
                    <td key={title}>{cells[header.indexOf(title)]}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

const NamedColumns = ({ choose }: Pick<Props, 'choose'>) => (
  <fieldset onChange={choose}>
    <legend>{t('import.columns')}</legend>
    <p class="muted">{t('import.columns.workbook')}</p>
    <div class="columns">
      {FIELDS.map(([field, text]) => (
        <TextField key={field} name={`column-${field}`} label={t(text)} maxLength={200} />
      ))}
    </div>
  </fieldset>
);

/** The columns that a form names; undefined for none. */
export function columnsOf(form: FormData): Columns | undefined {
  const chosen = [...form].flatMap(([name, field]) =>
    name.startsWith('as-') && field !== '' ? [[String(field), name.slice(3)] as const] : [],
  );
  const typed = FIELDS.flatMap(([field]) => {
    const column = textOf(form, `column-${field}`);
    return column ? [[field, column] as const] : [];
  });
  const named = [...chosen, ...typed];
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/** What organizers call a field of an import; undefined for a name of none. */
export function fieldName(name: string): string | undefined {
  const text = FIELDS.find(([field]) => field === name)?.[1];
  return text && t(text);
}
