import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminEvent } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Notify } from '../parts/fields.tsx';
import { say } from '../parts/toasts.tsx';

interface Props {
  readonly event: AdminEvent;
  readonly close: () => void;
}

/** Deletes an event with its attendances, after its title was typed. */
export function DeleteEvent({ event, close }: Props) {
  const { id, title, version } = event;
  const [notify, setNotify] = useState(true);
  // Those who are notified of a deletion are those of a cancellation.
  const effect = useQuery({
    queryKey: ['event-deletion', id],
    queryFn: () =>
      api.call('updateEvent', { params: { id, dry_run: true }, body: { status: 'cancelled' } }),
  });
  return (
    <Confirm
      title={t('events.delete-title', { title })}
      close={close}
      submit={t('events.delete')}
      typed={title}
      run={async () => {
        await api.call('deleteEvent', { params: { id, notify }, ifMatch: version });
        say(t('events.deleted', { title }));
        await queries.invalidateQueries({ queryKey: ['events'] });
      }}
    >
      <p>{t('events.delete.more', { count: event.attendee_count })}</p>
      {effect.error && <p class="problem">{sentenceOf(effect.error)}</p>}
      {effect.data && <WouldNotify warnings={[]} would_notify={effect.data.would_notify ?? 0} />}
      <Notify isChecked={notify} choose={setNotify}>
        {t('events.notify')}
      </Notify>
    </Confirm>
  );
}
