import type { ApiEvent, Attendance, UserState } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { api, CONFERENCE_ID } from '../lib/api.ts';
import { dayText, t, timeText } from '../lib/text.ts';
import { Ask, Loaded, Notice, Outside, say, Ticket, useChange } from '../parts.tsx';

/** How often a place on a waitlist is read: it moves without a message. */
export const placeEvery = (of: readonly (Attendance | undefined)[] = []): number | false =>
  of.some((one) => one?.status === 'waitlisted') && 30_000;

export const placeInConference = ({ state }: { state: { data?: UserState | undefined } }) =>
  placeEvery([state.data?.conferences[CONFERENCE_ID]]);

/** What an event or the conference means to the reader: a seat, a place on the waitlist, or what is left. */
export function SeatText({
  of: { registration_state, spots_left },
  attendance,
}: {
  of: Pick<ApiEvent, 'registration_state' | 'spots_left'>;
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
    refetchInterval: ({ state }) => placeEvery([state.data?.attendance]),
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
            <SeatText of={others} attendance={attendance} />
            <Attend id={id} state={others.registration_state} attendance={attendance} />
            {hasSeat && <EventTicket id={id} />}
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
  const changed = ['event', 'state', 'agenda'] as const;
  const attend = useChange(() => api.call('attendEvent', { body: { event_id: id } }), ...changed);
  const takeBack = useChange(() => takeSeat(id), ...changed);
  const leave = useChange(
    async (isSeat: boolean) => {
      const { spots_left } = await api.call('cancelAttendance', { params: { id } });
      // A seat that the waitlist has now cannot come back, nor can a place on the waitlist.
      const isFree = isSeat && spots_left !== 0 && ['open', 'waitlist'].includes(state);
      say(t('event.given-up'), isFree ? () => takeBack.run() : undefined);
    },
    ...changed,
  );
  const { status, waitlist_position } = attendance ?? {};
  if (status === 'registered' || status === 'waitlisted') {
    const place = waitlist_position ?? 0;
    return (
      <Ask
        label={t('event.leave')}
        title={t('event.leave.title')}
        more={status === 'registered' ? t('event.leave.seat') : t('event.leave.place', { place })}
        isBusy={leave.isBusy}
        run={() => leave.run(status === 'registered')}
      />
    );
  }
  if (status === 'checked_in' || (state !== 'open' && state !== 'waitlist')) return null;
  return (
    <button type="button" class="primary" disabled={attend.isBusy} onClick={() => attend.run()}>
      {t(state === 'waitlist' ? 'event.wait' : 'event.attend')}
    </button>
  );
}

/** Takes a seat, and never a place on the waitlist. */
async function takeSeat(id: number): Promise<void> {
  const { registration_state } = await api.call('getEvent', { params: { id } });
  if (registration_state === 'open') {
    const { status } = await api.call('attendEvent', { body: { event_id: id } });
    if (status !== 'waitlisted') return;
    await api.call('cancelAttendance', { params: { id } });
  }
  say(t('event.taken'));
}

function EventTicket({ id }: { id: number }) {
  const ticket = useQuery({
    queryKey: ['event', id, 'ticket'],
    queryFn: () => api.call('getMyEventTicket', { params: { id } }),
  });
  return <Ticket of={ticket} label={t('event.ticket')} />;
}
