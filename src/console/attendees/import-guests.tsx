import { useState } from 'preact/hooks';
import type { AttendeeImportRequest, AttendeeImportResult } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { lineOf, sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Check } from '../parts/fields.tsx';
import { ImportDialog } from '../parts/import-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { ColumnFields, columnsOf } from './columns.tsx';
import { firstRows } from './first-rows.ts';
import { refreshAttendees } from './operations.ts';
import { PastImports, undoImport } from './past-imports.tsx';

const PRESETS = ['pretix', 'luma', 'eventbrite'] as const satisfies readonly NonNullable<
  AttendeeImportRequest['preset']
>[];

function bodyOf(fields: FormData): AttendeeImportRequest & { readonly file: Blob } {
  const preset = PRESETS.find((one) => one === fields.get('preset'));
  const columns = columnsOf(fields);
  return {
    file: fields.get('file') as Blob,
    ...(preset && { preset }),
    ...(columns && { columns }),
    keep_email: fields.has('keep_email'),
    allow_nameless: fields.has('allow_nameless'),
  };
}

type Shop = (typeof PRESETS)[number];

/** A column that only the guest lists of the shop have. */
const SIGNS: Readonly<Record<Shop, string>> = {
  pretix: 'order code',
  luma: 'approval_status',
  eventbrite: 'attendee status',
};
const shopOf = (header: readonly string[]): Shop | undefined =>
  PRESETS.find((shop) => header.some((title) => title.toLowerCase() === SIGNS[shop]));

/** A list as it is imported without a choice of columns. */
const SAMPLE = `data:text/csv;charset=utf-8,${encodeURIComponent(
  [
    'first_name,last_name,company,job_title,ticket_type,ticket_code,email,username',
    'Ada,Lovelace,Analytical Engines,Engineer,speaker,K3PVZYAXHVNZQX5K,,',
    'Kim,Lee,,,regular,,kim@example.org,',
  ].join('\n'),
)}`;

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}

/** Imports a list of guests: first a report of what would happen, then the same file for real. */
export function ImportGuests({ conference, close }: Props) {
  const { id: conference_id } = conference;
  const mayUndo = useMay()('attendees:write');
  const [file, setFile] = useState<File>();
  const [from, setFrom] = useState('');
  const [shop, setShop] = useState<Shop>();
  const choose = async (chosen: File | undefined) => {
    setFile(chosen);
    setShop(undefined);
    const [header = []] = chosen ? await firstRows(chosen, 1) : [];
    const found = shopOf(header);
    setShop(found);
    if (found) setFrom(found);
  };
  return (
    <ImportDialog
      title={t('import.open')}
      close={close}
      check={t('import.try')}
      bodyOf={bodyOf}
      run={(body, { dry_run, idempotencyKey }) =>
        api.call('importConferenceAttendees', {
          params: { conference_id, dry_run },
          body,
          ...(!dry_run && { idempotencyKey }),
        })
      }
      done={async ({ created, updated, import_id }) => {
        const undo = async () => {
          if (import_id) say(await undoImport(conference_id, import_id).catch(sentenceOf));
        };
        say(t('import.done', { created, updated }), import_id && mayUndo ? undo : undefined);
        await refreshAttendees();
      }}
      report={(result) => <Report result={result} />}
    >
      <label>
        {t('import.file')}
        <input
          name="file"
          type="file"
          required
          accept=".csv,.xlsx"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </label>
      <a href={SAMPLE} download="guests.csv">
        {t('import.sample')}
      </a>
      <label>
        {t('import.from')}
        <select name="preset" value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
          <option value="">{t('import.from.own')}</option>
          {PRESETS.map((preset) => (
            <option key={preset} value={preset}>
              {t(`import.from.${preset}`)}
            </option>
          ))}
          <option value="columns">{t('import.from.columns')}</option>
        </select>
      </label>
      {shop && <p role="status">{t('import.looks-like', { shop: t(`import.from.${shop}`) })}</p>}
      {from === 'columns' && file && <ColumnFields key={file.name} file={file} />}
      <Check name="keep_email">{t('import.keep-email')}</Check>
      <Check name="allow_nameless">{t('import.allow-nameless')}</Check>
      <PastImports conference={conference} />
    </ImportDialog>
  );
}

function Report({ result }: { result: AttendeeImportResult }) {
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
  } = result;
  return (
    <section role="status">
      <p>
        <strong>{t('import.report', { created, updated, unchanged })}</strong>
      </p>
      {waitlisted > 0 && <p>{counted('import.waitlisted', waitlisted)}</p>}
      {left_out_count > 0 && <p>{counted('import.left-out', left_out_count)}</p>}
      {failed > 0 && <p class="problem">{counted('import.failed', failed)}</p>}
      {ignored_columns.length > 0 && (
        <p>{t('people.import.ignored', { columns: ignored_columns.join(', ') })}</p>
      )}
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
