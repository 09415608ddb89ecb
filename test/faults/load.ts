import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/until.ts';

/** An answer that came, or a request that got none. */
export interface Answer {
  readonly startedAt: number;
  readonly ms: number;
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  /** Whether an error had the format of this API: `error` and `code`, nothing else. */
  readonly isWellFormed: boolean;
}

/** Clients that send one request after the other until they are stopped, by default without a pause. */
export class Load implements AsyncDisposable {
  readonly answers: Answer[] = [];
  readonly #clients: Promise<void>[];
  #isStopped = false;

  constructor(clients: number, send: (nth: number) => Promise<Response>, pauseMs = 0) {
    let nth = 0;
    const run = async () => {
      while (!this.#isStopped) {
        const answer = await answerOf(send(nth++));
        this.answers.push(answer);
        // A refused connection costs nothing: without a pause, the client would take a whole core.
        const restMs = answer.status === 0 ? Math.max(pauseMs, 20) : pauseMs;
        if (restMs > 0) await sleep(restMs);
      }
    };
    this.#clients = Array.from({ length: clients }, run);
  }

  /** Waits for the last answers. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** The answers to requests that began in this span; times as of `performance.now()`. */
  during(from: number, to = Number.POSITIVE_INFINITY): Answer[] {
    return this.answers.filter(({ startedAt }) => startedAt >= from && startedAt < to);
  }

  /** Seconds from `since` to the last failure before `count` requests in a row succeed. */
  async recovered(since: number, count = 50): Promise<number> {
    const isGood = ({ status }: Answer) => status > 0 && status < 500;
    await until(() => {
      const begun = this.during(since);
      return begun.length >= count && begun.slice(-count).every(isGood);
    });
    const last = this.during(since).findLast((answer) => !isGood(answer));
    return last ? (last.startedAt + last.ms - since) / 1_000 : 0;
  }
}

async function answerOf(sent: Promise<Response>): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const response = await sent;
    const text = await response.text();
    const { status } = response;
    const isWellFormed = status < 400 || isError(text);
    return { startedAt, ms: performance.now() - startedAt, status, isWellFormed };
  } catch {
    return { startedAt, ms: performance.now() - startedAt, status: 0, isWellFormed: false };
  }
}

function isError(text: string): boolean {
  try {
    return Object.keys(JSON.parse(text)).sort().join() === 'code,error';
  } catch {
    return false;
  }
}

/** The value below which this share of the durations lies, in milliseconds. */
export function percentile(answers: readonly Answer[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const longest = (answers: readonly Answer[]): number => percentile(answers, 1);
