import { memo } from 'preact/compat';
import { useRef, useState } from 'preact/hooks';
import type { AdminAgendaItem } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { timeText } from '../lib/wall-time.ts';
import type { Lane } from './lanes.ts';

/** The minutes of a row. */
export const ROW_MIN = 15;
/** A pointer that moved less has clicked. */
const CLICK_PX = 5;

/** Where a card was dropped. */
export interface Drop {
  readonly item: AdminAgendaItem;
  readonly room: string | null;
  readonly byMinutes: number;
  readonly longerBy: number;
}

/** What the arrow keys changed, until Enter or Escape. */
interface Step {
  readonly column: number;
  readonly byMinutes: number;
  readonly longerBy: number;
}
const NO_STEP: Step = { column: 0, byMinutes: 0, longerBy: 0 };
const ARROWS: Readonly<Record<string, Partial<Step>>> = {
  ArrowUp: { byMinutes: -ROW_MIN },
  ArrowDown: { byMinutes: ROW_MIN },
  ArrowLeft: { column: -1 },
  ArrowRight: { column: 1 },
};
/** With the shift key. */
const STRETCHES: Readonly<Record<string, Partial<Step>>> = {
  ArrowUp: { longerBy: -ROW_MIN },
  ArrowDown: { longerBy: ROW_MIN },
};

export interface CardProps extends Lane {
  readonly item: AdminAgendaItem;
  /** All of the day, in the order of their columns. */
  readonly rooms: readonly (string | null)[];
  /** Minutes since midnight, and those of the grid. */
  readonly start: number;
  readonly length: number;
  readonly first: number;
  readonly last: number;
  readonly color: string | undefined;
  /** The seats of its room, if they are known. */
  readonly seats: number | undefined;
  /** Whether it lies across all rooms, and a mouse moves it in time alone. */
  readonly isAcross: boolean;
  readonly isEditor: boolean;
  readonly open: (item: AdminAgendaItem) => void;
  readonly drop: (drop: Drop) => void;
  readonly announce: (text: string) => void;
}

/** How many people keep it. */
export const keptText = ({ favorites = 0 }: AdminAgendaItem): string =>
  favorites > 0 ? ` · ${t('agenda.kept', { count: favorites })}` : '';

/** It clashes with another, or more people keep it than its room has seats. */
export function Warning({
  item: { warnings, favorites = 0 },
  seats,
}: Pick<CardProps, 'item' | 'seats'>) {
  if (warnings.length > 0) return <em>{t('agenda.clash')}</em>;
  return seats !== undefined && favorites > seats ? <em>{t('agenda.crowded')}</em> : null;
}

/** Not drawn again while another card moves. */
export const Card = memo((props: CardProps) => {
  const { item, rooms, start, length, first, color, seats, isAcross, lane, lanes, isEditor, open } =
    props;
  const [step, setStep] = useState(NO_STEP);
  const pointer = usePointer(props);
  const begin = start + step.byMinutes;
  const row = Math.floor((begin - first) / ROW_MIN) + 2;
  const rows = Math.max(1, Math.ceil((length + step.longerBy) / ROW_MIN));
  const isMoved = step !== NO_STEP;
  const speakers = item.speakers.map(({ name }) => name).join(', ');
  return (
    <button
      type="button"
      class="slot"
      data-status={item.status}
      data-kind={item.kind}
      data-room={item.room ?? ''}
      data-warns={item.warnings.length > 0}
      data-moved={isMoved}
      data-across={isAcross}
      style={{
        gridColumn:
          isAcross && step.column === 0 ? '2 / -1' : rooms.indexOf(item.room) + step.column + 2,
        gridRow: `${row} / span ${rows}`,
        '--lane': lane,
        '--lanes': lanes,
        ...(color && { '--track': color }),
      }}
      {...(isEditor && pointer.handlers)}
      onKeyDown={(event) => {
        if (isEditor) setStep(pressed(props, step, event));
      }}
      onBlur={() => setStep(NO_STEP)}
      onClick={() => {
        if (!pointer.wasDragged()) open(item);
      }}
    >
      <strong>{item.title}</strong>
      <span>
        <time>{timeText(begin)}</time>
        {isAcross && ` – ${timeText(begin + length + step.longerBy)}`}
        {speakers && ` · ${speakers}`}
        {keptText(item)}
      </span>
      <Warning item={item} seats={seats} />
      {isEditor && <i class="edge" />}
    </button>
  );
});

