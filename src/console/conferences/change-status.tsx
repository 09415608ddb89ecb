import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminConference } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { Findings, useReadiness } from './readiness.tsx';

interface Props {
  readonly conference: AdminConference;
  readonly to: 'published' | 'archived' | 'cancelled';
}

/** Publishes, archives or cancels a conference, after who would be notified. */
export function ChangeStatus({ conference, to }: Props) {
  const [opened, setOpened] = useState<AdminConference>();
  const kind = { published: 'primary', archived: '', cancelled: 'bad' }[to];
  return (
    <>
      <button type="button" class={`btn ${kind}`} onClick={() => setOpened(conference)}>
        {t(`conferences.to.${to}`)}
      </button>
      {opened && <Confirm conference={opened} to={to} close={() => setOpened(undefined)} />}
    </>
  );
}

const refresh = () => queries.invalidateQueries({ queryKey: ['conferences'] });

/** @param props.conference as it was read when the dialog opened */
function Confirm({ conference, to, close }: Props & { close: () => void }) {
  const { id, name, version } = conference;
  const trial = useQuery({
    queryKey: ['conference-trial', id, to, version],
    queryFn: () =>
      api.call('updateConference', { params: { id, dry_run: true }, body: { status: to } }),
    staleTime: 0,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: (fields: FormData) =>
      api.call('updateConference', {
        params: { id },
        body: { status: to, ...(notified > 0 && { notify: fields.has('notify') }) },
        ifMatch: version,
      }),
    onSuccess: async (saved) => {
      // Who was notified of a cancellation cannot be made to forget it.
      say(
        t(`conferences.done.${to}`, { name }),
        to === 'cancelled' ? undefined : () => undo(conference, saved.version),
      );
      close();
      await refresh();
    },
  });
  const notified = trial.data?.would_notify ?? 0;
  return (
    <FormDialog
      title={t(`conferences.ask.${to}`, { name })}
      close={close}
      submit={t(`conferences.to.${to}`)}
      send={save.mutate}
      isBusy={save.isPending || trial.isPending}
      problem={save.error ?? trial.error}
    >
      <p>{t(`conferences.more.${to}`)}</p>
      {to === 'published' && <Missing conference_id={id} />}
      {trial.isPending && <Loading />}
      {notified > 0 && (
        <>
          <p>
            <strong>{counted('edit.notified', notified)}</strong>
          </p>
          <label class="check">
            <input name="notify" type="checkbox" defaultChecked />
            {t('conferences.notify')}
          </label>
        </>
      )}
    </FormDialog>
  );
}

function Missing({ conference_id }: { conference_id: number }) {
  const { data } = useReadiness(conference_id);
  return data ? <Findings findings={data.findings} conference_id={conference_id} /> : <Loading />;
}

async function undo({ id, status }: AdminConference, version: number): Promise<void> {
  await api
    .call('updateConference', { params: { id }, body: { status, notify: false }, ifMatch: version })
    .catch((error: unknown) => say(sentenceOf(error)));
  await refresh();
}
