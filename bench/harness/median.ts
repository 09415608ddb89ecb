/** The middle value; the mean of the two middle values of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('no values');
  return (lower + upper) / 2;
}

/** The median of each key over several samples. */
export function medians<Key extends string>(
  samples: readonly Readonly<Record<Key, number>>[],
): Record<Key, number> {
  const [first] = samples;
  if (!first) throw new RangeError('no samples');
  const keys = Object.keys(first) as Key[];
  return Object.fromEntries(
    keys.map((key) => [key, median(samples.map((sample) => sample[key]))]),
  ) as Record<Key, number>;
}
