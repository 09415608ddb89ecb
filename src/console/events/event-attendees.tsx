import { useMutation, useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import type { AdminEventAttendee, AttendanceStatus } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { ChoiceFilter, SearchFilter } from '../parts/filters.tsx';
import { Listing } from '../parts/listing.tsx';
import { Failure, Loading, sentenceOf } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

const STATUSES = [
  'registered',
  'checked_in',
  'waitlisted',
  'cancelled',
] as const satisfies readonly AttendanceStatus[];

/** Who attends an event, with check-in at its door. */
export function EventAttendees({ id }: { id: number }) {
  const { of, oneOf, at } = useFilters();
  const q = of('words')?.trim();
  const status = oneOf('attendance', STATUSES);
  const filters = { id, ...(q && { q }), ...(status && { status }) };
  const event = useQuery({
    queryKey: ['events', 'one', id],
    queryFn: () => api.call('getAdminEvent', { params: { id } }),
  });
  const stats = useQuery({
    queryKey: ['attendees', 'event-stats', id],
    queryFn: () => api.call('getEventCheckInStats', { params: { id } }),
  });
  const list = useRows(['attendees', 'event', filters], (asked, signal) =>
    api.call('listAdminEventAttendees', { params: { ...filters, ...asked }, signal }),
  );
  if (event.error) return <Failure error={event.error} again={event.refetch} />;
  if (!event.data) return <Loading />;
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{event.data.title}</h1>
        <Link
          class="button"
          href={at({ event: undefined, words: undefined, attendance: undefined })}
        >
          {t('events.back')}
        </Link>
      </div>
      <p class="muted">
        {[
          zoneOf(event.data.timezone).moment(event.data.starts_at),
          event.data.venue.name,
          stats.data &&
            t('events.arrived', { count: stats.data.checked_in, expected: stats.data.expected }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div class="bar">
        <ChoiceFilter
          name="attendance"
          label={t('events.attendance')}
          values={STATUSES}
          text={(one) => t(`status.${one}`)}
        />
        <SearchFilter name="words" label={t('events.search')} />
      </div>
      <Listing list={list} empty={t('events.attendees.none')}>
        {(rows) => <Rows rows={rows} id={id} timezone={event.data.timezone} />}
      </Listing>
    </>
  );
}

interface RowsProps {
  readonly id: number;
  readonly rows: readonly AdminEventAttendee[];
  readonly timezone: string;
}

function Rows({ id, rows, timezone }: RowsProps) {
  const may = useMay();
  const { moment } = zoneOf(timezone);
  const params = { id };
  const undo = (user_id: number) => change.mutate({ user_id, isIn: false, name: '' });
  const change = useMutation({
    mutationFn: async (one: { user_id: number; isIn: boolean; name: string }) => {
      const body = { user_id: one.user_id };
      if (!one.isIn) return void (await api.call('undoEventCheckIn', { params, body }));
      await api.call('checkInEventAttendee', { params, body });
      say(t('events.checked-in', { name: one.name }), () => undo(one.user_id));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['attendees'] }),
  });
  return (
    <>
      {change.error && (
        <p class="problem" role="alert">
          {sentenceOf(change.error)}
        </p>
      )}
      <Table
        label={t('events.attendees')}
        head={[
          t('attendees.name'),
          t('attendees.status'),
          t('attendees.arrived'),
          { hidden: t('keys.actions') },
        ]}
      >
        {rows.map(({ user, status, checked_in_at, waitlist_position: position }) => (
          <tr key={user.id}>
            <th scope="row">
              {nameOf(user) || t('attendees.unnamed')}
              <small>{[user.job_title, user.company].filter(Boolean).join(' · ')}</small>
            </th>
            <td>
              {t(`status.${status}`)}
              {position !== null && ` · ${t('attendees.position', { position })}`}
            </td>
            <td>{checked_in_at && moment(checked_in_at)}</td>
            <td class="buttons">
              {may('door:check-in') && status === 'registered' && (
                <button
                  type="button"
                  aria-label={t('find.check-in-name', { name: nameOf(user) })}
                  onClick={() =>
                    change.mutate({ user_id: user.id, isIn: true, name: nameOf(user) })
                  }
                >
                  {t('find.check-in')}
                </button>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
