import { useState } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { timeText } from '../lib/wall-time.ts';
import { ROW_MIN } from './card.tsx';

/** A time in a room; minutes since midnight. */
export interface Slot {
  readonly room: string | null;
  readonly from: number;
  readonly to: number;
}
/** Of a click, or what is free there. */
const USUAL_MIN = 45;
/** Where a slot ends at the latest: forms have times of one day. */
const END_MIN = 24 * 60 - ROW_MIN;

interface Props {
  readonly room: string | null;
  /** Its column and rows in the grid. */
  readonly area: { readonly gridColumn: number; readonly gridRow: string };
  /** The minutes of the grid. */
  readonly first: number;
  readonly last: number;
  /** When the items of the room begin. */
  readonly starts: readonly number[];
  readonly add: (slot: Slot) => void;
  readonly announce: (text: string) => void;
}

/**
 * The time of a room without items: a click or a drag adds one there. By keyboard, arrow keys move the
 * slot or go to the next room, Shift changes its end, and Enter adds.
 */
export function Slots({ room, area, first, last, starts, add, announce }: Props) {
  const end = Math.min(last, END_MIN);
  const usual = (from: number): Slot => {
    const next = starts.filter((start) => start > from);
    return { room, from, to: Math.min(from + USUAL_MIN, end, ...next) };
  };
  const [slot, setSlot] = useState<Slot>();
  const [dragged, setDragged] = useState<number>();
  const shown = slot ?? usual(first);
  const textOf = ({ from, to }: Slot) =>
    t(room === null ? 'agenda.slot-anywhere' : 'agenda.slot', {
      room: room ?? '',
      from: timeText(from),
      to: timeText(to),
    });

  /** Where the pointer is, in whole rows; the bottom of the row for an end. */
  const at = ({ currentTarget, clientY }: ColumnPointerEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const rows = Math.floor(((clientY - top) / height) * ((last - first) / ROW_MIN));
    return Math.min(Math.max(first + rows * ROW_MIN, first), end - ROW_MIN);
  };
  const drawn = (from: number, event: ColumnPointerEvent): Slot => {
    const to = at(event);
    if (to === from) return usual(from);
    return { room, from: Math.min(from, to), to: Math.max(from, to) + ROW_MIN };
  };
  const leave = () => {
    setDragged(undefined);
    setSlot(undefined);
  };
  const rowsOf = (minutes: number) => `${((minutes - first) / (last - first)) * 100}%`;
  return (
    <button
      type="button"
      class="btn column"
      data-room={room ?? ''}
      data-chosen={slot !== undefined}
      aria-label={textOf(shown)}
      style={{ ...area, '--from': rowsOf(shown.from), '--to': rowsOf(shown.to) }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // A finger that moves scrolls, which takes the pointer away.
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(at(event));
      }}
      onPointerMove={(event) => {
        if (dragged !== undefined) setSlot(drawn(dragged, event));
      }}
      onPointerUp={(event) => {
        if (dragged !== undefined) add(drawn(dragged, event));
        leave();
      }}
      onPointerCancel={leave}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') return leave();
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          add(shown);
          return undefined;
        }
        const step = { ArrowUp: -ROW_MIN, ArrowDown: ROW_MIN }[event.key];
        const side = { ArrowLeft: 'previous', ArrowRight: 'next' }[event.key];
        if (step === undefined && side === undefined) return undefined;
        event.preventDefault();
        if (side !== undefined) return focusColumn(event.currentTarget, side === 'next' ? 1 : -1);
        const moved = stretchedOrMoved(shown, step ?? 0, event.shiftKey);
        if (moved.from < first || moved.to > end || moved.to <= moved.from) return undefined;
        setSlot(moved);
        announce(textOf(moved));
        return undefined;
      }}
    />
  );
}
type ColumnPointerEvent = PointerEvent & { readonly currentTarget: HTMLElement };

const stretchedOrMoved = (slot: Slot, step: number, isEnd: boolean): Slot =>
  isEnd ? { ...slot, to: slot.to + step } : { ...slot, from: slot.from + step, to: slot.to + step };

function focusColumn(column: HTMLElement, by: number): void {
  const columns = [...(column.parentElement?.querySelectorAll<HTMLElement>('.column') ?? [])];
  columns[columns.indexOf(column) + by]?.focus();
}
