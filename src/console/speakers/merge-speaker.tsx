import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { AdminSpeaker } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { FindOne } from '../parts/find-one.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { Appearances, type Held } from './appearances.tsx';
import { findSpeakers, refreshSpeakers } from './read-speakers.ts';

interface Props extends Held {
  /** The duplicate, which is deleted. */
  readonly speaker: AdminSpeaker;
  readonly close: () => void;
}

/** Merges a duplicate into the speaker who stays: first what moves, then for real. */
export function MergeSpeaker({ speaker, sessions, close }: Props) {
  const [, go] = useLocation();
  const { at } = useFilters();
  const [into, setInto] = useState<number>();
  const { id, name } = speaker;
  const merge = async (form: FormData) => {
    const body = { into: Number(form.get('into')) };
    const kept = await api.call('mergeSpeakers', { params: { id }, body });
    say(t('speakers.merged', { name, into: kept.name }));
    go(at({ id: String(kept.id) }));
    await refreshSpeakers();
  };
  return (
    <Confirm
      title={t('speakers.merge.title', { name })}
      close={close}
      submit={t('speakers.merge')}
      run={merge}
      typed={into === undefined ? undefined : name}
    >
      <p>{t('speakers.merge.more', { name })}</p>
      <FindOne
        name="into"
        label={t('speakers.merge.into')}
        search={t('speakers.find')}
        queryKey={['speakers', 'others', id]}
        find={(q, signal) => findSpeakers(q, signal, (other) => other.id !== id)}
        choose={(found) => setInto(found?.id)}
      />
      {into !== undefined && (
        <section role="status">
          <Appearances speaker={speaker} sessions={sessions} />
          <Taken key={into} from={speaker} into={into} />
        </section>
      )}
    </Confirm>
  );
}

const TAKEN = ['user_id', 'photo_url', 'title', 'company', 'bio'] as const;

/** What the one who stays takes over, since they lack it. */
function Taken({ from, into }: { from: AdminSpeaker; into: number }) {
  const found = useQuery({
    queryKey: ['speakers', into],
    queryFn: () => api.call('getAdminSpeaker', { params: { id: into } }),
  });
  const kept = found.data;
  if (found.error) return <Failure error={found.error} again={found.refetch} />;
  if (!kept) return <Loading />;
  if (kept.user_id !== null && from.user_id !== null) {
    return <p class="note warn">{t('speakers.merge.two-users')}</p>;
  }
  const taken = TAKEN.filter((field) => kept[field] === null && from[field] !== null);
  const fields = taken.map((field) => t(`speakers.field.${field}`)).join(', ');
  return (
    <p>
      {taken.length > 0
        ? t('speakers.merge.takes', { name: kept.name, fields })
        : t('speakers.merge.keeps', { name: kept.name })}
    </p>
  );
}
