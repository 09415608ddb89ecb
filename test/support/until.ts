import { setTimeout as sleep } from 'node:timers/promises';

/** Below Jest's test timeout, and far above what a slow machine needs. */
const TIMEOUT_MS = 100_000;

/**
 * Polls until the condition is true, ever more rarely: a long wait costs little, and ends a tenth later at most.
 * @throws Error with the source of the condition, after 100 s
 */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const start = Date.now();
  while (!(await condition())) {
    const waited = Date.now() - start;
    if (waited > TIMEOUT_MS) throw new Error(`never true: ${condition}`);
    await sleep(Math.min(Math.max(20, waited / 10), 200));
  }
}
