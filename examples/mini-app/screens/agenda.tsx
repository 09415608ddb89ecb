import type { FavoriteItem, Agenda as Program } from '@hallway/client';
import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, CONFERENCE_ID, queries, reads } from '../lib/api.ts';
import { go } from '../lib/route.ts';
import { dayText, t, timeText } from '../lib/text.ts';
import { Empty, Loaded, Notice, Outside, Ticket, useChange } from '../parts.tsx';
import { placeInConference, SeatText } from './event.tsx';

/** An agenda item, or an event that is not on the agenda, such as a side event. */
interface Entry {
  readonly itemId: number | undefined;
  readonly eventId: number | null;
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly place: string;
}
type Item = Program['days'][number]['items'][number] | FavoriteItem;
const MINE = 'mine';

const entryOf = ({ id, event_id, room, speakers, ...item }: Item): Entry => {
  const place = [room, ...speakers.map(({ name }) => name)].filter(Boolean).join(' · ');
  return { ...item, itemId: id, eventId: event_id, place };
};

/** @param itemId the item that a link opened */
export function Agenda({ itemId }: { itemId: number | undefined }) {
  const [chosen, choose] = useState('');
  const conference = useQuery(reads.conference);
  const agenda = useQuery(reads.agenda);
  return (
    <Loaded of={agenda} as={Notice}>
      {({ conference: { name, starts_on, ends_on, venue, timezone }, days }) => {
        const linked = days.find(({ items }) => items.some(({ id }) => id === itemId));
        const day = (days.find(({ date }) => date === chosen) ?? linked ?? days[0])?.date;
        const shown = chosen === MINE ? MINE : (day ?? starts_on);
        return (
          <>
            <header>
              <h1 tabIndex={-1}>{name}</h1>
              <p class="muted">
                {dayText(starts_on, 'UTC')} – {dayText(ends_on, 'UTC')}
                {venue && ` · ${venue}`}
              </p>
              {conference.data && <Registration state={conference.data.registration_state} />}
            </header>
            <div class="chips">
              {[...days.map(({ date }) => date), MINE].map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-pressed={one === shown}
                  onClick={() => choose(one)}
                >
                  {one === MINE ? t('agenda.mine') : dayText(one, 'UTC')}
                </button>
              ))}
            </div>
            <Entries days={days} shown={shown} timezone={timezone} itemId={itemId} />
            {shown === MINE && <Calendar />}
          </>
        );
      }}
    </Loaded>
  );
}

/** Once, when it appears. */
const showLinked = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** The items and events of a day, or those that are kept or attended, in the order of their start. */
function Entries({
  days,
  shown,
  timezone,
  itemId,
}: {
  days: Program['days'];
  shown: string;
  timezone: string;
  itemId: number | undefined;
}) {
  const kept = useQuery(reads.kept).data ?? [];
  const mine = useQuery(reads.myEvents).data ?? [];
  const all = useQuery(reads.events).data ?? [];
  const items = days.flatMap((day) => day.items);
  const dayOf = (at: string) => new Date(at).toLocaleDateString('sv', { timeZone: timezone });
  const chosenItems =
    shown === MINE ? kept : items.filter(({ starts_at }) => dayOf(starts_at) === shown);
  const chosenEvents =
    shown === MINE
      ? mine.filter(({ attendance }) => attendance?.status !== 'cancelled')
      : all.filter(({ starts_at }) => dayOf(starts_at) === shown);
  const listed = new Set((shown === MINE ? kept : items).map(({ event_id }) => event_id));
  const entries = [
    ...chosenItems.map(entryOf),
    ...chosenEvents
      .filter(({ id }) => !listed.has(id))
      .map((event): Entry => {
        const item = items.find(({ event_id }) => event_id === event.id);
        if (item) return entryOf(item);
        return { ...event, itemId: undefined, eventId: event.id, place: event.venue.name ?? '' };
      }),
  ].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  const titles = new Map<string, string>([
    ...items.map(({ id, title }) => [`agenda_item ${id}`, title] as const),
    ...all.map(({ id, title }) => [`event ${id}`, title] as const),
  ]);
  const clashesOf = (itemId: number | undefined) =>
    (kept.find(({ id }) => id === itemId)?.warnings ?? []).map(
      ({ kind, agenda_item_id, event_id, message }) =>
        titles.get(`${kind} ${agenda_item_id ?? event_id}`) ?? message,
    );
  const isLinked = (entry: Entry) => itemId !== undefined && entry.itemId === itemId;
  if (entries.length === 0) return <Empty title={t('agenda.none')} />;
  return (
    <ul class="entries">
      {entries.map((entry) => (
        <li
          key={`${entry.itemId} ${entry.eventId}`}
          class={isLinked(entry) ? 'marked' : ''}
          ref={isLinked(entry) ? showLinked : null}
        >
          <p class="times">
            <time>{timeText(entry.starts_at, timezone)}</time>
            <time>{timeText(entry.ends_at, timezone)}</time>
          </p>
          <div>
            <h2>
              <Title entry={entry} />
            </h2>
            <p class="muted">{entry.place}</p>
            {entry.eventId !== null && <Seats id={entry.eventId} />}
            {clashesOf(entry.itemId).map((title) => (
              <p key={title} class="warning">
                {t('agenda.clash', { title })}
              </p>
            ))}
          </div>
          {entry.itemId !== undefined && <Keep id={entry.itemId} title={entry.title} />}
        </li>
      ))}
    </ul>
  );
}

