import { setImmediate } from 'node:timers/promises';

/** Waits for other work of the process, but only when it has waited long enough for us. */
export type Pause = () => Promise<void>;

/**
 * For long computations: calling the pause often keeps any one stretch of them near `sliceMs`,
 * so that requests are answered meanwhile.
 */
export function pacer(sliceMs = 20): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await setImmediate();
    since = performance.now();
  };
}
