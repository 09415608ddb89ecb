import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 25_000;

/** @throws Error when it does not become true in time */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it never came true');
    await sleep(20);
  }
}
