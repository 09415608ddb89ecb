import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AttendeeImportRequest, AttendeeImportResult } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

const PRESETS = ['pretix', 'luma', 'eventbrite'] as const satisfies readonly NonNullable<
  AttendeeImportRequest['preset']
>[];

/** Imports a list of guests: first a report of what would happen, then the same file for real. */
export function ImportGuests({ conference }: { conference: Conference }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {t('import.open')}
      </button>
      {isOpen && <Form conference_id={conference.id} close={() => setOpen(false)} />}
    </>
  );
}

interface Tried {
  readonly body: { readonly file: Blob; readonly preset?: (typeof PRESETS)[number] };
  readonly result: AttendeeImportResult;
}

function Form({ conference_id, close }: { conference_id: number; close: () => void }) {
  const [tried, setTried] = useState<Tried>();
  const attempt = useMutation({
    mutationFn: async (fields: FormData) => {
      const preset = PRESETS.find((one) => one === fields.get('preset'));
      const body = { file: fields.get('file') as Blob, ...(preset && { preset }) };
      const params = { conference_id, dry_run: true };
      setTried({ body, result: await api.call('importConferenceAttendees', { params, body }) });
    },
  });
  const apply = useMutation({
    mutationFn: ({ body }: Tried) =>
      api.call('importConferenceAttendees', { params: { conference_id }, body }),
    onSuccess: async ({ created, updated }) => {
      say(t('import.done', { created, updated }));
      close();
      await queries.invalidateQueries({ queryKey: ['attendees'] });
    },
  });
  return (
    <FormDialog
      title={t('import.open')}
      close={close}
      submit={t('import.try')}
      send={attempt.mutate}
      change={() => setTried(undefined)}
      isBusy={attempt.isPending || apply.isPending}
      problem={attempt.error ?? apply.error}
      confirm={tried && { text: t('import.apply'), run: () => apply.mutate(tried) }}
    >
      <label>
        {t('import.file')}
        <input name="file" type="file" required accept=".csv,.xlsx" />
      </label>
      <label>
        {t('import.from')}
        <select name="preset">
          <option value="">{t('import.from.own')}</option>
          {PRESETS.map((preset) => (
            <option key={preset} value={preset}>
              {t(`import.from.${preset}`)}
            </option>
          ))}
        </select>
      </label>
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
  } = result;
  return (
    <section role="status">
      <p>
        <strong>{t('import.report', { created, updated, unchanged })}</strong>
      </p>
      {waitlisted > 0 && <p>{counted('import.waitlisted', waitlisted)}</p>}
      {left_out_count > 0 && <p>{counted('import.left-out', left_out_count)}</p>}
      {failed > 0 && <p class="problem">{counted('import.failed', failed)}</p>}
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
