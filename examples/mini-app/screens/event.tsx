import type { ApiEvent, Attendance } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { api } from '../lib/api.ts';
import { dayText, t, timeText } from '../lib/text.ts';
import { Loaded, Notice, Outside, Qr, useChange } from '../parts.tsx';

/** What an event means to the reader: a seat, a place on the waitlist, or what is left. */
export function SeatText({
  event: { registration_state, spots_left },
  attendance,
}: {
  event: ApiEvent;
  attendance: Attendance | undefined;
}) {
  const status = attendance?.status ?? 'none';
  if (registration_state === 'cancelled') return <p class="warning">{t('event.cancelled')}</p>;
  if (status === 'registered' || status === 'checked_in') {
    return <p class="good">{t('event.seat')}</p>;
  }
  if (status === 'waitlisted') {
    return <p class="warning">{t('event.place', { place: attendance?.waitlist_position ?? 0 })}</p>;
  }
  if (registration_state === 'waitlist') return <p class="muted">{t('event.full')}</p>;
  if (registration_state !== 'open') return <p class="muted">{t('event.closed')}</p>;
  return spots_left === null ? null : <p class="muted">{t('event.left', { count: spots_left })}</p>;
}

export function EventScreen({ id }: { id: number }) {
  const event = useQuery({
    queryKey: ['event', id],
    queryFn: () => api.call('getEvent', { params: { id } }),
  });
  return (
    <Loaded of={event} as={Notice}>
      {({ attendance, title, starts_at, ends_at, timezone, venue, description, ...others }) => {
        const calendar = new URL(api.url('getEventCalendar', { id }), location.href).href;
        const hasSeat = ['registered', 'checked_in'].includes(attendance?.status ?? '');
        return (
          <article>
            <h1 tabIndex={-1}>{title}</h1>
            <p class="muted">
              {dayText(starts_at, timezone)}, {timeText(starts_at, timezone)} –{' '}
              {timeText(ends_at, timezone)}
              {venue.name && ` · ${venue.name}`}
            </p>
            {description && <p>{description}</p>}
            <SeatText
              event={{ ...others, title, starts_at, ends_at, timezone, venue, description }}
              attendance={attendance}
            />
            <Attend id={id} state={others.registration_state} attendance={attendance} />
            {hasSeat && <Ticket id={id} />}
            <Outside href={calendar}>{t('event.calendar')}</Outside>
          </article>
        );
      }}
    </Loaded>
  );
}

function Attend({
  id,
  state,
  attendance,
}: {
  id: number;
  state: ApiEvent['registration_state'];
  attendance: Attendance | undefined;
}) {
  const isIn = ['registered', 'waitlisted'].includes(attendance?.status ?? '');
  const { run, isBusy } = useChange(
    () =>
      isIn
        ? api.call('cancelAttendance', { params: { id } })
        : api.call('attendEvent', { body: { event_id: id } }),
    'event',
    'state',
    'agenda',
  );
  if (attendance?.status === 'checked_in') return null;
  if (!isIn && state !== 'open' && state !== 'waitlist') return null;
  const text = state === 'waitlist' ? 'event.wait' : 'event.attend';
  return (
    <button type="button" class={isIn ? '' : 'primary'} disabled={isBusy} onClick={() => run()}>
      {t(isIn ? 'event.leave' : text)}
    </button>
  );
}

function Ticket({ id }: { id: number }) {
  const ticket = useQuery({
    queryKey: ['event', id, 'ticket'],
    queryFn: () => api.call('getMyEventTicket', { params: { id } }),
  });
  return (
    <Loaded of={ticket}>
      {({ qr_svg, code }) => (
        <figure>
          <Qr svg={qr_svg} label={t('event.ticket')} />
          <figcaption>
            {t('event.ticket')}
            <code>{code}</code>
          </figcaption>
        </figure>
      )}
    </Loaded>
  );
}
