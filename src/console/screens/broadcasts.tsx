import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { JobStatus } from '../../client/operations.d.ts';
import { JobRow } from '../broadcasts/broadcast-row.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Actions, Loading } from '../parts/states.tsx';

const Editor = lazy(() => import('../broadcasts/editor.tsx').then((file) => file.Editor));

const SpreadsheetBroadcast = lazy(() =>
  import('../broadcasts/spreadsheet.tsx').then((file) => file.SpreadsheetBroadcast),
);

const WelcomeForm = lazy(() =>
  import('../broadcasts/welcome.tsx').then((file) => file.WelcomeForm),
);

const STATUSES = [
  'draft',
  'scheduled',
  'running',
  'completed',
  'cancelled',
  'failed',
] as const satisfies readonly JobStatus[];

/** Messages to many: those written, sent and planned, or one that is written: the address says which. */
export function Broadcasts({ conference }: { conference: Conference }) {
  const { of } = useFilters();
  if (!of('edit') && !of('from')) return <List conference={conference} />;
  return (
    <Suspense fallback={<Loading />}>
      <Editor conference={conference} />
    </Suspense>
  );
}

function List({ conference }: { conference: Conference }) {
  const may = useMay();
  const [isSheet, setSheet] = useState(false);
  const [isWelcome, setWelcome] = useState(false);
  const { of, oneOf } = useFilters();
  const status = oneOf('status', STATUSES);
  const q = of('q')?.trim();
  const filters = {
    ...(status && { status }),
    ...(q && { q }),
    ...(of('of') && { conference_id: conference.id }),
  };
  const list = useRows(['broadcasts', 'list', filters], (asked, signal) =>
    api.call('listBroadcasts', { params: { ...filters, ...asked, limit: 20 }, signal }),
  );
  return (
    <>
      <Head
        title={t('broadcasts.title')}
        others={[
          may('broadcasts:send') && conference.id !== 0 && (
            <Actions key="welcome">
              <button type="button" class="btn" onClick={() => setWelcome(true)}>
                <Icon name="message-square-text" />
                {t('welcome.open')}
              </button>
            </Actions>
          ),
          may('broadcasts:send') && (
            <Actions key="sheet">
              <button type="button" class="btn" onClick={() => setSheet(true)}>
                <Icon name="upload" />
                {t('sheet.open')}
              </button>
            </Actions>
          ),
        ]}
      >
        {may('broadcasts:write') && (
          <Actions>
            <Link class="btn primary" href={`/c/${conference.id}/broadcasts?edit=new`}>
              <Icon name="megaphone" />
              {t('broadcasts.write')}
            </Link>
          </Actions>
        )}
      </Head>
      <Filters
        search={{ label: t('broadcasts.search') }}
        filters={[
          choice({
            name: 'status',
            label: t('broadcasts.status'),
            values: STATUSES,
            text: (one) => t(`broadcasts.status.${one}`),
          }),
          choice({
            name: 'of',
            label: t('broadcasts.of'),
            values: conference.id === 0 ? [] : ['this'],
            text: () => conference.name,
          }),
        ]}
      />
      {isSheet && (
        <Suspense fallback={null}>
          <SpreadsheetBroadcast close={() => setSheet(false)} />
        </Suspense>
      )}
      {isWelcome && (
        <Suspense fallback={null}>
          <WelcomeForm conference={conference} close={() => setWelcome(false)} />
        </Suspense>
      )}
      <Listing list={list} empty={t('broadcasts.none')}>
        {(jobs) => (
          <ul class="rows broadcasts">
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} conference={conference} />
            ))}
          </ul>
        )}
      </Listing>
    </>
  );
}
