import { useQuery } from '@tanstack/preact-query';
import type { AdminSpeaker } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useOrder } from '../lib/order.ts';
import { t } from '../lib/text.ts';
import { Sortable } from '../parts/sortable.tsx';
import { EmptyList, Failure, Loading } from '../parts/states.tsx';
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
  const { rows: lineup, order } = useOrder(found.data, {
    name: 'order of the lineup',
    send: (ids) =>
      api.call('orderSpeakers', { params: { conference_id: conference.id }, body: { ids } }),
    refresh: () => queries.invalidateQueries({ queryKey: ['speakers'] }),
    saved: t('speakers.lineup.saved'),
  });
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
