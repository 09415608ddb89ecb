import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { BulkBar } from '../attendees/bulk-bar.tsx';
import { Counts, ListFilters, ListFoot } from '../attendees/filters.tsx';
import { countOf, useListFilters } from '../attendees/list-filters.ts';
import { keyOf } from '../attendees/operations.ts';
import { AttendeeRows } from '../attendees/rows.tsx';
import { useSelection } from '../attendees/selection.ts';
import { ImportGuests, OrImport } from '../imports.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { WIDE } from '../parts/panel.tsx';
import { Actions } from '../parts/states.tsx';

const Attendee = lazy(() => import('../attendees/attendee.tsx').then((file) => file.Attendee));

const AddAttendee = lazy(() =>
  import('../attendees/add-attendee.tsx').then((file) => file.AddAttendee),
);
const Files = lazy(() => import('../attendees/files.tsx').then((file) => file.Files));

/** Attendees and guests, or the import of a list: the address says which. */
export const Attendees = ({ conference }: { conference: Conference }) => (
  <OrImport sources="guests" scope="attendees:import" Import={ImportGuests} conference={conference}>
    <List conference={conference} />
  </OrImport>
);

/** Page by page by cursor. */
function List({ conference }: { conference: Conference }) {
  const may = useMay();
  const { status, params } = useListFilters(conference);
  const isWide = useMediaQuery(WIDE);
  const [opened, setOpened] = useState<AdminConferenceAttendee>();
  const [isAdding, setAdding] = useState(false);
  const [hasFiles, setFiles] = useState(false);
  useAsked({
    add: () => setAdding(may('attendees:write')),
  });
  const list = useRows(['attendees', params], (asked, signal) =>
    api.call('listAdminConferenceAttendees', { params: { ...params, ...asked }, signal }),
  );
  const selection = useSelection(list.rows);
  const isNarrowed = useFilters()
    .on()
    .some((name) => name !== 'status');
  const counts = list.first?.counts;
  const total = counts && !isNarrowed ? countOf(counts, status) : undefined;
  return (
    <>
      <Head
        title={t('attendees.title')}
        others={[
          may('attendees:export') && (
            <button
              type="button"
              class="btn"
              aria-label={t('attendees.files')}
              onClick={() => setFiles(true)}
            >
              <Icon name="id-card" />
              {t('attendees.files.short')}
            </button>
          ),
          may('attendees:export') && (
            <a
              class="btn"
              href={api.url('listAdminConferenceAttendees', { ...params, format: 'xlsx' })}
            >
              <Icon name="download" />
              {t('action.export')}
            </a>
          ),
          <Link key="sources" class="btn" href={`/c/${conference.id}/attendees?import=sources`}>
            <Icon name="repeat-2" />
            {t('action.sources')}
          </Link>,
          may('attendees:import') && (
            <Link
              class="btn"
              aria-label={t('import.open')}
              href={`/c/${conference.id}/attendees?import=file`}
            >
              <Icon name="upload" />
              {t('action.import')}
            </Link>
          ),
        ]}
      >
        {may('attendees:write') && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setAdding(true)}>
              <Icon name="user-plus" />
              {t('attendees.add-one')}
            </button>
          </Actions>
        )}
      </Head>
      <Counts status={status} counts={counts} />
      <div class={opened && isWide ? 'beside' : ''}>
        <div class="stack">
          <ListFilters conference_id={conference.id} />
          <Listing list={list} empty={t('attendees.none')}>
            {(rows) => (
              <>
                <AttendeeRows
                  rows={rows}
                  conference={conference}
                  status={status}
                  opened={isWide ? opened : undefined}
                  open={setOpened}
                  selection={selection}
                />
                <ListFoot shown={rows.length} total={total} timezone={conference.timezone} />
              </>
            )}
          </Listing>
          <BulkBar selection={selection} conference={conference} />
        </div>
        {opened && (
          <Suspense fallback={null}>
            <Attendee
              key={keyOf(opened)}
              row={opened}
              conference={conference}
              close={() => setOpened(undefined)}
            />
          </Suspense>
        )}
      </div>
      <Suspense fallback={null}>
        {isAdding && <AddAttendee to={{ conference }} close={() => setAdding(false)} />}
        {hasFiles && <Files conference={conference} close={() => setFiles(false)} />}
      </Suspense>
    </>
  );
}
