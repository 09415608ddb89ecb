/** Choices by a seed: the same ones in the same order each time, on every machine. */
export interface Choices {
  /** One of the values, of which there is at least one. */
  of<T>(values: readonly T[]): T;
  /** A whole number; both limits are possible. */
  between(min: number, max: number): number;
  /** True for this share of all seeds. */
  chance(share: number): boolean;
}

export function choicesOf(seed: string): Choices {
  const next = numbersOf(seed);
  return {
    of: <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
  };
}

/** From 0 to below 1: mulberry32, begun with the FNV-1a hash of the seed. */
function numbersOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
