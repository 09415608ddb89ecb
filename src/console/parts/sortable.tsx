import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../lib/text.ts';

interface Props<R> {
  readonly label: string;
  readonly rows: readonly R[];
  readonly idOf: (row: R) => number;
  readonly nameOf: (row: R) => string;
  /** Takes all rows in their new order. */
  readonly order: (rows: readonly R[]) => void;
  readonly children: (row: R) => ComponentChildren;
}

const moved = <R,>(rows: readonly R[], from: number, to: number): readonly R[] => {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length) return rows;
  const others = rows.filter((_, index) => index !== from);
  return [...others.slice(0, to), row, ...others.slice(to)];
};

/** A list in an order that people change: by a mouse, and by the arrow keys on the handle of a row. */
export function Sortable<R>({ label, rows, idOf, nameOf, order, children }: Props<R>) {
  const [dragged, setDragged] = useState<number>();
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const changed = useRef<number>();
  useLayoutEffect(() => {
    // A row that moves in the document loses the focus.
    const index = rows.findIndex((row) => idOf(row) === changed.current);
    list.current?.querySelectorAll<HTMLElement>('.handle')[index]?.focus();
    changed.current = undefined;
  }, [rows.map(idOf).join()]);
  const move = (from: number, to: number) => {
    const next = moved(rows, from, to);
    const row = rows[from];
    if (next === rows || from === to || row === undefined) return;
    changed.current = idOf(row);
    order(next);
    say(t('sortable.moved', { name: nameOf(row), place: to + 1, count: rows.length }));
  };
  return (
    <>
      <ol ref={list} class="sortable" aria-label={label}>
        {rows.map((row, index) => (
          <li
            key={idOf(row)}
            data-dragged={dragged === index}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
            }}
          >
            <button
              type="button"
              class="btn quiet handle"
              draggable
              aria-label={t('sortable.handle', { name: nameOf(row) })}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onKeyDown={(event) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (by === undefined) return;
                event.preventDefault();
                move(index, index + by);
              }}
            >
              {'⠿'}
            </button>
            {children(row)}
          </li>
        ))}
      </ol>
      <p class="hidden" role="status">
        {said}
      </p>
    </>
  );
}
