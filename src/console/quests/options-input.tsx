import { useState } from 'preact/hooks';
import type { TaskOption } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';

const MIN = 2;
const MAX = 20;

/** An id that an option keeps whatever its words become. */
const newOption = (): TaskOption => ({ id: crypto.randomUUID().slice(0, 8), label: '' });

interface Props {
  readonly options: readonly TaskOption[] | undefined;
  /** Whether some are correct. Those of a stored task are secret, so none is marked. */
  readonly hasAnswers?: boolean;
  readonly isNew: boolean;
}

/** What participants choose from. */
export function OptionsInput({ options, hasAnswers = false, isNew }: Props) {
  const [shown, setShown] = useState(options ?? [newOption(), newOption()]);
  return (
    <fieldset class="options">
      <legend>{t('quests.task.options')}</legend>
      {hasAnswers && (
        <p class="muted">{t(isNew ? 'quests.task.correct.new' : 'quests.task.correct.keep')}</p>
      )}
      {shown.map(({ id, label }, index) => (
        <div key={id}>
          <input type="hidden" name="option_id" value={id} />
          {hasAnswers && (
            <label class="check">
              <input
                name="correct"
                type="checkbox"
                value={id}
                aria-label={t('quests.task.correct', { number: index + 1 })}
              />
            </label>
          )}
          <input
            name="option"
            required
            maxLength={200}
            defaultValue={label}
            aria-label={t('quests.task.option', { number: index + 1 })}
            autocomplete="off"
          />
          <button
            type="button"
            class="btn quiet"
            disabled={shown.length <= MIN}
            aria-label={t('quests.task.option.remove', { number: index + 1 })}
            onClick={() => setShown(shown.filter((one) => one.id !== id))}
          >
            <span aria-hidden="true">✕</span>
          </button>
        </div>
      ))}
      <button
        type="button"
        class="btn"
        disabled={shown.length >= MAX}
        onClick={() => setShown([...shown, newOption()])}
      >
        {t('quests.task.option.add')}
      </button>
    </fieldset>
  );
}

/** The options that were typed into an `OptionsInput`. */
export function optionsOf(form: FormData): TaskOption[] {
  const labels = form.getAll('option');
  return form
    .getAll('option_id')
    .map((id, index) => ({ id: String(id), label: String(labels[index] ?? '').trim() }));
}
