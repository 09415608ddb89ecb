import { channel } from 'node:diagnostics_channel';

/**
 * One kind of fact about this process, which its metrics count: the code that publishes does not know them.
 * Without a subscriber, a fact costs one property read.
 */
export class Observation<Fact extends object> {
  readonly #channel;

  constructor(name: string) {
    this.#channel = channel(`hallway:${name}`);
  }

  /** Whether a fact has a subscriber; else a hot path does not even build it. */
  get isObserved(): boolean {
    return this.#channel.hasSubscribers;
  }

  publish(fact: Fact): void {
    if (this.#channel.hasSubscribers) this.#channel.publish(fact);
  }

  subscribe(observe: (fact: Fact) => void): Disposable {
    const observed = (fact: unknown) => observe(fact as Fact);
    this.#channel.subscribe(observed);
    return { [Symbol.dispose]: () => void this.#channel.unsubscribe(observed) };
  }
}

/** A request whose answer was sent, or whose client left. */
export const requestAnswered = new Observation<{
  /** The name of its operation; undefined for a path without one. */
  readonly endpoint: string | undefined;
  readonly method: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** A live stream or a download, whose client sets the pace. */
  readonly isStream: boolean;
}>('request-answered');

/** A request that the process refused before its work. */
export const requestRefused = new Observation<{
  readonly reason: 'overload' | 'rate_limit' | 'search' | 'starting';
  /** The rate limit that was reached. */
  readonly policy?: string;
}>('request-refused');

/** A run of a job, or a queued job that will not be tried again. */
export const jobEnded = new Observation<{
  readonly job: string;
  readonly result: 'completed' | 'failed' | 'dead';
}>('job-ended');

/** A call of the messenger that sent or changed a message. `queued` and `due` are tried again. */
export const messengerCalled = new Observation<{
  readonly kind: 'sent' | 'edited';
  readonly result: string;
}>('messenger-called');

/** A call of an endpoint of webhooks. `queued` is tried again. */
export const webhookCalled = new Observation<{ readonly status: string }>('webhook-called');
