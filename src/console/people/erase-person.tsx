import { useState } from 'preact/hooks';
import type { AdminUserDetails } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { counted, t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { say } from '../parts/toasts.tsx';

/** Erases a user on their written request. */
export function ErasePerson({ user }: { user: AdminUserDetails }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="btn bad" onClick={() => setOpen(true)}>
        {t('people.erase')}
      </button>
      {isOpen && <Erasure user={user} close={() => setOpen(false)} />}
    </>
  );
}

function Erasure({ user, close }: { user: AdminUserDetails; close: () => void }) {
  // As it was read when the form opened.
  const [read] = useState(user);
  const name = nameOf(read);
  const erase = async () => {
    await api.call('eraseUser', { params: { id: read.id }, ifMatch: read.version });
    say(t('people.erase.done', { name }));
    await queries.invalidateQueries({ queryKey: ['people'] });
  };
  const { conference_attendances, event_attendances, connection_count, quests, media } = read;
  return (
    <Confirm
      title={t('people.erase.title', { name })}
      typed={name}
      close={close}
      submit={t('people.erase')}
      run={erase}
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
    </Confirm>
  );
}
