import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { DoorPerson } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { Failure } from '../parts/states.tsx';
import type { Who } from './scan-queue.ts';

interface Props {
  readonly conference: Conference;
  readonly take: (who: Who) => Promise<void>;
  readonly isOnline: boolean;
}

/** People with a seat by words in name or company, for those without their ticket. */
export function FindByName({ conference, take, isOnline }: Props) {
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const found = useQuery({
    queryKey: ['door', conference.id, 'search', q],
    enabled: q.length > 1,
    queryFn: ({ signal }) =>
      api.call('searchDoorPeople', { params: { conference_id: conference.id, q }, signal }),
    placeholderData: keepPreviousData,
  });
  const people = q.length > 1 ? (found.data?.data ?? []) : [];
  return (
    <>
      <label for="find">{t('find.label')}</label>
      <input
        id="find"
        type="search"
        autocomplete="off"
        placeholder={t('find.example')}
        value={typed}
        disabled={!isOnline}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {found.error && q.length > 1 && <Failure error={found.error} />}
      <ul class="people">
        {people.map((person) => (
          <Person key={`${person.user?.id}-${person.invitation?.id}`} person={person} take={take} />
        ))}
      </ul>
      {q.length > 1 && found.data?.data.length === 0 && <p class="muted">{t('find.none')}</p>}
    </>
  );
}

function Person({ person, take }: { person: DoorPerson; take: Props['take'] }) {
  const { user, invitation, status, ticket_type, checked_in_at, waitlist_position } = person;
  const mayEnter = checked_in_at === null && waitlist_position === null && status !== 'waitlisted';
  const details = [
    ticket_type,
    (user ?? invitation)?.company,
    !mayEnter && t(`status.${checked_in_at ? 'checked_in' : status}`),
  ];
  const name = nameOf(user ?? invitation);
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>{details.filter(Boolean).join(' · ')}</small>
      </span>
      {mayEnter && (
        <button
          type="button"
          aria-label={t('find.check-in-name', { name })}
          onClick={() =>
            void take(user ? { user_id: user.id } : { invitation_id: invitation?.id ?? 0 })
          }
        >
          {t('find.check-in')}
        </button>
      )}
    </li>
  );
}
