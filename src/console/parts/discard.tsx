import { t } from '../lib/text.ts';
import { question } from '../lib/unsaved.ts';
import { Dialog } from './dialog.tsx';

/** The question before typed words are thrown away, above every other dialog. */
export function Discard() {
  const answer = question.use();
  if (!answer) return null;
  return (
    <Dialog title={t('discard.title')} close={() => answer(false)}>
      <p>{t('discard.more')}</p>
      <div class="buttons">
        <button type="button" class="btn bad" onClick={() => answer(true)}>
          {t('discard.submit')}
        </button>
        <button type="button" class="btn primary" onClick={() => answer(false)}>
          {t('discard.keep')}
        </button>
      </div>
    </Dialog>
  );
}
