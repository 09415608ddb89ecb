import { useEffect, useRef, useState } from 'preact/hooks';
import { UNDO_MS } from '../parts/toasts.tsx';

/**
 * Decisions that are sent once they can no longer be undone. Those that wait are sent at once when the
 * screen is left.
 */
export function useHeld<D extends { readonly ids: readonly number[] }>(
  send: (decision: D) => void,
) {
  const waiting = useRef(new Map<D, ReturnType<typeof setTimeout>>());
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const latest = useRef(send);
  latest.current = send;
  const take = (decision: D): boolean => {
    clearTimeout(waiting.current.get(decision));
    return waiting.current.delete(decision);
  };
  const sendAll = () => {
    for (const decision of [...waiting.current.keys()]) {
      if (take(decision)) latest.current(decision);
    }
  };
  useEffect(() => {
    addEventListener('pagehide', sendAll);
    return () => {
      removeEventListener('pagehide', sendAll);
      sendAll();
    };
  }, []);
  /** Shows rows again, since nothing was decided. */
  const show = (ids: readonly number[]) =>
    setHidden((old) => new Set([...old].filter((id) => !ids.includes(id))));
  return {
    /** The rows that are decided here, and perhaps not sent yet. */
    hidden,
    show,
    /** Hides the rows, and returns what undoes the decision. */
    hold(decision: D): () => void {
      setHidden((old) => new Set([...old, ...decision.ids]));
      const timer = setTimeout(() => {
        if (take(decision)) latest.current(decision);
      }, UNDO_MS);
      waiting.current.set(decision, timer);
      return () => {
        if (take(decision)) show(decision.ids);
      };
    },
  };
}
