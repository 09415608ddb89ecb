import { setTimeout as sleep } from 'node:timers/promises';

/** Below Jest's test timeout, and far above what a slow machine needs. */
const TIMEOUT_MS = 100_000;

/**
 * Polls until the condition is true.
 * @throws Error with the source of the condition, after 100 s
 */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`never true: ${condition}`);
    await sleep(20);
  }
}
