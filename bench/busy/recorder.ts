import type { Outcome, Times } from './plan.ts';

/** Collects what was answered. */
export class Recorder {
  readonly #times = new Map<string, number[]>();
  readonly #late: number[] = [];
  readonly #failures: Record<string, number> = {};
  readonly #refused: Record<string, number> = {};
  #bytes = 0;

  /** @param status undefined if the request got no answer */
  answered(name: string, ms: number, status: number | undefined): void {
    const times = this.#times.get(name);
    if (times) times.push(ms);
    else this.#times.set(name, [ms]);
    if (status !== undefined && status < 300) return;
    count(this.#failures, `${name} ${status ?? 'error'}`);
  }

  /** @param header the `RateLimit` header, which names each limit with what is left of it */
  refused(header: string): void {
    const blockedKey = header.split(',').filter((limit) => /;\s*r=0\b/.test(limit));
    for (const limit of blockedKey) count(this.#refused, /"([^"]+)"/.exec(limit)?.[1] ?? 'unknown');
    if (blockedKey.length === 0) count(this.#refused, 'unknown');
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  begun(lateMs: number): void {
    this.#late.push(lateMs);
  }

  outcome(attendees: number): Outcome {
    return {
      times: Object.fromEntries([...this.#times].map(([name, all]) => [name, timesOf(all)])),
      failures: this.#failures,
      refused: this.#refused,
      attendees,
      late: timesOf(this.#late),
      bytes: this.#bytes,
    };
  }
}

const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
