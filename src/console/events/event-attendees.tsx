import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminEventAttendee, AttendanceStatus } from '../../client/operations.d.ts';
import { AddAttendee } from '../attendees/add-attendee.tsx';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Actions, Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';
import { AnswerLines, AnswersSwitch, answersFilter, useAnswers } from '../registration/answers.tsx';
import { LazyForm } from '../registration/lazy-form.tsx';
import { EventAttendee } from './event-attendee.tsx';

const STATUSES = [
  'registered',
  'checked_in',
  'waitlisted',
  'cancelled',
] as const satisfies readonly AttendanceStatus[];

/** Who attends an event, with check-in at its door. */
export function EventAttendees({ id, conference }: { id: number; conference: Conference }) {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [hasForm, setForm] = useState(false);
  const { of, oneOf, at } = useFilters();
  const q = of('words')?.trim();
  const status = oneOf('attendance', STATUSES);
  const { answers, include } = useAnswers();
  const filters = {
    id,
    ...(q && { q }),
    ...(status && { status }),
    ...(answers && { answers }),
    ...(include && { include }),
  };
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
      <p>
        <Link
          href={at({
            event: undefined,
            words: undefined,
            attendance: undefined,
            answers: undefined,
            tab: undefined,
          })}
        >
          {t('events.back')}
        </Link>
      </p>
      <Head
        title={event.data.title}
        about={[
          zoneOf(event.data.timezone).moment(event.data.starts_at),
          event.data.venue.name,
          stats.data &&
            t('events.arrived', { count: stats.data.checked_in, expected: stats.data.expected }),
        ]
          .filter(Boolean)
          .join(' · ')}
        others={[
          <button
            key="form"
            type="button"
            class="btn"
            aria-expanded={hasForm}
            onClick={() => setForm(!hasForm)}
          >
            <Icon name="table-2" />
            {t('events.form')}
          </button>,
          may('attendees:export') && (
            <a
              class="btn"
              href={api.url('listAdminEventAttendees', { ...filters, format: 'xlsx' })}
            >
              <Icon name="download" />
              {t('action.export')}
            </a>
          ),
          may('broadcasts:write') && (
            <Link class="btn" href={messageTo(conference.id, id, status)}>
              <Icon name="send" />
              {t('event-attendee.message-all')}
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
      {hasForm && <LazyForm of={{ event_id: id }} />}
      <Filters
        search={{ name: 'words', label: t('filter.people') }}
        filters={[answersFilter()]}
        tabs={{
          label: t('events.attendance'),
          name: 'attendance',
          chosen: status ?? 'all',
          tabs: (['all', ...STATUSES] as const).map((value) => ({
            value,
            text: t(`status.${value}`),
          })),
        }}
      >
        <AnswersSwitch />
      </Filters>
      <Listing
        list={list}
        empty={t('events.attendees.none')}
        filters={['answers', 'attendance', 'words']}
      >
        {(rows) => <Rows rows={rows} id={id} timezone={event.data.timezone} />}
      </Listing>
      {isAdding && <AddAttendee to={{ event_id: id }} close={() => setAdding(false)} />}
    </>
  );
}

/** A broadcast to the attendees of an event, or to those with one status. */
const messageTo = (conference_id: number, id: number, status: AttendanceStatus | undefined) => {
  const isAudience = status && status !== 'cancelled';
  return `/c/${conference_id}/broadcasts?edit=new&event=${id}${isAudience ? `&attendance=${status}` : ''}`;
};

interface RowsProps {
  readonly id: number;
  readonly rows: readonly AdminEventAttendee[];
  readonly timezone: string;
}

function Rows({ id, rows, timezone }: RowsProps) {
  const may = useMay();
  const [opened, setOpened] = useState<AdminEventAttendee>();
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
        {rows.map((row) => {
          const { user, status, checked_in_at, waitlist_position: position } = row;
          const name = nameOf(user) || t('attendees.unnamed');
          return (
            <tr key={user.id}>
              <th scope="row">
                <button type="button" class="name" onClick={() => setOpened(row)}>
                  {name}
                </button>
                <small>{[user.job_title, user.company].filter(Boolean).join(' · ')}</small>
                <AnswerLines of={row.answers} />
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
                    class="btn"
                    aria-label={t('find.check-in-name', { name })}
                    onClick={() => change.mutate({ user_id: user.id, isIn: true, name })}
                  >
                    {t('find.check-in')}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </Table>
      {opened && (
        <EventAttendee
          id={id}
          row={opened}
          timezone={timezone}
          close={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
