import type { Agenda, AgendaItem, ApiEvent, Attendance, UserState } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { Line } from '../cards.tsx';
import type { IconName } from '../icons.tsx';
import { api, reads } from '../lib/api.ts';
import { route } from '../lib/route.ts';
import { joined, t } from '../lib/text.ts';
import { Button, Mark, type Tone, useChange } from '../parts.tsx';

/** An agenda item; that of an event that is not on the agenda, such as a side event, has the id 0. */
export type Item = Pick<
  AgendaItem,
  'id' | 'event_id' | 'title' | 'starts_at' | 'ends_at' | 'room' | 'track' | 'speakers' | 'interest'
>;

/** The color that the organizers gave to a track. */
export const colorOf = (agenda: Agenda | undefined, track: string | null): string | undefined =>
  agenda?.track_colors.find(({ name }) => name === track)?.color;
export const itemsOf = (agenda: Agenda | undefined): readonly AgendaItem[] =>
  agenda?.days.flatMap(({ items }) => items) ?? [];
/** The agenda item of an event. */
export function itemOf(
  event: Pick<ApiEvent, 'id' | 'title' | 'starts_at'> & Partial<ApiEvent>,
  agenda: Agenda,
): Item {
  const item = itemsOf(agenda).find(({ event_id }) => event_id === event.id);
  if (item) return item;
  const { id: event_id, ends_at = event.starts_at, venue } = event;
  const room = venue?.name ?? null;
  return { ...event, id: 0, event_id, ends_at, room, track: null, speakers: [], interest: null };
}

/** @param at its time, where the list is not by time */
export function Entry({ of, at }: { of: Item; at?: string }) {
  const { id, event_id, title, room, speakers, track, interest } = of;
  const agenda = useQuery(reads.agenda).data;
  const events = useQuery(reads.events).data ?? [];
  const state = useQuery(reads.state).data;
  const kept = useQuery(reads.kept).data?.find((one) => one.id === id);
  const event = events.find((one) => one.id === event_id);
  const opened = route.use();
  return (
    <Line
      title={title}
      more={joined(at, room, ...speakers.map(({ name }) => name))}
      to={id ? { screen: 'session', id } : { screen: 'event', id: event_id ?? 0 }}
      color={colorOf(agenda, track)}
      isMarked={opened.screen === 'agenda' && opened.id === id}
      end={id > 0 && <Keep id={id} title={title} />}
    >
      {interest === 'high' && <Mark kind="fact" icon="flame" text={t('agenda.demand')} />}
      {event && <SeatText of={event} attendance={state?.events[event.id]} />}
      {kept?.warnings.map(({ agenda_item_id, event_id: clashing, message }) => {
        const item = itemsOf(agenda).find((one) => one.id === agenda_item_id);
        const other = item ?? events.find((one) => one.id === clashing);
        const text = t('agenda.clash', { title: other?.title ?? message });
        return <Mark key={text} kind="fact" icon="triangle-alert" tone="warn" text={text} />;
      })}
    </Line>
  );
}

/** Whether an agenda item is in one's own agenda, and the call that changes it. */
export function useKept(id: number) {
  const state = useQuery(reads.state).data;
  const isPressed = state?.favorites.includes(id) ?? false;
  const { run, isBusy } = useChange(['state'], () =>
    api.call(isPressed ? 'removeKeptAgendaItem' : 'keepAgendaItem', { params: { id } }),
  );
  return { isPressed, run, isBusy: isBusy || !state };
}
export const Keep = ({ id, title }: { id: number; title: string }) => (
  <Button {...useKept(id)} kind="bare" icon="bookmark" text={t('agenda.keep', { title })} />
);

/** How often a place on a waitlist is read: it moves without a message. */
export const placeEvery = (of: readonly (Attendance | undefined)[] = []): number | false =>
  of.some((one) => one?.status === 'waitlisted') && 30_000;
/** The same for all that one attends. */
export const places = ({ state: { data } }: { state: { data?: UserState | undefined } }) =>
  placeEvery([...Object.values(data?.events ?? {}), ...Object.values(data?.conferences ?? {})]);

export const hasSeat = (attendance: Pick<Attendance, 'status'> | undefined): boolean =>
  attendance?.status === 'registered' || attendance?.status === 'checked_in';

interface SeatProps {
  readonly of: Pick<ApiEvent, 'registration_state' | 'spots_left'>;
  readonly attendance: Attendance | undefined;
}
/** What an event or the conference means to the reader: a seat, a place on the waitlist, or what is left. */
export function SeatText({ of: { registration_state: state, spots_left }, attendance }: SeatProps) {
  const fact = (icon: IconName, text: string, tone?: Tone) => (
    <Mark kind="fact" icon={icon} text={text} tone={tone} />
  );
  if (state === 'cancelled') return fact('x', t('event.cancelled'), 'warn');
  if (hasSeat(attendance)) return fact('check', t('event.seat'), 'good');
  if (attendance?.status === 'waitlisted') {
    const place = attendance.waitlist_position ?? 0;
    return fact('clock', t('event.place', { place }), 'warn');
  }
  if (attendance?.status === 'requested') return fact('clock', t('event.requested'), 'warn');
  if (attendance?.status === 'declined') return fact('x', t('event.declined'));
  if (state === 'approval') return fact('user-check', t('event.approval'));
  if (state === 'waitlist' || state === 'full')
    return fact('triangle-alert', t('event.full'), 'warn');
  if (state !== 'open') return fact('x', t('event.closed'));
  return spots_left === null ? null : fact('ticket', t('event.left', { count: spots_left }));
}
