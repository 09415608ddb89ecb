import { useMay } from '../lib/access.ts';
import { queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Problem } from '../parts/problem.tsx';
import type { Choices } from './choices.ts';
import type { Content } from './content.ts';
import { EditConflict } from './edit-conflict.tsx';
import type { Saving } from './use-saving.ts';

interface Props {
  readonly saving: Saving;
  readonly mine: Content;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** Saves a draft, or checks what is to be sent; before that, what a colleague has saved. */
export function SaveButtons({ saving, mine, conference, choices }: Props) {
  const may = useMay();
  const { base, theirs, problem, isBusy } = saving;
  const error = problem ?? choices.error;
  return (
    <>
      {theirs && base && (
        <EditConflict
          base={base}
          theirs={theirs}
          mine={mine}
          context={{ conference, choices }}
          keep={saving.keep}
        />
      )}
      <Problem error={error} />
      {!theirs && (
        <div class="buttons">
          {base?.status !== 'scheduled' && (
            <button
              type="button"
              class="btn"
              disabled={isBusy}
              onClick={({ currentTarget }) => {
                if (currentTarget.form?.reportValidity() && queries.isMutating() === 0)
                  saving.save();
              }}
            >
              {t('compose.save')}
            </button>
          )}
          {may('broadcasts:send') && (
            <button type="submit" class="btn primary" disabled={isBusy}>
              {t('compose.check')}
            </button>
          )}
        </div>
      )}
    </>
  );
}
