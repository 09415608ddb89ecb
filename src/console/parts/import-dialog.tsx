import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { Dialog } from './dialog.tsx';
import { FormDialog } from './form-dialog.tsx';

/** How a file is sent: on trial, or for real and once. */
export interface Attempt {
  readonly dry_run: boolean;
  /** The same for each press of one draft. */
  readonly idempotencyKey: string;
}

interface Props<Body, Result> {
  readonly title: string;
  readonly close: () => void;
  /** The words of the button that tries the file. */
  readonly check: string;
  readonly bodyOf: (fields: FormData) => Body;
  readonly run: (body: Body, attempt: Attempt) => Promise<Result>;
  /** After the import. */
  readonly done: (result: Result) => unknown;
  readonly report: (result: Result) => ComponentChildren;
  /** Shows the report once more, as applied, until the reader closes it; else the dialog closes. */
  readonly applied?: (result: Result) => ComponentChildren;
  readonly children: ComponentChildren;
}

/** Imports a file: first a report of what would happen, then the same file with the same options for real. */
export function ImportDialog<Body, Result>({
  title,
  close,
  check,
  bodyOf,
  run,
  done,
  report,
  applied,
  children,
}: Props<Body, Result>) {
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [tried, setTried] = useState<{ readonly body: Body; readonly result: Result }>();
  const attempt = useMutation({
    mutationFn: async (fields: FormData) => {
      const body = bodyOf(fields);
      setTried({ body, result: await run(body, { dry_run: true, idempotencyKey }) });
    },
  });
  const apply = useMutation({
    mutationFn: (body: Body) => run(body, { dry_run: false, idempotencyKey }),
    onSuccess: async (result) => {
      if (!applied) close();
      await done(result);
    },
  });
  if (applied && apply.data !== undefined) {
    return (
      <Dialog title={title} close={close}>
        {applied(apply.data)}
        <div class="buttons">
          <button type="button" class="btn primary" onClick={close}>
            {t('import.close')}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      close={close}
      submit={check}
      send={attempt.mutate}
      change={() => {
        setTried(undefined);
        setKey(crypto.randomUUID());
      }}
      isBusy={attempt.isPending || apply.isPending}
      problem={attempt.error ?? apply.error}
      confirm={tried && { text: t('import.apply'), run: () => apply.mutate(tried.body) }}
    >
      {children}
      {tried && report(tried.result)}
    </FormDialog>
  );
}
