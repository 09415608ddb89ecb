import type { EventDetails, FormAnswer, Sharing } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { Head, Line, List, Ticket } from '../cards.tsx';
import { api, later, read, reads, type Topic } from '../lib/api.ts';
import type { Route } from '../lib/route.ts';
import { joined, languageText, longDayText, t, timeText } from '../lib/text.ts';
import { Ask, AsOf, Button, MainAction, Pending, State, say, useChange } from '../parts.tsx';
import { colorOf, hasSeat, itemsOf, Keep, placeEvery, SeatText, useKept } from './entry.tsx';
import { Asking, OpenQuestions } from './form.tsx';
import { Host } from './host.tsx';
import { Share } from './pages.tsx';
import { Running } from './running.tsx';

/** An agenda item, its event, or both; by the id of the one or of the other. */
export function Session({ screen, id: opened = 0 }: Route) {
  const isEvent = screen === 'event';
  const agenda = useQuery(reads.agenda);
  const item = itemsOf(agenda.data).find((one) => (isEvent ? one.event_id : one.id) === opened);
  const id = isEvent ? opened : (item?.event_id ?? 0);
  const params = { id };
  const event = useQuery({
    ...read('event', 'getEvent', { params }),
    enabled: id > 0,
    refetchInterval: ({ state }) => placeEvery([state.data?.attendance]),
  });
  const hasTicket = hasSeat(event.data?.attendance);
  const ticket = useQuery({ ...read('event', 'getMyEventTicket', { params }), enabled: hasTicket });
  const own = useQuery({
    ...read('event', 'getMyEventAttendance', { params }),
    enabled: (event.data?.form_questions.length ?? 0) > 0,
  });
  const accounts = useQuery(later.speakers).data;
  const map = useQuery(later.pages).data?.find(({ kind }) => kind === 'map');
  const shown = event.data ?? item;
  if (!shown) {
    const of = isEvent ? event : agenda;
    return of.data ? <State title={t('start.gone')} isWhole /> : <Pending of={of} isWhole />;
  }
  const { title, description, starts_at } = shown;
  const { attendance, venue } = event.data ?? {};
  const timezone = event.data?.timezone ?? agenda.data?.conference.timezone ?? 'UTC';
  const time = `${timeText(starts_at, timezone)} – ${timeText(shown.ends_at, timezone)}`;
  const day = longDayText(starts_at, timezone);
  const place = item?.room ?? venue?.name;
  const more = joined(day, time, place);
  const calendar = new URL(api.url('getEventCalendar', params), location.href).href;
  const isMarked = map?.marks.some(({ room }) => room !== null && room === place);
  const toMap = isMarked && ({ screen: 'pages', id: map?.id ?? 0, room: place ?? '' } as const);
  const shared: Sharing =
    id > 0 ? { kind: 'event', id } : { kind: 'agenda_item', id: item?.id ?? 0 };
  return (
    <article>
      <div class="tools">
        {item && id > 0 && <Keep id={item.id} title={title} />}
        <Share {...shared} url={event.data?.share_url} />
        {id > 0 && (
          <Button kind="bare" href={calendar} icon="calendar-plus" text={t('event.calendar')} />
        )}
      </div>
      <p class="buttons">
        {item?.track && (
          <span class="tag dotted" style={{ '--track': colorOf(agenda.data, item.track) }}>
            {item.track}
          </span>
        )}
        {item?.language && <span class="tag">{languageText(item.language)}</span>}
      </p>
      <Head title={title} />
      <AsOf of={agenda} timezone={timezone} />
      <ul class="card">
        <Line icon="clock" tone="link" title={time} more={day} />
        {place && <Line icon="map-pin" title={place} more={venue?.address} to={toMap} />}
      </ul>
      {event.data && <SeatText of={event.data} attendance={attendance} />}
      {event.data && (hasTicket || attendance?.status === 'waitlisted') && (
        <OpenQuestions
          of={event.data.form_questions}
          own={own.data}
          old="event"
          save={(answers) => api.call('updateMyEventAnswers', { params, body: { answers } })}
        />
      )}
      {description && <p>{description}</p>}
      {hasTicket && <Ticket of={ticket} label={t('event.ticket')} title={title} more={more} />}
      <List title={t('event.speakers')} of={item?.speakers ?? []}>
        {({ id: key, name, photo_url, ...one }) => {
          const of = { first_name: name, photo_url };
          const user = accounts?.find((account) => account.id === key)?.user_id;
          const to = user ? ({ screen: 'people', id: user } as const) : undefined;
          return (
            <Line key={key} title={name} more={joined(one.title, one.company)} {...{ of, to }} />
          );
        }}
      </List>
      <div class="buttons">
        {item?.links.map(({ title, url }) => (
          <Button key={url} href={url} icon="link" text={title ?? new URL(url).hostname} />
        ))}
      </div>
      {event.data?.is_host && <Host id={id} />}
      {item && <Running of={item} isSeat={hasTicket} />}
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

const ACTION_OF = {
  open: 'event.attend',
  waitlist: 'event.wait',
  approval: 'event.request',
} as const;

function Attend({ of }: { of: EventDetails }) {
  const { id, registration_state: state, attendance } = of;
  const changed: Topic[] = ['event', 'state', 'agenda'];
  const attend = useChange<FormAnswer[] | undefined>(changed, (answers) =>
    api.call('attendEvent', { body: { event_id: id, ...(answers && { answers }) } }),
  );
  const takeBack = useChange(changed, () => takeSeat(id));
  const withdraw = useChange(changed, () => api.call('cancelAttendance', { params: { id } }));
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
  if (status === 'requested') return <Button {...withdraw} text={t('event.withdraw')} />;
  const isOver = status === 'checked_in' || status === 'declined';
  if (isOver || !(state in ACTION_OF)) return null;
  const text = t(ACTION_OF[state as keyof typeof ACTION_OF]);
  return <Asking of={of.form_questions} action={attend} text={text} />;
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
