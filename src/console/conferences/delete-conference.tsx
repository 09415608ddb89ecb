import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminConference } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { counted, t } from '../lib/text.ts';
import { ConfirmName } from '../parts/confirm-name.tsx';
import { say } from '../parts/toasts.tsx';

/** Deletes a conference with all that belongs to it. */
export function DeleteConference({ conference }: { conference: AdminConference }) {
  const [opened, setOpened] = useState<AdminConference>();
  return (
    <>
      <button type="button" class="bad" onClick={() => setOpened(conference)}>
        {t('conferences.delete')}
      </button>
      {opened && <Confirm conference={opened} close={() => setOpened(undefined)} />}
    </>
  );
}

/** @param props.conference as it was read when the dialog opened */
function Confirm({ conference, close }: { conference: AdminConference; close: () => void }) {
  const { id, name, version, attendee_count, invited_count, event_count, status } = conference;
  const { set } = useFilters();
  const remove = useMutation({
    mutationFn: (fields: FormData) =>
      api.call('deleteConference', {
        params: { id, force: true, notify: fields.has('notify') },
        ifMatch: version,
      }),
    onSuccess: async () => {
      say(t('conferences.deleted', { name }));
      close();
      set({ id: undefined });
      queries.removeQueries({ queryKey: ['conferences', 'one', id] });
      await queries.invalidateQueries({ queryKey: ['conferences'] });
    },
  });
  return (
    <ConfirmName
      title={t('conferences.delete.title', { name })}
      name={name}
      close={close}
      submit={t('conferences.delete')}
      send={remove.mutate}
      isBusy={remove.isPending}
      problem={remove.error}
    >
      <p>{t('conferences.delete.more')}</p>
      <ul class="list">
        <li>{counted('conferences.delete.attendees', attendee_count)}</li>
        <li>{counted('conferences.delete.invited', invited_count)}</li>
        <li>{counted('conferences.delete.events', event_count)}</li>
        <li>{t('conferences.delete.rest')}</li>
      </ul>
      {status === 'published' && (
        <label class="check">
          <input name="notify" type="checkbox" defaultChecked />
          {t('conferences.notify')}
        </label>
      )}
    </ConfirmName>
  );
}
