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
