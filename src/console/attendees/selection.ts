import { useMemo, useState } from 'preact/hooks';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { keyOf } from './operations.ts';

type Row = AdminConferenceAttendee;

/** The most that the service changes at once. */
export const MAX_CHOSEN = 500;

const NONE: readonly Row[] = [];

/** The chosen rows of a list, also of those that a filter hides since then. */
export function useSelection(rows = NONE) {
  const [keys, setKeys] = useState<ReadonlyMap<string, Row>>(new Map());
  const [last, setLast] = useState<string>();
  // As they are read now: one who was checked in since then is not checked in again.
  const now = useMemo(() => new Map(rows.map((row) => [keyOf(row), row])), [rows]);
  const chosen = [...keys].map(([key, row]) => now.get(key) ?? row);
  const choose = (changed: readonly Row[], isChosen: boolean) => {
    const next = new Map(keys);
    for (const row of changed) {
      if (isChosen) next.set(keyOf(row), row);
      else next.delete(keyOf(row));
    }
    setKeys(next);
  };
  return {
    chosen,
    has: (row: Row) => keys.has(keyOf(row)),
    /** With `isRange`, all from the row that was chosen before to this one. */
    toggle(row: Row, isRange: boolean): void {
      const from = isRange ? rows.findIndex((one) => keyOf(one) === last) : -1;
      const to = rows.indexOf(row);
      const range = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      choose(range, !keys.has(keyOf(row)));
      setLast(keyOf(row));
    },
    /** Those that are shown, or none of them if all are chosen. */
    all: () => choose(rows, !rows.every((row) => keys.has(keyOf(row)))),
    clear: () => setKeys(new Map()),
  };
}
export type Selection = ReturnType<typeof useSelection>;
