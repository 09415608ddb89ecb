import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DoorPerson } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { Failure } from '../parts/states.tsx';
import { type Door, keyOfDoor } from './doors.ts';
import { findByName, type Named } from './offline-attendee-list.ts';
import type { Who } from './scan-queue.ts';

interface Props {
  readonly door: Door;
  readonly take: (who: Who) => Promise<void>;
  readonly isOnline: boolean;
}

/** A name has no digit and no address, a code has no blank. */
const isCode = (text: string): boolean => /^\S{4,}$/.test(text) && /\d|:\/\//.test(text);
const canBeCode = (text: string): boolean => /^\S{4,}$/.test(text);

/**
 * One field for names and for codes, which are typed, pasted, or typed by a scanner that ends with Enter. Without a
 * network, and at the door of an event, it looks in the roster of the device.
 */
export function Find({ door, take, isOnline }: Props) {
  const isSearched = isOnline && door.event_id === undefined;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const q = typed.trim();
  const search = (signal?: AbortSignal) =>
    isSearched ? searched(door, q, signal) : findByName(door, q);
  const isName = q.length > 1 && !isCode(q);
  const found = useQuery({
    queryKey: ['door', door.conference_id, 'search', keyOfDoor(door), q, isOnline],
    enabled: isName,
    networkMode: 'always',
    queryFn: ({ signal }) => search(signal),
    placeholderData: keepPreviousData,
  });
  const people = isName ? (found.data ?? []) : [];
  const isNobody = isName && people.length === 0 && !found.isFetching && !found.error;
  useScanner(field);

  const takeCode = () => {
    setTyped('');
    field.current?.focus();
    void take({ code: q });
  };
  const submit = async () => {
    if (isCode(q)) return takeCode();
    // A scanner is faster than the search.
    if (canBeCode(q) && (await search().catch(() => [])).length === 0) takeCode();
  };
  return (
    <>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <label for="find">{t('find.label')}</label>
          <input
            ref={field}
            id="find"
            type="search"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder={t(isSearched ? 'find.example' : 'find.example.offline')}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      </search>
      {found.error && isName && <Failure error={found.error} />}
      <ul class="people">
        {people.map((person) => (
          <Person key={person.key} person={person} take={take} />
        ))}
      </ul>
      {(isCode(q) || (isNobody && canBeCode(q))) && (
        <button type="button" class="btn" onClick={takeCode}>
          {t('find.code', { code: q })}
        </button>
      )}
      {isNobody && <p class="muted">{t(isSearched ? 'find.none' : 'find.none.offline')}</p>}
    </>
  );
}

/** A scanner types wherever the focus is: what is typed outside of a field belongs to this one. */
function useScanner(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const typed = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
      if (isText && target === document.body) field.current?.focus();
    };
    addEventListener('keydown', typed);
    return () => removeEventListener('keydown', typed);
  }, []);
}

async function searched(
  { conference_id, checkpoint_id }: Door,
  q: string,
  signal?: AbortSignal,
): Promise<Named[]> {
  const { data } = await api.call('searchDoorPeople', {
    params: { conference_id, q },
    ...(signal && { signal }),
  });
  return data.map((person) => named(person, checkpoint_id !== undefined));
}

/** At a checkpoint who has arrived is scanned, too. */
function named({ user, invitation, ...place }: DoorPerson, isAtCheckpoint: boolean): Named {
  const { status, ticket_type, checked_in_at, waitlist_position, checkpoint } = place;
  const hasArrived = checked_in_at !== null && !isAtCheckpoint;
  const isWaiting = waitlist_position !== null || status === 'waitlisted';
  const who = user ? { user_id: user.id } : { invitation_id: invitation?.id ?? 0 };
  return {
    key: JSON.stringify(who),
    name: nameOf(user ?? invitation),
    details: [ticket_type, (user ?? invitation)?.company, checkpoint?.name].filter(
      (detail) => detail != null,
    ),
    state: hasArrived ? 'checked_in' : isWaiting ? 'waitlisted' : undefined,
    who,
  };
}

function Person({ person, take }: { person: Named; take: Props['take'] }) {
  const { name, details, state, who } = person;
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>{[...details, state && t(`status.${state}`)].filter(Boolean).join(' · ')}</small>
      </span>
      {!state && (
        <button
          type="button"
          class="btn"
          aria-label={t('find.check-in-name', { name })}
          onClick={() => void take(who)}
        >
          {t('find.check-in')}
        </button>
      )}
    </li>
  );
}
