import { useState } from 'preact/hooks';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Actions } from '../parts/states.tsx';
import { AddToLineup } from '../speakers/add-to-lineup.tsx';
import { EditSpeaker } from '../speakers/edit-speaker.tsx';
import { Lineup } from '../speakers/lineup.tsx';
import { OneSpeaker } from '../speakers/one-speaker.tsx';
import { sessionsOf, useAgenda } from '../speakers/sessions.tsx';
import { SpeakerLine } from '../speakers/speaker-line.tsx';

const STATUSES = ['draft', 'published'] as const;
const GAPS = ['photo', 'bio', 'talk'] as const;
const YES = ['true'] as const;

/** The lineup of the conference, speakers by filters, or one of them: `?id=`. */
export function Speakers({ conference }: { conference: Conference }) {
  const id = useFilters().idOf('id');
  if (id !== undefined) return <OneSpeaker key={id} id={id} conference={conference} />;
  return <Overview conference={conference} />;
}

function Overview({ conference }: { conference: Conference }) {
  const may = useMay();
  const { of } = useFilters();
  const [opened, setOpened] = useState<'new' | 'existing'>();
  const close = () => setOpened(undefined);
  useAsked({ add: () => may('content:write') && setOpened('new') });
  const isFiltered = ['q', 'of', 'status', 'missing', 'featured'].some((name) => of(name)?.trim());
  return (
    <>
      <Head
        title={t('speakers.title')}
        others={[
          may('content:write') && (
            <Actions>
              <button type="button" class="btn" onClick={() => setOpened('existing')}>
                {t('speakers.existing')}
              </button>
            </Actions>
          ),
        ]}
      >
        {may('content:write') && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setOpened('new')}>
              <Icon name="plus" />
              {t('speakers.new')}
            </button>
          </Actions>
        )}
      </Head>
      <Filters
        search={{ label: t('speakers.search') }}
        filters={[
          choice({
            name: 'of',
            label: t('speakers.of'),
            values: ['all'],
            text: () => t('speakers.of.all'),
          }),
          choice({
            name: 'missing',
            label: t('speakers.missing'),
            values: GAPS,
            text: (one) => t(`speakers.missing.${one}`),
          }),
          choice({
            name: 'status',
            label: t('speakers.status'),
            values: STATUSES,
            text: (one) => t(`speakers.status.${one}`),
          }),
          choice({
            name: 'featured',
            label: t('speakers.featured'),
            values: YES,
            text: () => t('speakers.featured.only'),
          }),
        ]}
      />
      {isFiltered ? <Found conference={conference} /> : <Lineup conference={conference} />}
      {opened === 'existing' && <AddToLineup conference={conference} close={close} />}
      {opened === 'new' && <EditSpeaker conference={conference} close={close} />}
    </>
  );
}

/** Those that the filters find, by name. */
function Found({ conference }: { conference: Conference }) {
  const { of, oneOf } = useFilters();
  const missing = oneOf('missing', GAPS);
  const filters = {
    q: of('q')?.trim() || undefined,
    // A talk is missing at one conference.
    conference_id: of('of') === 'all' && missing !== 'talk' ? undefined : conference.id,
    missing,
    status: oneOf('status', STATUSES),
    is_featured: oneOf('featured', YES) && true,
  };
  const agenda = useAgenda(conference);
  const list = useRows(['speakers', 'found', filters], (asked, signal) =>
    api.call('listAdminSpeakers', { params: { ...filters, sort: 'name', ...asked }, signal }),
  );
  return (
    <Listing list={list} empty={t('speakers.none')}>
      {(rows) => (
        <ul class="speakers" aria-label={t('speakers.title')}>
          {rows.map((speaker) => (
            <li key={speaker.id}>
              <SpeakerLine
                speaker={speaker}
                sessions={
                  filters.conference_id && agenda.data
                    ? sessionsOf(speaker.id, agenda.data.data).length
                    : undefined
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Listing>
  );
}
