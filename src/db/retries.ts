import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf, isTransient } from './pg-errors.ts';

const RETRIES = 3;
/** 20 to 200 ms with jitter, so that two deadlocked transactions do not collide again. */
const retryDelayMs = () => 20 + Math.random() * 180;

interface Retry {
  readonly code: string | undefined;
  readonly retry: number;
  readonly delayMs: number;
}

/** Emits the retries of all transactions of the process: the code that retries has no log. */
const retried = new EventEmitter<{ retry: [Retry] }>();

/** Repeats `attempt` up to three times after a serialization failure or a deadlock. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 1; ; retry++) {
    const delayMs = retryDelayMs();
    try {
      return await attempt();
    } catch (error) {
      if (retry > RETRIES || !isTransient(error)) throw error;
      retried.emit('retry', { code: codeOf(error), retry, delayMs });
    }
    await sleep(delayMs);
  }
}

/** Calls `observe` for each retry of this process. */
export function observeRetries(observe: (retry: Retry) => void): Disposable {
  retried.on('retry', observe);
  return { [Symbol.dispose]: () => retried.off('retry', observe) };
}

/** Logs and counts the retries of this process. */
export function logRetries(log: Logger): Disposable {
  let retries = 0;
  return observeRetries(({ code, retry, delayMs }) => {
    retries += 1;
    const what = code === '40P01' ? 'deadlock' : 'serialization failure or stale plan';
    log.warn(
      { code, retry, retries },
      `transaction: ${what}, retrying in ${Math.round(delayMs)} ms`,
    );
  });
}
