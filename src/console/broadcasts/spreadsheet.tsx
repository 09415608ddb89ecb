import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { SheetDryRun, SheetSend } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { TextArea, TextField } from '../parts/fields.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

type Body = SheetSend & { readonly file: Blob };

interface Tried {
  readonly body: Body;
  readonly result: SheetDryRun;
}

/** A broadcast to the people of a spreadsheet, whose columns are its variables: first a trial, then for real. */
export function SpreadsheetBroadcast({ close }: { close: () => void }) {
  const [tried, setTried] = useState<Tried>();
  // One for what was tried, not for the click.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const attempt = useMutation({
    mutationFn: async (form: FormData) => {
      const body: Body = {
        file: form.get('file') as Blob,
        title: textOf(form, 'title'),
        body: textOf(form, 'body'),
      };
      const params = { dry_run: true };
      const result = await api.call('sendSpreadsheetBroadcast', { params, body });
      if ('dry_run' in result) setTried({ body, result });
    },
  });
  const send = useMutation({
    mutationFn: ({ body }: Tried) => api.call('sendSpreadsheetBroadcast', { body, idempotencyKey }),
    onSuccess: () => {
      say(t('compose.sent'));
      close();
      return queries.invalidateQueries({ queryKey: ['broadcasts'] });
    },
  });
  const count = tried?.result.count ?? 0;
  return (
    <FormDialog
      title={t('sheet.title')}
      close={close}
      submit={t('sheet.check')}
      send={attempt.mutate}
      change={() => {
        setTried(undefined);
        setKey(crypto.randomUUID());
      }}
      isBusy={attempt.isPending || send.isPending}
      problem={attempt.error ?? send.error}
      confirm={
        tried && {
          text: counted('sheet.send', count),
          run: () => send.mutate(tried),
          isDisabled: count === 0,
        }
      }
    >
      <p class="muted">{t('sheet.more', { seat: '{{seat}}' })}</p>
      <TextField name="file" type="file" label={t('import.file')} required accept=".csv,.xlsx" />
      <TextField name="title" label={t('compose.field.title')} required maxLength={200} />
      <TextArea
        name="body"
        label={t('compose.field.body')}
        value=""
        required
        maxLength={4_000}
        dir="auto"
      />
      {tried && <Report result={tried.result} />}
    </FormDialog>
  );
}

function Report({ result: { count, recipients, samples, sheet } }: { result: SheetDryRun }) {
  const [sample] = samples;
  return (
    <section role="status">
      <p>
        <strong>{counted('compose.reach', count)}</strong>
        <small>{t('compose.channels.reach', recipients)}</small>
      </p>
      {sheet.failed > 0 && <p class="note warn">{counted('sheet.failed', sheet.failed)}</p>}
      <ul>
        {sheet.errors.slice(0, 10).map((one) => (
          <li key={one.row}>{t('sheet.row', { row: one.row, error: lineOf(one) })}</li>
        ))}
      </ul>
      {sample && (
        <blockquote dir="auto">
          <strong>{sample.title}</strong>
          <br />
          {sample.body}
        </blockquote>
      )}
    </section>
  );
}
