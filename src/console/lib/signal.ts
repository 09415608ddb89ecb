import { useEffect, useState } from 'preact/hooks';

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
      const shown = value;
      useEffect(() => {
        const listener = () => redraw((count) => count + 1);
        listeners.add(listener);
        // Set between the drawing and this effect.
        if (value !== shown) listener();
        return () => {
          listeners.delete(listener);
        };
      }, []);
      return value;
    },
  };
}
