import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { counted, t } from '../lib/text.ts';
import type { Group, Who } from './scan-queue.ts';

interface Props {
  readonly group: Group;
  /** Stores the scans of the chosen ones and sends them. */
  readonly take: (people: readonly Who[]) => Promise<void>;
}

/** Who came together with the person of the latest scan: those who are here are checked in at once. */
export function GroupAtDoor({ group, take }: Props) {
  const expected = group.filter(({ status }) => status === 'registered');
  const [left, setLeft] = useState<readonly number[]>([]);
  const chosen = expected.filter(({ registration_id: id }) => !left.includes(id));
  const sending = useMutation({
    mutationFn: () =>
      take(
        chosen.map(({ user_id, registration_id }) =>
          user_id === null ? { invitation_id: registration_id } : { user_id },
        ),
      ),
  });
  return (
    <fieldset>
      <legend>{t('door.group')}</legend>
      {group.map(({ registration_id: id, name, status }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            disabled={status !== 'registered'}
            checked={status === 'registered' && !left.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              setLeft((old) => (checked ? old.filter((one) => one !== id) : [...old, id]))
            }
          />
          <bdi>{name}</bdi>
          {status !== 'registered' && <small>{t(`status.${status}`)}</small>}
        </label>
      ))}
      {chosen.length > 0 && (
        <button
          type="button"
          class="btn primary"
          disabled={sending.isPending || sending.isSuccess}
          onClick={() => sending.mutate()}
        >
          {counted('door.group.check-in', chosen.length)}
        </button>
      )}
    </fieldset>
  );
}
