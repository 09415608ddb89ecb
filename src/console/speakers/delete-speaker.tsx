import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { AdminSpeaker } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { say } from '../parts/toasts.tsx';
import { Appearances, type Held } from './appearances.tsx';
import { refreshSpeakers } from './read-speakers.ts';

interface Props extends Held {
  readonly speaker: AdminSpeaker;
  readonly close: () => void;
}

/** Deletes a speaker everywhere. */
export function DeleteSpeaker({ speaker, sessions, close }: Props) {
  // As it was read when the form opened.
  const [read] = useState(speaker);
  const [, go] = useLocation();
  const { at } = useFilters();
  const { id, name, version: ifMatch } = read;
  const remove = async () => {
    await api.call('deleteSpeaker', { params: { id }, ifMatch });
    say(t('speakers.deleted', { name }));
    go(at({ id: undefined }));
    await refreshSpeakers();
  };
  return (
    <Confirm
      title={t('speakers.delete.title', { name })}
      close={close}
      submit={t('speakers.delete')}
      run={remove}
      typed={name}
    >
      <p>{t('speakers.delete.more')}</p>
      <Appearances speaker={read} sessions={sessions} />
    </Confirm>
  );
}
