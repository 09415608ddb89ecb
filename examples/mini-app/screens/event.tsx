import type { EventDetails } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { Head, Line, Lines, Ticket } from '../cards.tsx';
import { api, read, reads, speakers } from '../lib/api.ts';
import { go } from '../lib/route.ts';
import { joined, languageText, longDayText, t, timeText } from '../lib/text.ts';
import { Ask, AsOf, Button, MainAction, Pending, State, say, useChange } from '../parts.tsx';
import { colorOf, hasSeat, itemsOf, Keep, placeEvery, SeatText, useKept } from './entry.tsx';
import { information, Share } from './pages.tsx';
import { Questions } from './questions.tsx';
import { Rating } from './rating.tsx';

/** An agenda item, its event, or both; by the id of the one or of the other. */
export function Session({ itemId, eventId }: { itemId?: number; eventId?: number }) {
  const agenda = useQuery(reads.agenda);
  const item = itemsOf(agenda.data).find(({ id, event_id }) =>
    itemId === undefined ? event_id === eventId : id === itemId,
  );
  const id = eventId ?? item?.event_id ?? 0;
  const event = useQuery({
    ...read(['event', id], 'getEvent', { params: { id } }),
    enabled: id > 0,
    refetchInterval: ({ state }) => placeEvery([state.data?.attendance]),
  });
  const accounts = useQuery(speakers).data;
  const map = useQuery(information).data?.data.find(({ kind }) => kind === 'map');
  const shown = event.data ?? item;
  if (!shown) {
    const of = eventId === undefined ? agenda : event;
    return of.data ? <State title={t('start.gone')} isWhole /> : <Pending of={of} isWhole />;
  }
  const { attendance, venue } = event.data ?? {};
  const timezone = event.data?.timezone ?? agenda.data?.conference.timezone ?? 'UTC';
  const time = `${timeText(shown.starts_at, timezone)} – ${timeText(shown.ends_at, timezone)}`;
  const day = longDayText(shown.starts_at, timezone);
  const place = item?.room ?? venue?.name;
  const calendar = id > 0 && new URL(api.url('getEventCalendar', { id }), location.href).href;
  const isMarked = map?.marks.some(({ room }) => room !== null && room === place);
  const openMap = () => map && place && go({ screen: 'pages', id: map.id, room: place });
  return (
    <article>
      <div class="tools">
        {item && id > 0 && <Keep id={item.id} title={shown.title} />}
        <Share
          {...(id > 0 ? { kind: 'event', id } : { kind: 'agenda_item', id: item?.id ?? 0 })}
          url={event.data?.share_url}
        />
        {calendar && (
          <Button kind="bare" href={calendar} icon="calendar-plus" text={t('event.calendar')} />
        )}
      </div>
      {item && (item.track || item.language) && (
        <p class="buttons">
          {item.track && (
            <span class="tag dotted" style={{ '--track': colorOf(agenda.data, item.track) }}>
              {item.track}
            </span>
          )}
          {item.language && <span class="tag">{languageText(item.language)}</span>}
        </p>
      )}
      <Head title={shown.title} />
      <AsOf of={agenda} timezone={timezone} />
      <ul class="card">
        <Line icon="clock" tone="accent" title={time} more={day} />
        {place && (
          <Line
            icon="map-pin"
            title={place}
            more={venue?.address}
            open={isMarked ? openMap : undefined}
          />
        )}
      </ul>
      {event.data && <SeatText of={event.data} attendance={attendance} />}
      {shown.description && <p>{shown.description}</p>}
      {hasSeat(attendance) && (
        <EventTicket id={id} title={shown.title} more={joined(day, time, place)} />
      )}
      <Lines title={t('event.speakers')} of={item?.speakers ?? []}>
        {({ id: key, name, title, company, photo_url }) => {
          const of = { first_name: name, photo_url };
          const user = accounts?.find((one) => one.id === key)?.user_id;
          const open = user ? () => go({ screen: 'people', id: user }) : undefined;
          return <Line key={key} title={name} more={joined(title, company)} {...{ of, open }} />;
        }}
      </Lines>
      <div class="buttons">
        {item?.links.map(({ title, url }) => (
          <Button key={url} href={url} icon="link" text={title ?? new URL(url).hostname} />
        ))}
      </div>
      {item && <Questions of={item} />}
      {item && <Rating of={item} isSeat={hasSeat(attendance)} />}
      <div class="foot">
        {event.data && <Attend of={event.data} />}
        {item && id === 0 && <KeepAction id={item.id} />}
      </div>
    </article>
  );
}

/** The one thing to do with an item that has no seats. */
function KeepAction({ id }: { id: number }) {
  const { isPressed, run, isBusy } = useKept(id);
  const text = t(isPressed ? 'agenda.remove' : 'agenda.add');
  return <MainAction text={text} icon="bookmark" isBusy={isBusy} run={run} />;
}

function Attend({ of: { id, registration_state: state, attendance } }: { of: EventDetails }) {
  const changed = ['event', 'state', 'agenda'] as const;
  const attend = useChange(changed, () => api.call('attendEvent', { body: { event_id: id } }));
  const takeBack = useChange(changed, () => takeSeat(id));
  const { status, waitlist_position } = attendance ?? {};
  const isSeat = status === 'registered';
  const leave = useChange(changed, async () => {
    const { spots_left } = await api.call('cancelAttendance', { params: { id } });
    // A seat that the waitlist has now cannot come back, nor can a place on the waitlist.
    const isFree = isSeat && spots_left !== 0 && ['open', 'waitlist'].includes(state);
    say(t('event.given-up'), isFree ? takeBack.run : undefined);
  });
  if (isSeat || status === 'waitlisted') {
    const place = waitlist_position ?? 0;
    const more = isSeat ? t('event.leave.seat') : t('event.leave.place', { place });
    return <Ask {...leave} text={t('event.leave')} title={t('event.leave.title')} more={more} />;
  }
  if (status === 'checked_in' || (state !== 'open' && state !== 'waitlist')) return null;
  const text = t(state === 'waitlist' ? 'event.wait' : 'event.attend');
  return <MainAction {...attend} icon="ticket" text={text} />;
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

function EventTicket({ id, ...shown }: { id: number; title: string; more: string }) {
  const ticket = useQuery(read(['event', id, 'ticket'], 'getMyEventTicket', { params: { id } }));
  return <Ticket of={ticket} label={t('event.ticket')} {...shown} />;
}
