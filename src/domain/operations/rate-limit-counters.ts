/** A counter of a rate limit, which all processes share. */
export interface Counter {
  readonly hits: number;
  /** Milliseconds until the window ends, by the database's clock, which may differ from Node's. */
  readonly ms_left: number;
}

/** How many hits a counter takes in a window. */
export interface CounterLimit {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** A limit of wrong tries under one counter. */
export interface TryLimit {
  /** Of the counter: the first one counts, unless a window runs under another. */
  readonly keys: readonly string[];
  readonly limit: number;
  readonly windowMs: number;
  /** Refuses only those whose first counter has a wrong try already. */
  readonly sparesNew?: boolean;
}
