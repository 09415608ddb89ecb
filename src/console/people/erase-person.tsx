import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminUserDetails } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { counted, t } from '../lib/text.ts';
import { ConfirmName } from '../parts/confirm-name.tsx';
import { say } from '../parts/toasts.tsx';

/** Erases a user on their written request. */
export function ErasePerson({ user }: { user: AdminUserDetails }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="bad" onClick={() => setOpen(true)}>
        {t('people.erase')}
      </button>
      {isOpen && <Confirm user={user} close={() => setOpen(false)} />}
    </>
  );
}

function Confirm({ user, close }: { user: AdminUserDetails; close: () => void }) {
  // As it was read when the form opened.
  const [read] = useState(user);
  const name = nameOf(read);
  const erase = useMutation({
    mutationFn: () => api.call('eraseUser', { params: { id: read.id }, ifMatch: read.version }),
    onSuccess: async () => {
      say(t('people.erase.done', { name }));
      close();
      await queries.invalidateQueries({ queryKey: ['people'] });
    },
  });
  const { conference_attendances, event_attendances, connection_count, quests, media } = read;
  return (
    <ConfirmName
      title={t('people.erase.title', { name })}
      name={name}
      close={close}
      submit={t('people.erase')}
      send={() => erase.mutate()}
      isBusy={erase.isPending}
      problem={erase.error}
    >
      <p>{t('people.erase.more')}</p>
      <ul class="list">
        <li>{t('people.erase.profile')}</li>
        <li>
          {counted('people.erase.seats', conference_attendances.length + event_attendances.length)}
        </li>
        <li>{counted('people.erase.connections', connection_count)}</li>
        {quests && <li>{counted('people.erase.quests', quests.count)}</li>}
        {media && <li>{counted('people.erase.media', media.count)}</li>}
      </ul>
    </ConfirmName>
  );
}
