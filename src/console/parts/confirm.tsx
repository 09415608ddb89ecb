import { useMutation } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { t } from '../lib/text.ts';
import { FormDialog, textOf } from './form-dialog.tsx';

interface Props {
  readonly title: string;
  readonly close: () => void;
  /** The words of the button, which say what happens: "Revoke", not "OK". */
  readonly submit: string;
  readonly run: (fields: FormData) => Promise<unknown>;
  /** What has to be typed before something is destroyed. */
  readonly typed?: string | undefined;
  /** What will happen. */
  readonly children: ComponentChildren;
}

/** Asks before what cannot be undone. It closes once that is done, and says why it was refused. */
export function Confirm({ title, close, submit, run, typed, children }: Props) {
  const action = useMutation({ mutationFn: run, onSuccess: close });
  return (
    <FormDialog
      title={title}
      close={close}
      submit={submit}
      send={(fields) => {
        if (typed === undefined || textOf(fields, 'typed') === typed) action.mutate(fields);
      }}
      isBusy={action.isPending}
      problem={action.error}
    >
      {children}
      {typed !== undefined && (
        <label class="field">
          {t('confirm.type', { text: typed })}
          <input name="typed" data-passing required pattern={patternOf(typed)} autocomplete="off" />
        </label>
      )}
    </FormDialog>
  );
}

/** The pattern that only this text matches, so that the browser says what is missing. */
const patternOf = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
