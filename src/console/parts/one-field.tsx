import { textOf } from './form-dialog.tsx';

interface Props {
  readonly label: string;
  readonly type?: 'date' | 'search' | undefined;
  readonly value?: string | undefined;
  readonly submit: string;
  /** Not called without words. */
  readonly send: (text: string) => void;
}

/** A field of a popover, and the button that closes it. */
export const OneField = ({ label, type = 'search', value, submit, send }: Props) => (
  <form
    class="one-field"
    data-passing
    onSubmit={(event) => {
      event.preventDefault();
      const text = textOf(new FormData(event.currentTarget), 'text');
      if (text) send(text);
    }}
  >
    <label class="field">
      {label}
      <input name="text" type={type} value={value ?? ''} maxLength={100} autocomplete="off" />
    </label>
    <button type="submit" class="btn primary">
      {submit}
    </button>
  </form>
);
