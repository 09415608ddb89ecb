import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { codeText } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Notify } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { refreshAttendees, titleOf } from './operations.ts';

interface Props {
  /** At most 500. */
  readonly rows: readonly AdminConferenceAttendee[];
  readonly conference: Conference;
  readonly close: () => void;
  /** Once all are withdrawn. */
  readonly done?: () => void;
}

/** Takes seats: first how many people would be notified, then for real. */
export function Withdraw({ rows, conference: { id: conference_id }, close, done }: Props) {
  const [given] = useState(rows);
  const [notify, setNotify] = useState(true);
  const [keys] = useState(() => [crypto.randomUUID(), crypto.randomUUID()]);
  const bodies = bodiesOf(given);
  const send = async (dry_run: boolean) => {
    const answers = [];
    for (const [at, body] of bodies.entries()) {
      const idempotencyKey = keys[at];
      answers.push(
        await api.call('updateConferenceAttendees', {
          params: { conference_id },
          body: { ...body, notify, dry_run },
          ...(idempotencyKey && !dry_run && { idempotencyKey }),
        }),
      );
    }
    const results = answers.flatMap((one) => one.results);
    return {
      would_notify: answers.reduce((sum, one) => sum + (one.would_notify ?? 0), 0),
      changed: results.filter(({ changed }) => changed).length,
      refused: results.filter(({ code }) => code !== null),
    };
  };
  const effect = useQuery({
    queryKey: ['withdrawal', bodies, notify],
    queryFn: () => send(true),
    gcTime: 0,
  });
  const withdraw = useMutation({
    mutationFn: () => send(false),
    onSuccess: ({ changed, refused }) => {
      say(counted('attendees.withdrawn', changed));
      if (refused.length > 0) return;
      close();
      done?.();
    },
    onSettled: refreshAttendees,
  });
  const [first] = given;
  const refused = withdraw.data?.refused ?? effect.data?.refused ?? [];
  return (
    <FormDialog
      title={
        given.length === 1 && first
          ? t('attendees.withdraw-name', { name: titleOf(first) })
          : counted('attendees.withdraw-many', given.length)
      }
      close={close}
      submit={t('attendees.withdraw')}
      send={() => withdraw.mutate()}
      isBusy={withdraw.isPending || effect.isPending}
      problem={withdraw.error ?? effect.error}
    >
      <p>{t('attendees.withdraw.more')}</p>
      <Notify isChecked={notify} choose={setNotify}>
        {t('attendees.notify')}
      </Notify>
      {effect.data && <WouldNotify would_notify={effect.data.would_notify} warnings={[]} />}
      <div role="alert">
        {refused.map(({ user_id, invitation_id, code }) => (
          <p key={`${user_id} ${invitation_id}`} class="problem">
            {[nameIn(given, { user_id, invitation_id }), codeText(code)].join(': ')}
          </p>
        ))}
      </div>
    </FormDialog>
  );
}

/** Attendees stay in the list as cancelled ones: they can be reinstated, as guests can. */
function bodiesOf(rows: readonly AdminConferenceAttendee[]) {
  const user_ids = rows.flatMap(({ user }) => user?.id ?? []);
  const invitation_ids = rows.flatMap((row) => row.invitation_id ?? []);
  return [
    ...(user_ids.length > 0 ? [{ user_ids, status: 'cancelled' as const }] : []),
    ...(invitation_ids.length > 0 ? [{ invitation_ids, status: 'withdrawn' as const }] : []),
  ];
}

const nameIn = (
  rows: readonly AdminConferenceAttendee[],
  { user_id, invitation_id }: { user_id: number | null; invitation_id: number | null },
): string => {
  const row = rows.find((one) =>
    user_id === null ? one.invitation_id === invitation_id : one.user?.id === user_id,
  );
  return row ? titleOf(row) : '';
};
