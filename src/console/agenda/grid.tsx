import { memo } from 'preact/compat';
import { useRef } from 'preact/hooks';
import type { AdminAgendaItem } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { timeText, type WallTime } from '../lib/wall-time.ts';

/** The minutes of a row. */
export const ROW_MIN = 15;
/** A pointer that moved less has clicked. */
const CLICK_PX = 5;

/** Where a card was dropped. */
export interface Drop {
  readonly item: AdminAgendaItem;
  readonly room: string | null;
  readonly byMinutes: number;
}
interface GridProps {
  readonly items: readonly AdminAgendaItem[];
  /** In their order; null for items without a room. */
  readonly rooms: readonly (string | null)[];
  readonly clock: WallTime;
  readonly open: (item: AdminAgendaItem) => void;
  readonly drop: (drop: Drop) => void;
}

/** A day as a grid of rooms and times. */
export function Grid({ items, rooms, clock, open, drop }: GridProps) {
  const starts = items.map(({ starts_at }) => clock.minutes(starts_at));
  const ends = items.map((item, index) => (starts[index] ?? 0) + lengthOf(item));
  const first = Math.floor(Math.min(...starts, 9 * 60) / 60) * 60;
  const last = Math.ceil(Math.max(...ends, 17 * 60) / 60) * 60;
  const rowOf = (minutes: number) => Math.floor((minutes - first) / ROW_MIN) + 2;
  const hours = Array.from({ length: (last - first) / 60 }, (_, index) => first + index * 60);
  return (
    <div
      class="grid"
      style={{ gridTemplateColumns: `56px repeat(${rooms.length}, minmax(140px, 1fr))` }}
    >
      {rooms.map((room, index) => (
        <h2 key={room} style={{ gridColumn: index + 2, gridRow: 1 }}>
          {room ?? t('agenda.no-room')}
        </h2>
      ))}
      {hours.map((minutes) => (
        <span key={minutes} class="hour" style={{ gridRow: rowOf(minutes) }}>
          {timeText(minutes)}
        </span>
      ))}
      {rooms.map((room, index) => (
        <div
          key={room}
          class="column"
          data-room={room ?? ''}
          style={{ gridColumn: index + 2, gridRow: `2 / ${rowOf(last)}` }}
        />
      ))}
      {items.map((item) => {
        const start = clock.minutes(item.starts_at);
        const rows = Math.max(1, Math.ceil(lengthOf(item) / ROW_MIN));
        return (
          <Card
            key={item.id}
            item={item}
            column={rooms.indexOf(item.room) + 2}
            row={rowOf(start)}
            rows={rows}
            time={timeText(start)}
            open={open}
            drop={drop}
          />
        );
      })}
    </div>
  );
}

const lengthOf = ({ starts_at, ends_at }: AdminAgendaItem) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;

interface CardProps extends Pick<GridProps, 'open' | 'drop'> {
  readonly item: AdminAgendaItem;
  readonly column: number;
  readonly row: number;
  readonly rows: number;
  readonly time: string;
}

/** Not drawn again while another card moves. */
const Card = memo(({ item, column, row, rows, time, open, drop }: CardProps) => {
  const from = useRef<{ x: number; y: number } | undefined>(undefined);
  const wasDragged = useRef(false);
  const speakers = item.speakers.map(({ name }) => name).join(', ');
  return (
    <button
      type="button"
      class="card"
      data-status={item.status}
      data-warns={item.warnings.length > 0}
      style={{ gridColumn: column, gridRow: `${row} / span ${rows}` }}
      onPointerDown={(event) => {
        if (event.pointerType !== 'mouse') return;
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ currentTarget, clientX, clientY }) => {
        if (!from.current) return;
        // By a transform alone: nothing else is laid out.
        currentTarget.style.transform = `translate(${clientX - from.current.x}px, ${clientY - from.current.y}px)`;
      }}
      onPointerUp={(event) => {
        const { currentTarget: card, clientX, clientY } = event;
        const start = from.current;
        from.current = undefined;
        card.style.transform = '';
        if (!start || Math.hypot(clientX - start.x, clientY - start.y) < CLICK_PX) return;
        wasDragged.current = true;
        const rowPx = card.offsetHeight / rows;
        const below = document.elementsFromPoint(clientX, clientY);
        const column = below.find((one) => one.matches('.column'));
        if (!(column instanceof HTMLElement)) return;
        const byMinutes = Math.round((clientY - start.y) / rowPx) * ROW_MIN;
        drop({ item, room: column.dataset.room || null, byMinutes });
      }}
      onClick={() => {
        // A drag ends with a click, too.
        if (wasDragged.current) wasDragged.current = false;
        else open(item);
      }}
    >
      <time>{time}</time>
      <strong>{item.title}</strong>
      <span>{speakers}</span>
      {item.warnings.length > 0 && <em>{t('agenda.clash')}</em>}
    </button>
  );
});
