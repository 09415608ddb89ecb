import { memo } from 'preact/compat';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AdminAgendaItem, Room, Track } from '../../client/operations.d.ts';
import { number, t } from '../lib/text.ts';
import { timeText, type WallTime } from '../lib/wall-time.ts';
import { usePages } from '../pages/read-pages.ts';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Card, type CardProps, ROW_MIN } from './card.tsx';
import { lanesOf } from './lanes.ts';
import { type Slot, Slots } from './slots.tsx';

/** The hours that every day has. */
const [FIRST_MIN, LAST_MIN] = [9 * 60, 17 * 60];

interface GridProps extends Pick<CardProps, 'open' | 'drop' | 'isEditor'> {
  readonly items: readonly AdminAgendaItem[];
  /** Of all days: one without items has their hours. */
  readonly all: readonly AdminAgendaItem[];
  readonly add: (slot: Slot) => void;
  /** In the order of the organizers. */
  readonly rooms: readonly Room[];
  readonly tracks: readonly Track[];
  readonly clock: WallTime;
  /** Of the items. */
  readonly day: string;
}

/** The name of a room, as a link to the map that marks it. */
function RoomName({ name, conference_id }: { name: string | null; conference_id: number }) {
  const map = usePages(conference_id).data?.find(({ marks }) =>
    marks.some(({ room }) => room !== null && room === name),
  );
  if (!map) return <>{name ?? t('agenda.no-room')}</>;
  return (
    <ScreenLink conference_id={conference_id} to={`pages?id=${map.id}`}>
      {name}
    </ScreenLink>
  );
}

/** A day as a grid of rooms and times. */
export const Grid = memo(({ items, all, rooms, tracks, clock, day, add, ...card }: GridProps) => {
  const now = useNow(clock, day);
  const said = useRef<HTMLParagraphElement>(null);
  const announce = useCallback((text: string) => {
    if (said.current) said.current.textContent = text;
  }, []);
  const grid = useKeptFocus(items);
  const lanes = useMemo(() => lanesOf(items), [items]);
  const across = useMemo(() => acrossOf(items), [items]);
  const names = useMemo(() => {
    const hasOther =
      rooms.length === 0 || items.some((item) => item.room === null && !across.has(item));
    return [...rooms.map(({ name }) => name), ...(hasOther ? [null] : [])];
  }, [items, rooms, across]);
  const timedOf = (item: AdminAgendaItem) => ({
    item,
    start: clock.minutes(item.starts_at),
    length: lengthOf(item),
  });
  const timed = items.map(timedOf);
  const spanned = items.length > 0 ? timed : all.map(timedOf);
  const first = Math.floor(Math.min(...spanned.map(({ start }) => start), FIRST_MIN) / 60) * 60;
  const ends = spanned.map(({ start, length }) => start + length);
  const last = Math.ceil(Math.max(...ends, LAST_MIN) / 60) * 60;
  const rowOf = (minutes: number) => Math.floor((minutes - first) / ROW_MIN) + 2;
  const hours = Array.from({ length: (last - first) / 60 }, (_, index) => first + index * 60);
  const colors = new Map(tracks.map(({ name, color }) => [name, color]));
  return (
    <>
      <div
        class="grid"
        ref={grid}
        style={{ gridTemplateColumns: `56px repeat(${names.length}, minmax(140px, 1fr))` }}
      >
        {names.map((name, index) => (
          <h2
            key={name}
            style={{
              gridColumn: index + 2,
              gridRow: 1,
              borderBlockEndColor: rooms[index]?.color ?? undefined,
            }}
          >
            <RoomName name={name} conference_id={all[0]?.conference_id ?? 0} />
            {rooms[index]?.capacity && <span class="muted"> {number(rooms[index].capacity)}</span>}
          </h2>
        ))}
        {hours.map((minutes) => (
          <span key={minutes} class="hour" style={{ gridRow: rowOf(minutes) }}>
            {timeText(minutes)}
          </span>
        ))}
        {names.map((name, index) => {
          const area = { gridColumn: index + 2, gridRow: `2 / ${rowOf(last)}` };
          if (!card.isEditor) return <div key={name} class="column" style={area} />;
          return (
            <Slots
              key={name}
              room={name}
              area={area}
              first={first}
              last={last}
              starts={timed.filter(({ item }) => item.room === name).map(({ start }) => start)}
              add={add}
              announce={announce}
            />
          );
        })}
        {now !== undefined && now >= first && now < last && (
          <span
            class="now"
            style={{ gridRow: rowOf(now), '--past': (now % ROW_MIN) / ROW_MIN }}
            aria-hidden="true"
          >
            <span>{timeText(now)}</span>
          </span>
        )}
        {timed.map(({ item, start, length }) => (
          <Card
            key={item.id}
            {...card}
            item={item}
            rooms={names}
            start={start}
            length={length}
            first={first}
            last={last}
            isAcross={rooms.length > 0 && across.has(item)}
            lane={lanes.get(item)?.lane ?? 0}
            lanes={lanes.get(item)?.lanes ?? 1}
            color={(item.track && colors.get(item.track)) || undefined}
            seats={seatsIn(rooms, item)}
            announce={announce}
          />
        ))}
      </div>
      <p class="hidden" role="status" ref={said} />
    </>
  );
});

/** The seats of the room of an item, if they are known. */
export const seatsIn = (
  rooms: readonly Room[],
  { room }: Pick<AdminAgendaItem, 'room'>,
): number | undefined => rooms.find(({ name }) => name === room)?.capacity ?? undefined;

/** Breaks in no room while nothing else goes on: for all, so across all rooms. */
function acrossOf(items: readonly AdminAgendaItem[]): ReadonlySet<AdminAgendaItem> {
  const isAlone = (item: AdminAgendaItem) =>
    items.every(
      (one) => one === item || one.ends_at <= item.starts_at || item.ends_at <= one.starts_at,
    );
  return new Set(items.filter((one) => one.kind === 'break' && one.room === null && isAlone(one)));
}

const MINUTE_MS = 60_000;

/** The minutes since midnight of the conference, if this is its day; undefined otherwise. */
function useNow({ day, minutes }: WallTime, shown: string): number | undefined {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return day(now) === shown ? minutes(now) : undefined;
}

/** A card whose place in the order of the day changes leaves the page for a moment, and loses the focus. */
function useKeptFocus(items: readonly AdminAgendaItem[]) {
  const grid = useRef<HTMLDivElement>(null);
  const last = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const keep = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null;
    };
    grid.current?.addEventListener('focusin', keep);
    return () => grid.current?.removeEventListener('focusin', keep);
  }, []);
  useLayoutEffect(() => {
    const card = last.current;
    if (document.activeElement === document.body && card instanceof HTMLElement) {
      card.focus({ preventScroll: true });
    }
  }, [items]);
  return grid;
}

const lengthOf = ({ starts_at, ends_at }: AdminAgendaItem) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
