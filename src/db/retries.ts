import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './pg-errors.ts';

const RETRIES = 3;
/** 20 to 200 ms with jitter, so that two deadlocked transactions do not collide again. */
const retryDelayMs = () => 20 + Math.random() * 180;

/** Repeats `attempt` up to three times after a serialization failure or a deadlock. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (retry === RETRIES || !isTransient(error)) throw error;
    }
    await sleep(retryDelayMs());
  }
}
