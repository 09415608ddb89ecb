import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { BulkBar } from '../attendees/bulk-bar.tsx';
import { Counts, ListFilters } from '../attendees/filters.tsx';
import { useListFilters } from '../attendees/list-filters.ts';
import { keyOf } from '../attendees/operations.ts';
import { AttendeeRows } from '../attendees/rows.tsx';
import { useSelection } from '../attendees/selection.ts';
import { ImportGuests, OrImport } from '../imports.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked } from '../lib/filters.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { More } from '../parts/more.tsx';
import { WIDE } from '../parts/panel.tsx';
import { Actions } from '../parts/states.tsx';

const Attendee = lazy(() => import('../attendees/attendee.tsx').then((file) => file.Attendee));

const AddAttendee = lazy(() =>
  import('../attendees/add-attendee.tsx').then((file) => file.AddAttendee),
);
const Files = lazy(() => import('../attendees/files.tsx').then((file) => file.Files));

/** Attendees and guests, or the import of a list: the address says which. */
export const Attendees = ({ conference }: { conference: Conference }) => (
  <OrImport scope="attendees:import" Import={ImportGuests} conference={conference}>
    <List conference={conference} />
  </OrImport>
);

/** Page by page by cursor. */
function List({ conference }: { conference: Conference }) {
  const may = useMay();
  const { status, sort, params } = useListFilters(conference);
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
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('attendees.title')}</h1>
        {may('attendees:export') && (
          <More>
            <a
              class="btn"
              href={api.url('listAdminConferenceAttendees', { ...params, format: 'xlsx' })}
            >
              <Icon name="download" />
              {t('attendees.export')}
            </a>
            <button type="button" class="btn" onClick={() => setFiles(true)}>
              <Icon name="printer" />
              {t('attendees.files')}
            </button>
          </More>
        )}
        <Actions>
          {may('attendees:import') && (
            <Link class="btn" href={`/c/${conference.id}/attendees?import=file`}>
              <Icon name="upload" />
              {t('import.open')}
            </Link>
          )}
          {may('attendees:write') && (
            <button type="button" class="btn primary" onClick={() => setAdding(true)}>
              <Icon name="user-plus" />
              {t('attendees.add-one')}
            </button>
          )}
        </Actions>
      </div>
      <Counts status={status} counts={list.first?.counts} />
      <div class={opened && isWide ? 'beside' : ''}>
        <div class="stack">
          <ListFilters conference_id={conference.id} status={status} sort={sort} />
          <Listing list={list} empty={t('attendees.none')}>
            {(rows) => (
              <AttendeeRows
                rows={rows}
                conference={conference}
                open={setOpened}
                selection={selection}
              />
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
