import { useState } from 'preact/hooks';
import type { AttendeeImportRequest } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Check } from '../parts/fields.tsx';
import { ImportDialog } from '../parts/import-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { ColumnFields, columnsOf } from './columns.tsx';
import { ImportReport } from './import-report.tsx';
import { refreshAttendees } from './operations.ts';
import { PastImports, undoImport } from './past-imports.tsx';

const PRESETS = ['detect', 'pretix', 'luma', 'eventbrite'] as const satisfies readonly NonNullable<
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
  const [from, setFrom] = useState<string>('detect');
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
      report={(result) => <ImportReport result={result} />}
    >
      <label class="field">
        {t('import.file')}
        <input
          name="file"
          type="file"
          required
          accept=".csv,.xlsx"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </label>
      <a href={SAMPLE} download="guests.csv">
        {t('import.sample')}
      </a>
      <label class="field">
        {t('import.from')}
        <select name="preset" value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
          {PRESETS.map((preset) => (
            <option key={preset} value={preset}>
              {t(`import.from.${preset}`)}
            </option>
          ))}
          <option value="columns">{t('import.from.columns')}</option>
        </select>
      </label>
      {from === 'columns' && file && <ColumnFields key={file.name} file={file} />}
      <Check name="keep_email">{t('import.keep-email')}</Check>
      <Check name="allow_nameless">{t('import.allow-nameless')}</Check>
      <PastImports conference={conference} />
    </ImportDialog>
  );
}
