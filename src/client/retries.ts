import { ApiError } from './api-error.ts';

/** The longest `Retry-After` that a call waits for by itself. */
const MAX_WAIT_MS = 10_000;

/** Whether an operation may run twice: it only reads, or a key makes the second run the first. */
export function mayRepeat(route: string): 'always' | 'by key' | 'never' {
  if (route.startsWith('GET ')) return 'always';
  return route.includes('! ') ? 'by key' : 'never';
}

/** How long to wait before the next attempt; undefined if there is none. */
export function waitMs(error: unknown, mayRun: boolean, attempt: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, code, retryAfterMs } = error;
  // A 429 ran nothing. After anything else, what was asked for may have happened.
  const isOver = status === 429 || (mayRun && isPassing(status, code));
  const ms = retryAfterMs ?? (status === 429 ? MAX_WAIT_MS : 2 ** attempt * 300 * jitter());
  return isOver && ms <= MAX_WAIT_MS ? ms : undefined;
}

const isPassing = (status: number, code: string) =>
  status === 0 || status >= 502 || code === 'IDEMPOTENCY_KEY_IN_USE';
/** So that clients that failed together do not come back together. */
const jitter = () => 0.5 + Math.random();

/** @throws the reason of the signal */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
