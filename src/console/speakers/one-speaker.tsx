import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminAgendaItem, AdminSpeaker } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { dayText } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { addToLineup } from './add-to-lineup.tsx';
import { DeleteSpeaker } from './delete-speaker.tsx';
import { EditSpeaker } from './edit-speaker.tsx';
import { MergeSpeaker } from './merge-speaker.tsx';
import { placeIn } from './read-speakers.ts';
import { removeFromLineup } from './remove-from-lineup.ts';
import { Sessions, sessionsOf, useAgenda } from './sessions.tsx';
import { socialsText } from './speaker-fields.tsx';

interface Props {
  readonly id: number;
  readonly conference: Conference;
}

/** A speaker with their sessions and conferences, and what can be done with them. */
export function OneSpeaker({ id, conference }: Props) {
  const { at } = useFilters();
  const found = useQuery({
    queryKey: ['speakers', id],
    queryFn: () => api.call('getAdminSpeaker', { params: { id } }),
  });
  const speaker = found.data;
  return (
    <>
      <p>
        <Link href={at({ id: undefined })}>{t('speakers.back')}</Link>
      </p>
      {speaker ? (
        <SpeakerHead speaker={speaker} conference={conference} />
      ) : (
        <Head title={t('speakers.speaker')} />
      )}
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {speaker && (
        <div class="columns">
          <Profile speaker={speaker} conference={conference} />
          <div>
            <Sessions speaker_id={id} conference={conference} />
            <Lineups speaker={speaker} />
          </div>
        </div>
      )}
    </>
  );
}

interface HeadProps {
  readonly speaker: AdminSpeaker;
  readonly conference: Conference;
}
const NONE: readonly AdminAgendaItem[] = [];

function SpeakerHead({ speaker, conference }: HeadProps) {
  const may = useMay();
  const [opened, setOpened] = useState<'edit' | 'merge' | 'delete'>();
  const close = () => setOpened(undefined);
  const agenda = useAgenda(conference);
  const sessions = agenda.data ? sessionsOf(speaker.id, agenda.data.data) : NONE;
  const held = { speaker, sessions, close };
  const isListed = placeIn(speaker, conference.id) !== undefined;
  return (
    <>
      <Head
        title={speaker.name}
        others={[
          may('content:write') && (
            <button
              type="button"
              class="btn"
              onClick={() =>
                isListed
                  ? void removeFromLineup(speaker, conference)
                  : addToLineup(speaker.id, conference).catch((error) => say(sentenceOf(error)))
              }
            >
              {t(isListed ? 'speakers.lineup.remove' : 'speakers.lineup.add')}
            </button>
          ),
          may('content:write') && may('content:delete') && (
            <button type="button" class="btn" onClick={() => setOpened('merge')}>
              <Icon name="git-merge" />
              {t('speakers.merge')}
            </button>
          ),
          may('content:delete') && (
            <button type="button" class="btn bad" onClick={() => setOpened('delete')}>
              <Icon name="trash-2" />
              {t('speakers.delete')}
            </button>
          ),
        ]}
      >
        {may('content:write') && (
          <button type="button" class="btn primary" onClick={() => setOpened('edit')}>
            <Icon name="pencil" />
            {t('speakers.edit')}
          </button>
        )}
      </Head>
      {opened === 'edit' && <EditSpeaker speaker={speaker} conference={conference} close={close} />}
      {opened === 'merge' && <MergeSpeaker {...held} />}
      {opened === 'delete' && <DeleteSpeaker {...held} />}
    </>
  );
}

function Profile({ speaker, conference }: HeadProps) {
  const { user_id, photo_url, name } = speaker;
  return (
    <section>
      {photo_url && (
        <img class="avatar large" src={photo_url} alt={t('speakers.photo-of', { name })} />
      )}
      <Facts
        facts={[
          [t('speakers.field.title'), speaker.title],
          [t('speakers.field.company'), speaker.company],
          [t('speakers.field.status'), t(`speakers.status.${speaker.status}`)],
          [t('speakers.featured'), t(`speakers.featured.${speaker.is_featured}`)],
          [t('speakers.field.bio'), speaker.bio],
          [t('speakers.field.socials'), socialsText(speaker.socials)],
          [t('speakers.field.slug'), speaker.slug],
        ]}
      />
      {user_id !== null && (
        <p>
          <ScreenLink conference_id={conference.id} to={`people?id=${user_id}`}>
            {t('speakers.user-link')}
          </ScreenLink>
        </p>
      )}
    </section>
  );
}

const Lineups = ({ speaker: { id, conferences } }: { speaker: AdminSpeaker }) => (
  <section>
    <h2>{t('speakers.lineups')}</h2>
    {conferences.length === 0 && <p class="muted">{t('speakers.lineups.none')}</p>}
    {conferences.length > 0 && (
      <ul class="rows">
        {conferences.map(({ id: conference_id, name, starts_on, ends_on }) => (
          <li key={conference_id}>
            <ScreenLink conference_id={conference_id} to={`speakers?id=${id}`}>
              {name}
            </ScreenLink>
            <small>
              {t('speakers.lineups.days', { from: dayText(starts_on), to: dayText(ends_on) })}
            </small>
          </li>
        ))}
      </ul>
    )}
  </section>
);
