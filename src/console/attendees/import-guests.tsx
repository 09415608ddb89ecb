import { useRef, useState } from 'preact/hooks';
import type { AttendeeImportRequest, AttendeeImportResult } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Check, Choice } from '../parts/fields.tsx';
import { FileField } from '../parts/file-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { ImportPage } from '../parts/import-page.tsx';
import { say } from '../parts/toasts.tsx';
import { ColumnFields, columnsOf } from './columns.tsx';
import { ImportReport } from './import-report.tsx';
import { refreshAttendees } from './operations.ts';
import { PastImports, undoImport } from './past-imports.tsx';

type Body = AttendeeImportRequest & { readonly file: Blob };

const PRESETS = ['detect', 'pretix', 'luma', 'eventbrite'] as const satisfies readonly NonNullable<
  AttendeeImportRequest['preset']
>[];

/** A list as it is imported without a choice of columns. */
const SAMPLE = `data:text/csv;charset=utf-8,${encodeURIComponent(
  [
    'first_name,last_name,company,job_title,ticket_type,ticket_code,email,username',
    'Ada,Lovelace,Analytical Engines,Engineer,speaker,K3PVZYAXHVNZQX5K,,',
    'Kim,Lee,,,regular,,kim@example.org,',
  ].join('\n'),
)}`;

/** Imports a list of guests. */
export function ImportGuests({ conference }: { conference: Conference }) {
  const { id: conference_id } = conference;
  const mayUndo = useMay()('attendees:write');
  const [file, setFile] = useState<File>();
  /** Whether the columns were chosen; read within the event that changes it. */
  const isOwn = useRef(false);
  return (
    <ImportPage<Body, AttendeeImportResult>
      title={t('import.open')}
      conference={conference}
      screen="attendees"
      bodyOf={(fields, tried) => {
        const preset = PRESETS.find((one) => one === fields.get('preset'));
        const columns = isOwn.current ? columnsOf(fields) : undefined;
        // Chosen columns alone would make a guest of each row, also of those whom the shop has declined.
        const found = columns && preset === 'detect' ? tried?.preview?.preset : preset;
        return {
          file: fields.get('file') as Blob,
          ...(found && { preset: found }),
          ...(columns && { columns }),
          keep_email: fields.has('keep_email'),
          allow_nameless: fields.has('allow_nameless'),
        };
      }}
      run={(body, { dry_run, idempotencyKey }) =>
        api.call('importConferenceAttendees', {
          params: { conference_id, dry_run },
          body,
          ...(!dry_run && { idempotencyKey }),
        })
      }
      countsOf={({ left_out_count: left_out, ...counts }) => ({ ...counts, left_out })}
      submit={(count) => counted('import.guests', count)}
      done={async ({ created, updated, import_id }) => {
        const undo = async () => {
          if (import_id) say(await undoImport(conference_id, import_id).catch(sentenceOf));
        };
        say(t('import.done', { created, updated }), import_id && mayUndo ? undo : undefined);
        await refreshAttendees();
      }}
      report={(result) => <ImportReport result={result} />}
      past={<PastImports conference={conference} />}
    >
      {(tried) => (
        <>
          <div class="card">
            <div class="body stack">
              <FileField
                label={t('import.file')}
                accept=".csv,.xlsx"
                required
                choose={(chosen) => {
                  isOwn.current = false;
                  setFile(chosen);
                }}
              >
                {tried?.preview?.preset && (
                  <span class="tag good">
                    <Icon name="check" />
                    {t('import.looks-like', { shop: t(`import.from.${tried.preview.preset}`) })}
                  </span>
                )}
                <a href={SAMPLE} download="guests.csv">
                  {t('import.sample')}
                </a>
              </FileField>
              <Choice
                name="preset"
                label={t('import.from')}
                values={PRESETS}
                textOf={(one) => t(`import.from.${one}`)}
              />
              <Check name="keep_email">{t('import.keep-email')}</Check>
              <Check name="allow_nameless">{t('import.allow-nameless')}</Check>
            </div>
          </div>
          {file && (
            <ColumnFields
              key={`${file.name} ${file.lastModified}`}
              file={file}
              preview={tried?.preview}
              choose={() => {
                isOwn.current = true;
              }}
            />
          )}
        </>
      )}
    </ImportPage>
  );
}