function Title({ entry: { eventId, title } }: { entry: Entry }) {
  if (eventId === null) return <>{title}</>;
  return (
    <button type="button" class="link" onClick={() => go({ screen: 'event', id: eventId })}>
      {title}
    </button>
  );
}

function Seats({ id }: { id: number }) {
  const events = useQuery(reads.events);
  const state = useQuery(reads.state);
  const event = events.data?.find((one) => one.id === id);
  return event ? <SeatText of={event} attendance={state.data?.events[id]} /> : null;
}

function Keep({ id, title }: { id: number; title: string }) {
  const state = useQuery(reads.state);
  const isKept = state.data?.favorites.includes(id) ?? false;
  const { run, isBusy } = useChange(
    () => api.call(isKept ? 'removeKeptAgendaItem' : 'keepAgendaItem', { params: { id } }),
    'state',
  );
  return (
    <button
      type="button"
      class="keep"
      aria-pressed={isKept}
      aria-label={t('agenda.keep', { title })}
      disabled={isBusy || !state.data}
      onClick={() => run()}
    >
      {isKept ? '★' : '☆'}
    </button>
  );
}

function Registration({ state }: { state: string }) {
  const { status: own = 'none', waitlist_position } =
    useQuery({ ...reads.state, refetchInterval: placeInConference }).data?.conferences[
      CONFERENCE_ID
    ] ?? {};
  const { run, isBusy } = useChange(
    () => api.call('registerForConference', { params: { conference_id: CONFERENCE_ID } }),
    'state',
    'agenda',
  );
  if (own === 'waitlisted') {
    return <p>{t('conference.waitlisted', { place: waitlist_position ?? 0 })}</p>;
  }
  if (own === 'registered' || own === 'checked_in') return <ConferenceTicket />;
  if (!['none', 'cancelled'].includes(own) || !['open', 'waitlist'].includes(state)) return null;
  return (
    <button type="button" class="primary" disabled={isBusy} onClick={() => run()}>
      {t(state === 'open' ? 'conference.register' : 'event.wait')}
    </button>
  );
}

/** Read when it is wanted: the opening of the app sends nothing for it. */
function ConferenceTicket() {
  const [isShown, show] = useState(false);
  const ticket = useQuery({
    queryKey: ['state', 'ticket'],
    queryFn: () => api.call('getMyConferenceTicket', { params: { conference_id: CONFERENCE_ID } }),
    enabled: isShown,
  });
  if (isShown) return <Ticket of={ticket} label={t('conference.ticket')} />;
  return (
    <button type="button" class="primary" onClick={() => show(true)}>
      {t('conference.ticket.show')}
    </button>
  );
}

/** A secret link: anyone who has it reads the seats. A new one ends the one before. */
function Calendar() {
  const { mutate, data, isPending } = useMutation(
    { mutationFn: () => api.call('createCalendarLink') },
    queries,
  );
  if (data) return <Outside href={data.url}>{t('agenda.calendar.open')}</Outside>;
  return (
    <button type="button" disabled={isPending} onClick={() => mutate()}>
      {t('agenda.calendar')}
    </button>
  );
}
