import type { Agenda, AgendaItem, ApiEvent, FavoriteItem } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { api, reads } from '../lib/api.ts';
import { go } from '../lib/route.ts';
import { joined, t } from '../lib/text.ts';
import { Button, Mark, useChange } from '../parts.tsx';
import { SeatText } from './seat.tsx';

/** An agenda item, or an event that is not on the agenda, such as a side event. */
export interface Entry {
  readonly itemId: number;
  readonly eventId: number | null;
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly place: string;
  readonly track: string | null;
}

/** The color of a track: 1 to 4 by the order of the organizers, 0 without a track. */
export const colorOf = (agenda: Agenda | undefined, track: string | null): number =>
  track === null ? 0 : ((agenda?.tracks.indexOf(track) ?? 0) % 4) + 1;
export const itemsOf = (agenda: Agenda | undefined): readonly AgendaItem[] =>
  agenda?.days.flatMap(({ items }) => items) ?? [];

export const entryOf = (item: AgendaItem | FavoriteItem): Entry => {
  const place = joined(item.room, ...item.speakers.map(({ name }) => name));
  return { ...item, itemId: item.id, eventId: item.event_id, place };
};
/** The entry of an event: that of its agenda item, where it has one. */
export function entryOfEvent(
  event: Pick<ApiEvent, 'id' | 'title' | 'starts_at'> & Partial<ApiEvent>,
  agenda: Agenda,
): Entry {
  const item = itemsOf(agenda).find(({ event_id }) => event_id === event.id);
  if (item) return entryOf(item);
  const { id: eventId, ends_at = event.starts_at, venue } = event;
  return { ...event, itemId: 0, eventId, ends_at, place: venue?.name ?? '', track: null };
}

/** Once, when it appears. */
const showLinked = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

interface EntryProps {
  readonly of: Entry;
  readonly isLinked?: boolean;
  /** What is kept or attended at the same time. */
  readonly clashes?: readonly string[];
}
export function EntryCard({ of: entry, isLinked = false, clashes = [] }: EntryProps) {
  const { itemId, eventId, title, place, track } = entry;
  const agenda = useQuery(reads.agenda).data;
  const open = () =>
    go(itemId ? { screen: 'session', id: itemId } : { screen: 'event', id: eventId ?? 0 });
  return (
    <li
      class={isLinked ? 'entry marked' : 'entry'}
      data-track={colorOf(agenda, track)}
      ref={isLinked ? showLinked : null}
    >
      <div>
        <h3>
          <Button kind="link" text={title} run={open} />
        </h3>
        {place && <small>{place}</small>}
        {eventId !== null && <Seats id={eventId} />}
        {clashes.map((clash) => {
          const text = t('agenda.clash', { title: clash });
          return <Mark key={clash} kind="fact" icon="triangle-alert" tone="warn" text={text} />;
        })}
      </div>
      {itemId > 0 && <Keep id={itemId} title={title} />}
    </li>
  );
}

function Seats({ id }: { id: number }) {
  const event = useQuery(reads.events).data?.find((one) => one.id === id);
  const state = useQuery(reads.state).data;
  return event ? <SeatText of={event} attendance={state?.events[id]} /> : null;
}

/** Whether an agenda item is in one's own agenda, and the call that changes it. */
export function useKept(id: number) {
  const state = useQuery(reads.state).data;
  const isKept = state?.favorites.includes(id) ?? false;
  const { run, isBusy } = useChange(
    () => api.call(isKept ? 'removeKeptAgendaItem' : 'keepAgendaItem', { params: { id } }),
    'state',
  );
  return { isPressed: isKept, run, isBusy: isBusy || !state };
}

export const Keep = ({ id, title }: { id: number; title: string }) => (
  <Button {...useKept(id)} kind="bare" icon="bookmark" text={t('agenda.keep', { title })} />
);
