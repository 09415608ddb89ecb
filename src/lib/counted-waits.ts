import { AsyncLocalStorage } from 'node:async_hooks';

interface Waits {
  ms: number;
}

/** The waits of each request, in the asynchronous context of its work. */
const waits = new AsyncLocalStorage<Waits>();

/** Runs `work` and counts its waits together. */
export const withWaits = <T>(work: () => T): T => waits.run({ ms: 0 }, work);

/** The milliseconds that the running work has waited; 0 outside of `withWaits`. */
export const waitedMs = (): number => waits.getStore()?.ms ?? 0;

/** Starts a wait of the running work, which ends with the disposal of the result. */
export function startWait(): Disposable {
  const counted = waits.getStore();
  const since = performance.now();
  return {
    [Symbol.dispose]: () => {
      if (counted) counted.ms += performance.now() - since;
    },
  };
}
