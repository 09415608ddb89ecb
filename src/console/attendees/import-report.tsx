import type { AttendeeImportPreview, AttendeeImportResult } from '../../client/operations.d.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Lines, rowLine } from '../parts/import-lines.tsx';
import { Table } from '../parts/table.tsx';
import { fieldName } from './columns.tsx';
import { OutcomeTag } from './outcome-tag.tsx';

/** What an import would do with its rows: those of people who are there already, and what is wrong. */
export function ImportReport({ result }: { result: AttendeeImportResult }) {
  const { failed, left_out_count, errors, left_out, remarks, ignored_columns, preview } = result;
  return (
    <>
      {preview && <FirstRows rows={preview.rows} />}
      {preview && preview.merges.length > 0 && <Merges preview={preview} />}
      {ignored_columns.length > 0 && (
        <p class="muted">{t('people.import.ignored', { columns: ignored_columns.join(', ') })}</p>
      )}
      <Lines title={t('import.remarks')} lines={remarks.map(lineOf)} />
      <Lines title={counted('import.failed', failed)} lines={errors.map(rowLine)} count={failed} />
      <Lines
        title={counted('import.left-out', left_out_count)}
        lines={left_out.map(rowLine)}
        count={left_out_count}
      />
    </>
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
          <td>
            <OutcomeTag outcome={one.outcome} />
          </td>
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
            <td>
              <OutcomeTag outcome={one.outcome} />
            </td>
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
