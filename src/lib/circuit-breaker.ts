/**
 * The number of last calls that count, and the number of failures among them that opens the
 * circuit.
 */
const WINDOW = 10;
const MAX_FAILURES = 5;
const OPEN_MS = 30_000;
/** The wait that a caller gets while a probe runs. */
const PROBE_MS = 5_000;

/** Thrown instead of a call. */
export class CircuitOpenError extends Error {
  override readonly name = 'CircuitOpenError';
  readonly msLeft: number;

  constructor(msLeft: number) {
    super('the circuit is open');
    this.msLeft = msLeft;
  }
}

/**
 * Stops calls to a service that fails: 5 failures among the last 10 calls open the circuit for 30 s.
 * Then one call probes the service, which closes the circuit or opens it again.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures: boolean[] = [];
  /** Undefined while the circuit is closed. */
  #openUntil: number | undefined;
  #isProbing = false;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The time until a call can be made, in milliseconds; 0 if one can be made now. */
  msLeft(): number {
    if (this.#openUntil === undefined) return 0;
    if (this.#isProbing) return PROBE_MS;
    return Math.max(0, this.#openUntil - this.#now());
  }

  /**
   * Runs a call, whose rejection counts as a failure.
   *
   * @throws CircuitOpenError without a call while the circuit is open
   */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const msLeft = this.msLeft();
    if (msLeft > 0) throw new CircuitOpenError(msLeft);
    const isProbe = this.#openUntil !== undefined;
    this.#isProbing = isProbe;
    try {
      const result = await call();
      this.#ended({ isProbe, isFailure: false });
      return result;
    } catch (error) {
      this.#ended({ isProbe, isFailure: true });
      throw error;
    }
  }

  #ended({ isProbe, isFailure }: { isProbe: boolean; isFailure: boolean }): void {
    if (isProbe) this.#isProbing = false;
    // A call from before the circuit opened says nothing about now.
    else if (this.#openUntil !== undefined) return;
    this.#failures = isProbe ? [] : [...this.#failures, isFailure].slice(-WINDOW);
    const failures = this.#failures.filter(Boolean).length;
    const opens = isProbe ? isFailure : failures >= MAX_FAILURES;
    this.#openUntil = opens ? this.#now() + OPEN_MS : undefined;
  }
}
