import { useInfiniteQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter-preact';
import type { AdminConferenceAttendee, AttendeeStatus } from '../../client/operations.d.ts';
import { ImportGuests } from '../attendees/import-guests.tsx';
import { nameOf } from '../door/scan-queue.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Empty, Failure, Loading } from '../parts/states.tsx';

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
  const list = useInfiniteQuery({
    queryKey: ['attendees', filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call('listAdminConferenceAttendees', {
        params: { ...filters, limit: 50, ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
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
      {list.error && <Failure error={list.error} again={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && rows.length === 0 && <Empty title={t('attendees.none')} />}
      {rows.length > 0 && <Table rows={rows} timezone={conference.timezone} />}
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
          {t('table.more')}
        </button>
      )}
    </>
  );
}

function Table({ rows, timezone }: { rows: readonly AdminConferenceAttendee[]; timezone: string }) {
  const { moment } = zoneOf(timezone);
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('attendees.name')}</th>
            <th scope="col">{t('overview.ticket-type')}</th>
            <th scope="col">{t('attendees.status')}</th>
            <th scope="col">{t('attendees.arrived')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            ({
              user,
              invitee,
              invitation_id,
              ticket_type,
              status,
              checked_in_at,
              waitlist_position,
            }) => (
              <tr key={user ? user.id : `guest-${invitation_id}`}>
                <th scope="row">
                  {nameOf(user ?? invitee) || t('attendees.unnamed')}
                  <small>
                    {[(user ?? invitee)?.job_title, (user ?? invitee)?.company]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </th>
                <td>{ticket_type}</td>
                <td>
                  {t(`status.${status}`)}
                  {waitlist_position !== null &&
                    ` · ${t('attendees.position', { position: waitlist_position })}`}
                </td>
                <td>{checked_in_at && moment(checked_in_at)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
