import { t } from '../lib/text.ts';
import { FormDialog, textOf } from './form-dialog.tsx';

/** The longest reason that the service takes. */
const MAX_LENGTH = 500;

interface Props {
  readonly title: string;
  readonly close: () => void;
  readonly submit: (reason: string) => void;
}

/** Asks for the reason of a rejection, which the person reads. */
export const Reason = ({ title, close, submit }: Props) => (
  <FormDialog
    title={title}
    close={close}
    submit={t('reason.submit')}
    send={(fields) => {
      submit(textOf(fields, 'reason'));
      close();
    }}
  >
    <label class="field">
      {t('reason.label')}
      <input name="reason" required maxLength={MAX_LENGTH} autocomplete="off" />
    </label>
  </FormDialog>
);