/** Arrow keys move the card, with Shift its end; Enter asks for the change, Escape takes it back. */
function pressed(props: CardProps, step: Step, event: KeyboardEvent): Step {
  const { item, rooms, start, length, first, last, drop, announce } = props;
  const column = rooms.indexOf(item.room);
  if (event.key === 'Enter' && step !== NO_STEP) {
    event.preventDefault();
    drop({ ...step, item, room: rooms[column + step.column] ?? null });
    return NO_STEP;
  }
  if (event.key === 'Escape' && step !== NO_STEP) {
    announce(t('agenda.taken-back', { title: item.title }));
    return NO_STEP;
  }
  const change = (event.shiftKey ? STRETCHES : ARROWS)[event.key];
  if (!change) return step;
  event.preventDefault();
  const next = {
    column: clamp(step.column + (change.column ?? 0), -column, rooms.length - 1 - column),
    byMinutes: clamp(
      step.byMinutes + (change.byMinutes ?? 0),
      first - start,
      last - start - length,
    ),
    longerBy: clamp(
      step.longerBy + (change.longerBy ?? 0),
      ROW_MIN - length,
      last - start - length,
    ),
  };
  const from = start + next.byMinutes;
  announce(
    t('agenda.moved-to', {
      title: item.title,
      from: timeText(from),
      to: timeText(from + length + next.longerBy),
      room: rooms[column + next.column] ?? t('agenda.no-room'),
    }),
  );
  const isBack = next.column === 0 && next.byMinutes === 0 && next.longerBy === 0;
  return isBack ? NO_STEP : next;
}

const clamp = (value: number, least: number, most: number) =>
  Math.max(Math.min(least, 0), Math.min(value, Math.max(most, 0)));

/** Drags a card, or its lower edge, with a mouse. Fingers scroll, and open the form. */
function usePointer({ item, isAcross, length, drop }: CardProps) {
  const from = useRef<{ x: number; y: number; isEdge: boolean; height: number }>();
  const dragged = useRef(false);
  const handlers = {
    onPointerDown(event: CardPointerEvent) {
      if (event.pointerType !== 'mouse') return;
      const { target, currentTarget: card, clientX: x, clientY: y } = event;
      const isEdge = target instanceof Element && target.matches('.edge');
      from.current = { x, y, isEdge, height: card.offsetHeight };
      card.setPointerCapture(event.pointerId);
    },
    onPointerMove({ currentTarget: { style }, clientX, clientY }: CardPointerEvent) {
      if (!from.current) return;
      const { x, y, isEdge, height } = from.current;
      if (isEdge) style.blockSize = `${Math.max(height + clientY - y, 0)}px`;
      // By a transform alone: nothing else is laid out.
      else style.transform = `translate(${clientX - x}px, ${clientY - y}px)`;
    },
    onPointerUp({ currentTarget: card, clientX, clientY }: CardPointerEvent) {
      const start = from.current;
      from.current = undefined;
      card.style.transform = '';
      card.style.blockSize = '';
      if (!start || Math.hypot(clientX - start.x, clientY - start.y) < CLICK_PX) return;
      dragged.current = true;
      const rowPx = start.height / Math.max(1, Math.ceil(length / ROW_MIN));
      const minutes = Math.round((clientY - start.y) / rowPx) * ROW_MIN;
      if (start.isEdge) {
        const longerBy = Math.max(minutes, ROW_MIN - length);
        if (longerBy !== 0) drop({ item, room: item.room, byMinutes: 0, longerBy });
        return;
      }
      const below = document.elementsFromPoint(clientX, clientY);
      const column = below.find((one) => one.matches('.column'));
      if (!(column instanceof HTMLElement)) return;
      const room = isAcross ? null : column.dataset.room || null;
      if (minutes !== 0 || room !== item.room)
        drop({ item, room, byMinutes: minutes, longerBy: 0 });
    },
  };
  /** A drag ends with a click, too. */
  const wasDragged = () => {
    const was = dragged.current;
    dragged.current = false;
    return was;
  };
  return { handlers, wasDragged };
}
type CardPointerEvent = PointerEvent & { readonly currentTarget: HTMLElement };
