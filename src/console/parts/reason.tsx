import { t } from '../lib/text.ts';
import { Dialog } from './dialog.tsx';

/** The longest reason that the service takes. */
const MAX_LENGTH = 500;

/** Asks for the reason of a rejection, which the person reads. */
export function Reason({
  title,
  close,
  submit,
}: {
  title: string;
  close: () => void;
  submit: (reason: string) => void;
}) {
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(String(new FormData(event.currentTarget).get('reason')).trim());
          close();
        }}
      >
        <label>
          {t('reason.label')}
          <input name="reason" required maxLength={MAX_LENGTH} autocomplete="off" />
        </label>
        <div class="buttons">
          <button type="button" onClick={close}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="primary">
            {t('reason.submit')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
