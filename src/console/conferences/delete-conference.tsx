import { useState } from 'preact/hooks';
import type { AdminConference } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { counted, t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Check } from '../parts/fields.tsx';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';

/** Deletes a conference with all that belongs to it. */
export function DeleteConference({ conference }: { conference: AdminConference }) {
  const [opened, setOpened] = useState<AdminConference>();
  return (
    <>
      <button type="button" class="btn bad" onClick={() => setOpened(conference)}>
        <Icon name="trash-2" />
        {t('conferences.delete')}
      </button>
      {opened && <Deletion conference={opened} close={() => setOpened(undefined)} />}
    </>
  );
}

/** @param props.conference as it was read when the dialog opened */
function Deletion({ conference, close }: { conference: AdminConference; close: () => void }) {
  const { id, name, version, attendee_count, invited_count, event_count, status } = conference;
  const { set } = useFilters();
  const remove = async (fields: FormData) => {
    await api.call('deleteConference', {
      params: { id, force: true, notify: fields.has('notify') },
      ifMatch: version,
    });
    say(t('conferences.deleted', { name }));
    set({ id: undefined });
    queries.removeQueries({ queryKey: ['conferences', 'one', id] });
    await queries.invalidateQueries({ queryKey: ['conferences'] });
  };
  return (
    <Confirm
      title={t('conferences.delete.title', { name })}
      typed={name.trim()}
      close={close}
      submit={t('conferences.delete')}
      run={remove}
    >
      <p>{t('conferences.delete.more')}</p>
      <ul class="list">
        <li>{counted('conferences.delete.attendees', attendee_count)}</li>
        <li>{counted('conferences.delete.invited', invited_count)}</li>
        <li>{counted('conferences.delete.events', event_count)}</li>
        <li>{t('conferences.delete.rest')}</li>
      </ul>
      {status === 'published' && (
        <Check name="notify" isChecked>
          {t('conferences.notify')}
        </Check>
      )}
    </Confirm>
  );
}
