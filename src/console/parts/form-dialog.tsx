import type { ComponentChildren } from 'preact';
import { queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface Props {
  readonly title: string;
  readonly close: () => void;
  /** The words of the button that sends the form. */
  readonly submit: string;
  readonly send: (fields: FormData) => void;
  readonly isBusy?: boolean;
  /** Why the service refused. */
  readonly problem?: unknown;
  /** Replaces the button after a trial: applies what was tried. */
  readonly confirm?:
    | { readonly text: string; readonly run: () => void; readonly isDisabled?: boolean }
    | undefined;
  /** After a change of any field. */
  readonly change?: () => void;
  readonly cancel?: string;
  /** What stays in view above the buttons, such as whom the change reaches. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A form in a dialog: its fields, what the service refuses, and its buttons. */
export function FormDialog({
  title,
  close,
  submit,
  send,
  isBusy = false,
  problem,
  confirm,
  change,
  cancel = t('dialog.cancel'),
  foot,
  children,
}: Props) {
  // `isBusy` is as of the last drawing: a second click can come before the next one.
  const once = (action: () => void) => {
    if (queries.isMutating() === 0) action();
  };
  return (
    <Dialog title={title} close={close}>
      <form
        onInput={change}
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          once(() => send(fields));
        }}
      >
        <Problem error={problem} />
        {children}
        <div class="foot">
          {foot}
          <div class="buttons">
            <button type="button" class="btn" onClick={close}>
              {cancel}
            </button>
            {confirm ? (
              <button
                type="button"
                class="btn primary"
                disabled={isBusy || confirm.isDisabled}
                onClick={() => once(confirm.run)}
              >
                {confirm.text}
              </button>
            ) : (
              <button type="submit" class="btn primary" disabled={isBusy}>
                {submit}
              </button>
            )}
          </div>
        </div>
      </form>
    </Dialog>
  );
}

/** What was typed into a field, without the spaces around it. */
export const textOf = (fields: FormData, name: string): string =>
  String(fields.get(name) ?? '').trim();
