import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AttendeeImportRequest, AttendeeImportResult } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { Check } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { ColumnFields, columnsOf } from './columns.tsx';
import { refreshAttendees } from './operations.ts';

const PRESETS = ['pretix', 'luma', 'eventbrite'] as const satisfies readonly NonNullable<
  AttendeeImportRequest['preset']
>[];

interface Tried {
  readonly body: AttendeeImportRequest & { readonly file: Blob };
  readonly result: AttendeeImportResult;
}

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}

/** Imports a list of guests: first a report of what would happen, then the same file for real. */
export function ImportGuests({ conference: { id: conference_id }, close }: Props) {
  const [tried, setTried] = useState<Tried>();
  const [file, setFile] = useState<File>();
  const [from, setFrom] = useState('');
  // Pressed twice, one draft is imported once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const attempt = useMutation({
    mutationFn: async (fields: FormData) => {
      const preset = PRESETS.find((one) => one === fields.get('preset'));
      const columns = columnsOf(fields);
      const body = {
        file: fields.get('file') as Blob,
        ...(preset && { preset }),
        ...(columns && { columns }),
        keep_email: fields.has('keep_email'),
      };
      const params = { conference_id, dry_run: true };
      setTried({ body, result: await api.call('importConferenceAttendees', { params, body }) });
    },
  });
  const apply = useMutation({
    mutationFn: ({ body }: Tried) =>
      api.call('importConferenceAttendees', { params: { conference_id }, body, idempotencyKey }),
    onSuccess: async ({ created, updated }) => {
      say(t('import.done', { created, updated }));
      close();
      await refreshAttendees();
    },
  });
  return (
    <FormDialog
      title={t('import.open')}
      close={close}
      submit={t('import.try')}
      send={attempt.mutate}
      change={() => {
        setTried(undefined);
        setKey(crypto.randomUUID());
      }}
      isBusy={attempt.isPending || apply.isPending}
      problem={attempt.error ?? apply.error}
      confirm={tried && { text: t('import.apply'), run: () => apply.mutate(tried) }}
    >
      <label>
        {t('import.file')}
        <input
          name="file"
          type="file"
          required
          accept=".csv,.xlsx"
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
      </label>
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
      {from === 'columns' && file && <ColumnFields key={file.name} file={file} />}
      <Check name="keep_email">{t('import.keep-email')}</Check>
      {tried && <Report result={tried.result} />}
    </FormDialog>
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
    warnings,
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
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {errors.map(({ row, error }) => (
          <li key={`${row} ${error}`}>{t('import.row', { row, error })}</li>
        ))}
        {left_out.map(({ row, reason }) => (
          <li key={`${row} ${reason}`}>{t('import.row', { row, error: reason })}</li>
        ))}
      </ul>
    </section>
  );
}
