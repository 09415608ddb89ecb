import { useMutation } from '@tanstack/preact-query';
import type { AdminAgendaItem } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { counted, t } from '../lib/text.ts';
import { Check } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import type { Program } from './item-fields.tsx';
import { ModeChoice, modeIn } from './questions-part.tsx';

interface Props {
  /** Of the day. */
  readonly items: readonly AdminAgendaItem[];
  readonly program: Program;
  readonly close: () => void;
}

/** Opens or closes the questions of several sessions of a day. Nobody is notified. */
export function QuestionItems({ items, program: { clock }, close }: Props) {
  const apply = useMutation({
    mutationFn: async (form: FormData) => {
      const ids = form.getAll('item').map(Number);
      if (ids.length === 0) throw new Error(t('agenda.questions.none'));
      return api.call('moveAgendaItems', { body: { ids, questions: modeIn(form) } });
    },
    onSuccess: async ({ moved }) => {
      await queries.invalidateQueries({ queryKey: ['agenda'] });
      say(counted('agenda.questions.set', moved));
      close();
    },
  });
  return (
    <FormDialog
      title={t('agenda.questions.title')}
      close={close}
      submit={t('edit.save')}
      send={apply.mutate}
      isBusy={apply.isPending}
      problem={apply.error}
    >
      <p class="muted">{t('agenda.questions.more')}</p>
      <ModeChoice value="moderated" />
      <fieldset>
        <legend>{t('agenda.questions.sessions')}</legend>
        {items.map(({ id, title, starts_at, kind, questions }) => (
          <Check key={id} name="item" value={String(id)} isChecked={kind !== 'break'}>
            {clock.time(starts_at)} {title}{' '}
            {questions !== 'off' && <span class="tag">{t(`agenda.questions.${questions}`)}</span>}
          </Check>
        ))}
      </fieldset>
    </FormDialog>
  );
}
