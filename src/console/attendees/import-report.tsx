import type { AttendeeImportPreview, AttendeeImportResult } from '../../client/operations.d.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Table } from '../parts/table.tsx';
import { fieldName } from './columns.tsx';

/** What an import would do: by counts, by the first rows, and by the rows of people who are there already. */
export function ImportReport({ result }: { result: AttendeeImportResult }) {
  const {
    created,
    updated,
    unchanged,
    failed,
    left_out_count,
    waitlisted,
    errors,
    left_out,
    remarks,
    ignored_columns,
    preview,
  } = result;
  const shop = preview?.preset;
  return (
    <section role="status">
      {shop && <p>{t('import.looks-like', { shop: t(`import.from.${shop}`) })}</p>}
      <p>
        <strong>{t('import.report', { created, updated, unchanged })}</strong>
      </p>
      {waitlisted > 0 && <p>{counted('import.waitlisted', waitlisted)}</p>}
      {left_out_count > 0 && <p>{counted('import.left-out', left_out_count)}</p>}
      {failed > 0 && <p class="problem">{counted('import.failed', failed)}</p>}
      {ignored_columns.length > 0 && (
        <p>{t('people.import.ignored', { columns: ignored_columns.join(', ') })}</p>
      )}
      {preview && <FirstRows rows={preview.rows} />}
      {preview && preview.merges.length > 0 && <Merges preview={preview} />}
      <ul class="errors">
        {remarks.map((one) => (
          <li key={one.message}>{lineOf(one)}</li>
        ))}
        {errors.map((one) => (
          <li key={one.row}>{t('import.row', { row: one.row, error: lineOf(one) })}</li>
        ))}
        {left_out.map((one) => (
          <li key={`${one.row} ${one.reason}`}>
            {t('import.row', { row: one.row, error: lineOf(one) })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FirstRows({ rows }: Pick<AttendeeImportPreview, 'rows'>) {
  return (
    <Table
      label={t('import.first')}
      head={[
        { number: t('import.number') },
        t('attendees.name'),
        t('import.outcome'),
        t('attendees.status'),
        t('attendees.ticket-type'),
        t('attendees.claimed.ticket_code'),
        t('walk-in.company'),
      ]}
    >
      {rows.map((one) => (
        <tr key={one.row}>
          <td class="number">{one.row}</td>
          <td>{one.name}</td>
          <td>{t(`import.outcome.${one.outcome}`)}</td>
          <td>{one.status && t(`status.${one.status}`)}</td>
          <td>{one.ticket_type}</td>
          <td>{one.has_ticket_code && t('import.yes')}</td>
          <td>{one.company}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Most of them are those of the list that was imported before: the reader opens them. */
function Merges({ preview: { merges, merge_count } }: { preview: AttendeeImportPreview }) {
  return (
    <details>
      <summary>{counted('import.merges', merge_count)}</summary>
      <Table
        label={t('import.merges.label')}
        head={[
          { number: t('import.number') },
          t('attendees.name'),
          t('import.there'),
          t('import.by'),
          t('import.outcome'),
        ]}
      >
        {merges.map((one) => (
          <tr key={one.row}>
            <td class="number">{one.row}</td>
            <td>{one.name}</td>
            <td>{thereOf(one)}</td>
            <td>{one.by && fieldName(one.by)}</td>
            <td>{t(`import.outcome.${one.outcome}`)}</td>
          </tr>
        ))}
      </Table>
      {merge_count > merges.length && (
        <p class="muted">{t('import.merges.first', { count: merges.length })}</p>
      )}
    </details>
  );
}

function thereOf({ existing_name, existing_row }: AttendeeImportPreview['merges'][number]): string {
  const name = existing_name ?? t('attendees.unnamed');
  return existing_row === null ? name : t('import.there.row', { name, row: existing_row });
}
