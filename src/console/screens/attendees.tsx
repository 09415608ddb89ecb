import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { BulkBar } from '../attendees/bulk-bar.tsx';
import { Counts, ListFilters } from '../attendees/filters.tsx';
import { useListFilters } from '../attendees/list-filters.ts';
import { AttendeeRows } from '../attendees/rows.tsx';
import { useSelection } from '../attendees/selection.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t, withTexts } from '../lib/text.ts';
import { Listing } from '../parts/listing.tsx';
import { Actions } from '../parts/states.tsx';

const Attendee = lazy(() => import('../attendees/attendee.tsx').then((file) => file.Attendee));

const AddAttendee = lazy(() =>
  import('../attendees/add-attendee.tsx').then((file) => file.AddAttendee),
);
const ImportGuests = lazy(() =>
  withTexts(
    import('../attendees/import-guests.tsx').then((file) => file.ImportGuests),
    'guests',
  ),
);
const Files = lazy(() => import('../attendees/files.tsx').then((file) => file.Files));

/** Attendees and guests, page by page by cursor. */
export function Attendees({ conference }: { conference: Conference }) {
  const may = useMay();
  const { status, sort, params } = useListFilters(conference);
  const [opened, setOpened] = useState<AdminConferenceAttendee>();
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [hasFiles, setFiles] = useState(false);
  useAsked({
    add: () => setAdding(may('attendees:write')),
    import: () => setImporting(may('attendees:import')),
  });
  const list = useRows(['attendees', params], (asked, signal) =>
    api.call('listAdminConferenceAttendees', { params: { ...params, ...asked }, signal }),
  );
  const selection = useSelection(list.rows);
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('attendees.title')}</h1>
        <Actions>
          {may('attendees:import') && (
            <button type="button" onClick={() => setImporting(true)}>
              {t('import.open')}
            </button>
          )}
        </Actions>
        {may('attendees:export') && (
          <>
            <a
              class="button"
              href={api.url('listAdminConferenceAttendees', { ...params, format: 'xlsx' })}
            >
              {t('attendees.export')}
            </a>
            <button type="button" onClick={() => setFiles(true)}>
              {t('attendees.files')}
            </button>
          </>
        )}
        <Actions>
          {may('attendees:write') && (
            <button type="button" class="primary" onClick={() => setAdding(true)}>
              {t('attendees.add-one')}
            </button>
          )}
        </Actions>
      </div>
      <Counts status={status} counts={list.first?.counts} />
      <ListFilters conference_id={conference.id} status={status} sort={sort} />
      <BulkBar selection={selection} conference={conference} />
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
      <Suspense fallback={null}>
        {opened && (
          <Attendee row={opened} conference={conference} close={() => setOpened(undefined)} />
        )}
        {isAdding && <AddAttendee to={{ conference }} close={() => setAdding(false)} />}
        {isImporting && <ImportGuests conference={conference} close={() => setImporting(false)} />}
        {hasFiles && <Files conference={conference} close={() => setFiles(false)} />}
      </Suspense>
    </>
  );
}
