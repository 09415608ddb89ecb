import { setImmediate } from 'node:timers/promises';

/** Yields to the event loop, but only once per time slice. */
export type Pause = () => Promise<void>;

/**
 * For long computations that must not block requests. Call the returned pause often: between two
 * yields the computation runs for about `sliceMs`.
 */
export function pacer(sliceMs = 20): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
