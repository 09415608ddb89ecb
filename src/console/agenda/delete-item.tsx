import { useMutation, useQuery } from '@tanstack/preact-query';
import type { AdminAgendaItem } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { counted, t } from '../lib/text.ts';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Check } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

interface Props {
  readonly item: AdminAgendaItem;
  readonly close: () => void;
}

/**
 * Deletes an item after saying how many would be notified. There is no undo: a new item would not be
 * kept by those who kept the old one.
 */
export function DeleteItem({ item, close }: Props) {
  const params = { id: item.id };
  // Those who are notified of a deletion are those of a cancellation.
  const effect = useQuery({
    queryKey: ['agenda-item-deletion', item.id],
    queryFn: () =>
      api.call('updateAgendaItem', {
        params: { ...params, dry_run: true },
        body: { status: 'cancelled' },
      }),
  });
  const may = useMay();
  const asked = useQuery({
    queryKey: ['questions', 'count', item.id],
    queryFn: () => api.call('listAdminQuestions', { params: { ...params, limit: 1 } }),
    enabled: may('questions:read'),
  });
  const questions = asked.data?.pagination.total ?? 0;
  const remove = useMutation({
    mutationFn: (form: FormData) =>
      api.call('deleteAgendaItem', {
        params: { ...params, notify: form.has('notify') },
        ifMatch: item.version,
      }),
    onSuccess: () => {
      say(t('agenda.deleted', { title: item.title }));
      close();
      return queries.invalidateQueries({ queryKey: ['agenda'] });
    },
  });
  return (
    <FormDialog
      title={t('agenda.delete-title', { title: item.title })}
      close={close}
      submit={t('agenda.delete')}
      send={remove.mutate}
      isBusy={remove.isPending || effect.isPending}
      problem={effect.error ?? remove.error}
    >
      <p>{t('agenda.delete.more')}</p>
      {questions > 0 && <p>{counted('agenda.questions.go', questions)}</p>}
      {effect.data && <WouldNotify warnings={[]} would_notify={effect.data.would_notify ?? 0} />}
      <Check name="notify" isChecked>
        {t('agenda.notify')}
      </Check>
    </FormDialog>
  );
}
