import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ImportResult } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';

/** Imports users: first a report of what would happen, then the same file for real. */
export function ImportPeople() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="btn primary" onClick={() => setOpen(true)}>
        <Icon name="upload" />
        {t('people.import')}
      </button>
      {isOpen && <Form close={() => setOpen(false)} />}
    </>
  );
}

interface Tried {
  readonly body: { readonly file: Blob };
  readonly result: ImportResult;
}

function Form({ close }: { close: () => void }) {
  const [tried, setTried] = useState<Tried>();
  const attempt = useMutation({
    mutationFn: async (fields: FormData) => {
      const body = { file: fields.get('file') as Blob };
      const params = { dry_run: true };
      setTried({ body, result: await api.call('importUsers', { params, body }) });
    },
  });
  const apply = useMutation({
    mutationFn: ({ body }: Tried) => api.call('importUsers', { body }),
    onSuccess: async ({ created, updated }) => {
      say(t('import.done', { created, updated }));
      close();
      await queries.invalidateQueries({ queryKey: ['people'] });
    },
  });
  return (
    <FormDialog
      title={t('people.import')}
      close={close}
      submit={t('import.try')}
      send={attempt.mutate}
      change={() => setTried(undefined)}
      isBusy={attempt.isPending || apply.isPending}
      problem={attempt.error ?? apply.error}
      confirm={tried && { text: t('import.apply'), run: () => apply.mutate(tried) }}
    >
      <label class="field">
        {t('import.file')}
        <input name="file" type="file" required accept=".csv,.xlsx" />
      </label>
      <p class="muted">{t('people.import.columns')}</p>
      {tried && <Report result={tried.result} />}
    </FormDialog>
  );
}

function Report({ result }: { result: ImportResult }) {
  const { created, updated, unchanged, failed, errors, remarks, ignored_columns } = result;
  return (
    <section role="status">
      <p>
        <strong>{t('import.report', { created, updated, unchanged })}</strong>
      </p>
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
      </ul>
    </section>
  );
}
