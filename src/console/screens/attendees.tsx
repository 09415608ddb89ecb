import { useState } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter-preact';
import type { AdminConferenceAttendee, AttendeeStatus } from '../../client/operations.d.ts';
import { ImportGuests } from '../attendees/import-guests.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';

const STATUSES = [
  'all',
  'registered',
  'checked_in',
  'waitlisted',
  'invited',
  'cancelled',
  'withdrawn',
] as const satisfies readonly (AttendeeStatus | 'all')[];
type Filter = (typeof STATUSES)[number];

/** Attendees and open invitations, page by page by cursor. */
export function Attendees({ conference }: { conference: Conference }) {
  const conference_id = conference.id;
  const may = useMay();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const [q, setQ] = useState('');
  const status: Filter = STATUSES.find((one) => one === search.get('status')) ?? 'all';
  const filters = { conference_id, status, ...(q.trim() && { q: q.trim() }) };
  const list = useRows(['attendees', filters], (asked, signal) =>
    api.call('listAdminConferenceAttendees', { params: { ...filters, ...asked }, signal }),
  );
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('attendees.title')}</h1>
        {may('attendees:import') && <ImportGuests conference={conference} />}
        {may('attendees:export') && (
          <a
            class="button"
            href={api.url('listAdminConferenceAttendees', { ...filters, format: 'xlsx' })}
          >
            {t('attendees.export')}
          </a>
        )}
      </div>
      <div class="bar">
        <label>
          {t('attendees.status')}
          <select
            value={status}
            onChange={(event) =>
              go(`/c/${conference_id}/attendees?status=${event.currentTarget.value}`)
            }
          >
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`status.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('attendees.search')}
          <input
            type="search"
            value={q}
            onInput={(event) => setQ(event.currentTarget.value)}
            autocomplete="off"
          />
        </label>
      </div>
      <Listing list={list} empty={t('attendees.none')}>
        {(rows) => <AttendeeRows rows={rows} timezone={conference.timezone} />}
      </Listing>
    </>
  );
}

interface AttendeeRowsProps {
  readonly rows: readonly AdminConferenceAttendee[];
  readonly timezone: string;
}

function AttendeeRows({ rows, timezone }: AttendeeRowsProps) {
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('attendees.title')}
      head={[
        t('attendees.name'),
        t('overview.ticket-type'),
        t('attendees.status'),
        t('attendees.arrived'),
      ]}
    >
      {rows.map((row) => (
        <Row key={row.user ? row.user.id : `guest-${row.invitation_id}`} row={row} at={moment} />
      ))}
    </Table>
  );
}

interface RowProps {
  readonly row: AdminConferenceAttendee;
  readonly at: (instant: string) => string;
}

function Row({ row, at }: RowProps) {
  const { user, invitee, ticket_type, status, checked_in_at, waitlist_position: position } = row;
  const person = user ?? invitee;
  return (
    <tr>
      <th scope="row">
        {nameOf(person) || t('attendees.unnamed')}
        <small>{[person?.job_title, person?.company].filter(Boolean).join(' · ')}</small>
      </th>
      <td>{ticket_type}</td>
      <td>
        {t(`status.${status}`)}
        {position !== null && ` · ${t('attendees.position', { position })}`}
      </td>
      <td>{checked_in_at && at(checked_in_at)}</td>
    </tr>
  );
}
