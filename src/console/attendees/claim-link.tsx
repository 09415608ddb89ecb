import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { titleOf } from './operations.ts';
import type { AttendeeProps } from './part-props.ts';

/** The link by which a guest claims the seat: to copy, or to replace by another one. */
export function ClaimLink({ row, conference, close }: AttendeeProps) {
  const [isAsking, setAsking] = useState(false);
  const read = async (revoke: boolean) => {
    const { data } = await api.call('exportClaimLinks', {
      params: { conference_id: conference.id },
      body: { ids: row.invitation_id === null ? [] : [row.invitation_id], revoke },
    });
    // Claimed or withdrawn since the list was read.
    return data[0]?.claim_link ?? null;
  };
  const made = useQuery({
    queryKey: ['claim-link', row.invitation_id],
    queryFn: () => read(false),
    // The audit log records each reading.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: () => read(true),
    onSuccess: () => {
      setAsking(false);
      say(t('attendees.link.revoked'));
    },
  });
  const link = revoke.data ?? made.data;
  return (
    <Dialog title={t('attendees.link.title', { name: titleOf(row) })} close={close}>
      {made.isPending && <Loading />}
      {made.error && <Failure error={made.error} again={made.refetch} />}
      {link === null && <p>{t('attendees.link.none')}</p>}
      {link && (
        <>
          <p>{t('attendees.link.more')}</p>
          <p class="secret">{link}</p>
        </>
      )}
      {isAsking && <p class="note warn">{t('attendees.link.revoke.more')}</p>}
      <Problem error={revoke.error} />
      <div class="buttons">
        <button type="button" class="btn" onClick={close}>
          {t('dialog.close')}
        </button>
        {link && (
          <button
            type="button"
            class="btn bad"
            disabled={revoke.isPending}
            onClick={() => (isAsking ? revoke.mutate() : setAsking(true))}
          >
            {t(isAsking ? 'attendees.link.revoke.sure' : 'attendees.link.revoke')}
          </button>
        )}
        {link && (
          <button
            type="button"
            class="btn primary"
            onClick={() =>
              void navigator.clipboard.writeText(link).then(() => say(t('keys.copied')))
            }
          >
            {t('keys.copy')}
          </button>
        )}
      </div>
    </Dialog>
  );
}
