import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminSpeaker } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Sortable } from '../parts/sortable.tsx';
import { EmptyList, Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { readLineup } from './read-speakers.ts';
import { sessionsOf, useAgenda } from './sessions.tsx';
import { SpeakerLine } from './speaker-line.tsx';

/** All speakers of the conference in the order in which attendees see them. */
export function Lineup({ conference }: { conference: Conference }) {
  const isEditor = useMay()('content:write');
  const agenda = useAgenda(conference);
  const found = useQuery({
    queryKey: ['speakers', conference.id, 'lineup'],
    queryFn: ({ signal }) => readLineup(conference.id, signal),
  });
  const { lineup, order } = useOrder(conference.id, found.data);
  const line = (speaker: AdminSpeaker) => (
    <SpeakerLine
      speaker={speaker}
      sessions={agenda.data && sessionsOf(speaker.id, agenda.data.data).length}
    />
  );
  return (
    <>
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {lineup?.length === 0 && <EmptyList title={t('speakers.lineup.none')} />}
      {lineup && lineup.length > 0 && (
        <div class="speakers">
          {isEditor ? (
            <>
              <p class="muted">{t('speakers.lineup.more')}</p>
              <Sortable
                label={t('speakers.lineup')}
                rows={lineup}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                order={order}
              >
                {line}
              </Sortable>
            </>
          ) : (
            <ol aria-label={t('speakers.lineup')}>
              {lineup.map((speaker) => (
                <li key={speaker.id}>{line(speaker)}</li>
              ))}
            </ol>
          )}
        </div>
      )}
    </>
  );
}

type Ids = readonly number[];
const SAVING = ['order of the lineup'];

/** The lineup in the order that was asked for last. Each order is one request, and can be undone. */
function useOrder(conference_id: number, stored: readonly AdminSpeaker[] | undefined) {
  const [asked, setAsked] = useState<Ids>();
  const ids = stored?.map(({ id }) => id) ?? [];
  // What is being saved is shown at once, unless a speaker came or went since then.
  const isKnown = asked?.length === ids.length && asked.every((id) => ids.includes(id));
  const shown = asked && isKnown ? asked : ids;
  const save = useMutation({
    mutationKey: SAVING,
    // One after the other: the last order is the one that stays.
    scope: { id: SAVING.join() },
    mutationFn: ({ next }: { next: Ids; before: Ids }) =>
      api.call('orderSpeakers', { params: { conference_id }, body: { ids: next } }),
    onSuccess: (_, { before }) => say(t('speakers.lineup.saved'), () => put(before)),
    onError: (error) => say(sentenceOf(error)),
    onSettled: async () => {
      // A later order is read with that one.
      if (queries.isMutating({ mutationKey: SAVING }) > 1) return;
      await queries.invalidateQueries({ queryKey: ['speakers'] });
      setAsked(undefined);
    },
  });
  function put(next: Ids): void {
    setAsked(next);
    save.mutate({ next, before: shown });
  }
  const rowOf = new Map(stored?.map((speaker) => [speaker.id, speaker]));
  return {
    lineup: stored && shown.flatMap((id) => rowOf.get(id) ?? []),
    order: (rows: readonly AdminSpeaker[]) => put(rows.map(({ id }) => id)),
  };
}
