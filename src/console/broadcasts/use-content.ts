import { useEffect, useRef, useState } from 'preact/hooks';
import type { Content } from './content.ts';

/** A pause in typing, after which the service counts and renders again. */
const PAUSE_MS = 400;

/** What is written, and as it was at the last pause: that is what the service counts and renders. */
export function useContent(first: Content) {
  const [content, setContent] = useState(first);
  const [settled, setSettled] = useState(first);
  const [replaced, setReplaced] = useState(0);
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  // Assigned while rendering would be one drawing late for two changes of one event.
  const latest = useRef(first);
  const set = (change: Partial<Content>) => {
    latest.current = { ...latest.current, ...change };
    setContent(latest.current);
    setKey(crypto.randomUUID());
  };
  const settle = () => setSettled(latest.current);
  useEffect(() => {
    const pause = setTimeout(settle, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [content]);
  return {
    content,
    settled,
    /** One for what is written, not for the click. */
    idempotencyKey,
    set,
    settle,
    /** Of inputs that keep what was typed: they begin again after `replace`. */
    replaced,
    replace: (next: Content) => {
      set(next);
      settle();
      setReplaced((count) => count + 1);
    },
  };
}
export type Written = ReturnType<typeof useContent>;
