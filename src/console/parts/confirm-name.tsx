import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  readonly title: string;
  /** What has to be typed: the name of what is destroyed. */
  readonly name: string;
  readonly close: () => void;
  /** The words of the button. */
  readonly submit: string;
  readonly send: (fields: FormData) => void;
  readonly isBusy: boolean;
  readonly problem: unknown;
  /** What will be gone. */
  readonly children: ComponentChildren;
}

/** Asks for the name of what will be destroyed: a click alone destroys nothing. */
export function ConfirmName({ name, children, submit, send, isBusy, ...form }: Props) {
  const [typed, setTyped] = useState('');
  const isSame = typed.trim() === name.trim();
  return (
    <FormDialog
      {...form}
      submit={submit}
      isBusy={isBusy || !isSame}
      send={(fields) => isSame && send(fields)}
    >
      {children}
      <label>
        {t('confirm.type', { name })}
        <input
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          required
          autocomplete="off"
          spellcheck={false}
        />
      </label>
    </FormDialog>
  );
}
