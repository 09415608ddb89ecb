import { useLayoutEffect, useState } from 'preact/hooks';

/** A value outside of components, which redraws those that use it. */
export function signal<T>(first: T) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: T) {
      value = next;
      for (const listener of listeners) listener();
    },
    use(): T {
      const [, redraw] = useState(0);
      // Before the next paint: what is set in between is not lost.
      useLayoutEffect(() => {
        const listener = () => redraw((count) => count + 1);
        listeners.add(listener);
        return () => void listeners.delete(listener);
      }, []);
      return value;
    },
  };
}
