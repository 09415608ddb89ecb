import { useQuery } from '@tanstack/preact-query';
import type { AdminAgendaItem } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { zoneOf } from '../lib/zone.ts';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Failure, Loading } from '../parts/states.tsx';

/** As many as a conference has at most. */
const LIMIT = 1_000;

/** The agenda of the conference, as its own screen reads it. */
export const useAgenda = ({ id }: Conference) =>
  useQuery({
    queryKey: ['agenda', id],
    queryFn: () => api.call('listAgendaItems', { params: { conference_id: id, limit: LIMIT } }),
  });

export const sessionsOf = (
  speaker_id: number,
  items: readonly AdminAgendaItem[],
): readonly AdminAgendaItem[] =>
  items.filter(({ speakers }) => speakers.some(({ id }) => id === speaker_id));

interface Props {
  readonly speaker_id: number;
  readonly conference: Conference;
}

/** The sessions of a speaker at the conference, each with the day of the agenda that shows it. */
export function Sessions({ speaker_id, conference }: Props) {
  const agenda = useAgenda(conference);
  const sessions = agenda.data && sessionsOf(speaker_id, agenda.data.data);
  const { moment } = zoneOf(conference.timezone);
  const clock = wallTimeOf(conference.timezone);
  return (
    <section>
      <h2>{t('speakers.sessions', { conference: conference.name })}</h2>
      {agenda.error && <Failure error={agenda.error} again={agenda.refetch} />}
      {agenda.isPending && <Loading />}
      {sessions?.length === 0 && <p class="muted">{t('speakers.sessions.none')}</p>}
      {sessions && sessions.length > 0 && (
        <ul class="rows">
          {sessions.map(({ id, title, starts_at, room, kind, status }) => (
            <li key={id}>
              <ScreenLink conference_id={conference.id} to={`agenda?day=${clock.day(starts_at)}`}>
                {title}
              </ScreenLink>
              {status === 'cancelled' && (
                <span class="tag bad">{t(`agenda.status.${status}`)}</span>
              )}
              <small>
                {[`${moment(starts_at)} (${conference.timezone})`, room, t(`agenda.kind.${kind}`)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
